/** A person as far as a list names them. */
export interface Named {
  id: number;
  firstName: string;
  lastName: string;
}

export const nameOf = ({ firstName, lastName }: Pick<Named, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim();
