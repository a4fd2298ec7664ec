/** Least length of a password in characters. Source: Requirements 1, 9.3. */
export const minPasswordLength = 12;

/** The parts of the password rule, so that a page can show which of them hold already. */
export interface PasswordParts {
  lowercase: boolean;
  uppercase: boolean;
  symbol: boolean;
  longEnough: boolean;
}

/**
 * A password as it is judged and hashed: in NFC, because keyboards write the same letter in different ways.
 */
export function normalisePassword(password: string): string {
  return password.normalize('NFC');
}

/**
 * Which parts of the password rule hold: one lowercase letter, one uppercase letter, one symbol (what is neither
 * letter, digit nor space) and at least 12 characters, counted in code points. No digit is needed. Source: Requirements
 * 1, 5.6.
 */
export function passwordParts(password: string): PasswordParts {
  const text = normalisePassword(password);
  return {
    lowercase: /\p{Ll}/u.test(text),
    uppercase: /\p{Lu}/u.test(text),
    symbol: /[^\p{L}\p{M}\p{N}\s\p{C}]/u.test(text),
    longEnough: [...text].length >= minPasswordLength,
  };
}

/** Whether a password fails the rule of `passwordParts`. */
export function isWeakPassword(password: string): boolean {
  const parts = passwordParts(password);
  return !(parts.lowercase && parts.uppercase && parts.symbol && parts.longEnough);
}
