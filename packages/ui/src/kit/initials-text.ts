/** The letters in a round mark: of the first and the last name, else of the e-mail address. */
export function initialsText(person: { firstName: string; lastName: string; email: string }): string {
  const first = (text: string) => [...text.trim()][0] ?? '';
  const letters = first(person.firstName) + first(person.lastName);
  return (letters === '' ? first(person.email) : letters).toLocaleUpperCase();
}

/** The first name, else the address. */
export function shortNameOf(person: { firstName: string; email: string }): string {
  return person.firstName.trim() === '' ? person.email : person.firstName.trim();
}
