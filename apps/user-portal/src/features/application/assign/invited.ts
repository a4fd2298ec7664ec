/** Who is invited, as far as it is known. */
export interface Invited {
  email: string;
  firstName: string;
  lastName: string;
}

/** The last word of a name is the last name, until somebody says otherwise. */
export function invitedOf(name: string, email: string): Invited {
  const words = name.replace(email, '').trim().split(/\s+/);
  return words.length < 2
    ? { email, firstName: '', lastName: '' }
    : { email, firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' };
}
