import { isWeakPassword } from '@clearcall/domain/people/password.ts';
import { useState } from 'react';
import { t } from '../text/translate.ts';

type CommonPasswords = typeof import('@clearcall/domain/people/common-passwords.ts');

let common: CommonPasswords | null = null;

export interface PasswordCheck {
  /** What is wrong with a password, in a sentence; null: nothing that is known here. */
  judge: (password: string) => string | null;
  isCommon: (password: string) => boolean | null;
  /** Has the list of common passwords come. Where it cannot, the server says it later. */
  load: () => Promise<void>;
}

/**
 * Judges a password that is being chosen for the account of an address, as the server will. Few who open a form choose
 * one, so the list of common ones comes when a password is about to be typed, and is waited for before the form is sent.
 */
export function usePasswordCheck(email: string): PasswordCheck {
  const [, setCame] = useState(common !== null);
  const isCommon = (password: string) => common?.isCommonPassword(password, email) ?? null;
  return {
    isCommon,
    judge: (password) => {
      if (isWeakPassword(password)) return t('parts.password.rule');
      return common !== null && isCommon(password) ? t('parts.password.common') : null;
    },
    load: async () => {
      try {
        common ??= await import('@clearcall/domain/people/common-passwords.ts');
        setCame(true);
      } catch {
        // The server decides in any case.
      }
    },
  };
}
