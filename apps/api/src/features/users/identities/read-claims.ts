import { emailAddress } from '@clearcall/contract/values.ts';
import type { Claims } from '@clearcall/domain/permissions/sign-in-ways.ts';
import { normaliseName } from '../account/normalise-name.ts';

/** As the form takes it. */
const maxNameLength = 80;

const text = (value: unknown): string =>
  typeof value === 'string'
    ? normaliseName(value.toWellFormed())
        .slice(0, maxNameLength)
        // Half a letter is none.
        .replace(/[\ud800-\udbff]$/, '')
        .trim()
    : '';

/** What a provider says of a person, in our words. Of another shape than it should be counts as not said. */
export function readClaims(claims: Readonly<Record<string, unknown>>, trustEmail: boolean): Claims {
  const address = emailAddress.safeParse(claims.email);
  const email = address.success ? address.data : '';
  const given = text(claims.given_name);
  const family = text(claims.family_name);
  const whole = text(claims.name);
  const space = whole.lastIndexOf(' ');
  return {
    // Some providers name people as one text; whoever registers can put it right.
    firstName: given || (family === '' && space > 0 ? whole.slice(0, space) : ''),
    lastName: family || (given === '' ? whole.slice(space + 1) : ''),
    email,
    emailProven: trustEmail && email !== '' && claims.email_verified === true,
  };
}
