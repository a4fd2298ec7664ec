import { asciiLabel } from './punycode.ts';
import { normaliseLine } from './text.ts';

const LONGEST = 254;
const LONGEST_LOCAL = 64;
/** Letters and digits of any language, and the other signs that RFC 5322 lets stand without quotes. */
const LOCAL = /^[\p{L}\p{M}\p{N}!#$%&'*+\-/=?^_`{|}~.]+$/u;
const LABEL = /^[\p{L}\p{M}\p{N}-]{1,63}$/u;
const LONGEST_LABEL = 63;
/** A text copied from a PDF or a web page brings these along, and nobody can see them. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** A text as a person means it: on one line, without spaces around it and without invisible characters. */
const visible = (given: string): string => normaliseLine(given).replace(INVISIBLE, '').trim();

/**
 * An address as it is stored, in accounts and answers alike: what can be seen of it, its domain in ASCII, as browsers send
 * it from a field for an address. What is no address only loses its invisible characters.
 */
export function cleanEmail(given: string): string {
  const address = visible(given);
  if (!isEmail(address)) return address;
  const [local, domain = ''] = address.split('@');
  return `${local}@${domain.split('.').map(asciiLabel).join('.')}`;
}

/** An address as it is compared: clean, in small letters. */
export function foldEmail(given: string): string {
  return cleanEmail(given).toLowerCase();
}

/** The link that writes to an address: a `?` or `&` in it is a part of it, and no further field of the message. */
export function mailtoLink(address: string): string {
  return `mailto:${encodeURIComponent(address).replace('%40', '@')}`;
}

/**
 * Whether a text is an email address, apart from what cannot be seen: one @, a local part, a domain of at least two
 * labels in any script. Linear in its length.
 */
export function isEmail(given: string): boolean {
  if (given.length > LONGEST * 2) return false;
  const address = visible(given);
  const at = address.indexOf('@');
  if (address.length > LONGEST || at < 1 || at > LONGEST_LOCAL) return false;
  const local = address.slice(0, at);
  if (!LOCAL.test(local) || local.startsWith('.') || local.endsWith('.') || local.includes('..'))
    return false;
  const labels = address.slice(at + 1).split('.');
  const top = labels.at(-1) ?? '';
  // A number at the end is an address of a machine.
  if (labels.length < 2 || top.length < 2 || /^\d+$/.test(top)) return false;
  return labels.every(isLabel);
}

const isLabel = (label: string): boolean =>
  LABEL.test(label) &&
  !label.startsWith('-') &&
  !label.endsWith('-') &&
  asciiLabel(label).length <= LONGEST_LABEL;
