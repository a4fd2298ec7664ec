import type { Element } from '@clearcall/domain/forms/types.ts';

const purposes: Record<string, string> = {
  firstName: 'given-name',
  lastName: 'family-name',
  email: 'email',
  title: 'honorific-prefix',
  gender: 'sex',
};

/** Returns what a browser may fill in for the user, as an `autocomplete` token. Source: WCAG 2.2, 1.3.5. */
export const purposeOf = ({ config }: Element): string =>
  config.purpose ?? purposes[config.autofill ?? ''] ?? 'off';
