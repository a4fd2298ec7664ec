import { message, type Translatable } from '@clearcall/i18n/message.ts';

/** Somebody by name. `lastName` is null where no name is kept any more: the account is closed. */
export interface StoredPerson {
  id: number;
  firstName: string;
  lastName: string | null;
}

/** What stands as the last name: the one that is kept, or that this was a user. */
export function lastNameMessage(lastName: string | null): Translatable {
  return lastName ?? message('privacy.formerUser');
}

/** A person's name as it is read. A person with one name has it as the first. */
export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim();
