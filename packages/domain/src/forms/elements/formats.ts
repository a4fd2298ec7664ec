import type { Message } from '@clearcall/i18n/message.ts';
import { reasons } from '../messages.ts';

/** The written forms that `config.format` can ask for. All patterns run in linear time. */
export type Format = 'uid' | 'orcid' | 'pic' | 'doi';

/** ISO 7064 mod 11-2 over the first 15 digits, as ORCID defines its last character. */
function orcidCheckCharacter(digits: string): string {
  let total = 0;
  for (const digit of digits) total = (total + Number(digit)) * 2;
  const rest = (12 - (total % 11)) % 11;
  return rest === 10 ? 'X' : String(rest);
}

function orcidFault(value: string): Message | null {
  if (!/^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/.test(value)) return reasons.orcid();
  const digits = value.replaceAll('-', '');
  return orcidCheckCharacter(digits.slice(0, 15)) === digits.slice(15) ? null : reasons.orcidCheck();
}

/** For each format: why a value does not have it, and what is stripped from one that was pasted as an address. */
export const formats: Record<Format, { fault(value: string): Message | null; clean(value: string): string }> =
  {
    uid: {
      fault: (value) =>
        /^(?:[A-Z0-9]{1,20}-){1,6}\d{4}[A-Z]{1,4}\d{2}-\d{1,6}$/.test(value) ? null : reasons.uid(),
      clean: (value) => value,
    },
    orcid: {
      fault: orcidFault,
      clean: (value) => {
        const id = value.replace(/^(?:https?:\/\/)?(?:www\.)?orcid\.org\//i, '').toUpperCase();
        // Sixteen characters are one, however they are parted.
        const bare = id.replace(/[\s\p{Pd}]+/gu, '').replace(/\/$/, '');
        return /^\d{15}[\dX]$/.test(bare) ? bare.replace(/(.{4})(?=.)/g, '$1-') : id;
      },
    },
    pic: {
      fault: (value) => (/^\d{9}$/.test(value) ? null : reasons.pic()),
      clean: (value) => value.replaceAll(' ', ''),
    },
    doi: {
      fault: (value) => (/^10\.\d{4,9}\/\S+$/.test(value) ? null : reasons.doi()),
      clean: (value) => value.replace(/^(?:https?:\/\/(?:dx\.)?doi\.org\/|doi:\s*)/i, ''),
    },
  };
