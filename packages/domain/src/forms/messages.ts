/** Every sentence that a broken rule shows (Specification 2, section 5). Quoted to the letter, full stops included. */
export const messages = {
  groupMin: (min: number, title: string) => `A minimum of ${min} ${title}s is needed.`,
  groupMax: (max: number, title: string) => `There can't be more than ${max} ${title}s.`,
  amountMin: (min: string) => `The value must be higher than ${min}`,
  amountMax: (max: string) => `The value must be lower than ${max}.`,
  /** The quoted sentence, and behind it why, where the rule has a reason. */
  invalid: (reason = '') => `This value is not valid.${reason === '' ? '' : ` ${reason}`}`,
  mandatory: () => 'This is mandatory.',
  textMin: (n: number) => `The text must have a minimum of ${n} characters.`,
  textMax: (n: number) => `The text must have less than ${n} characters.`,
  dateMin: (date: string) => `The value must be after ${date}.`,
  dateMax: (date: string) => `The value must be before ${date}.`,
  valueMin: (min: string) => `The value must be above ${min}.`,
  valueMax: (max: string) => `The value must be below ${max}.`,
  email: () => 'Insert a valid email.',
  phone: () => 'Insert a valid phone number.',
  // The specification has no words for pools and files; these are ours.
  amountPool: (name: string, pool: string) => `This is more than the whole pool of ${name}, ${pool}.`,
  fileSize: (mb: number) => `The file must not be larger than ${mb} MB.`,
  filePages: (pages: number) => `The document must not have more than ${pages} pages.`,
} as const;

const counted = (n: string, unit: 'characters' | 'entries') =>
  `${n} ${n === '1' ? { characters: 'character', entries: 'entry' }[unit] : unit}`;

/** Why a value is not valid. Sentences of ours, behind the quoted one. */
export const reasons = {
  notOffered: () => 'This option is not offered here.',
  notOfferedUnder: () => 'This option no longer fits the answer that it depends on.',
  partitionNotOffered: () => 'This partition is not offered at this cut-off.',
  fileGone: () => 'This file is no longer there. Upload it again.',
  noNumber: () => 'Write a number.',
  decimals: (most: number) =>
    most === 0 ? 'Write a whole number.' : `Write at most ${most} ${most === 1 ? 'decimal' : 'decimals'}.`,
  step: (step: string) => `Write a multiple of ${step}.`,
  repeated: () => 'It stands in another entry already.',
  orcid: () => 'An ORCID iD has four groups of four, such as 0000-0002-1825-0097.',
  orcidCheck: () => 'The last character does not fit the others. Compare it with your ORCID iD.',
  pic: () => 'A PIC has nine digits, such as 999999999.',
  doi: () => 'A DOI begins with 10 and has a slash, such as 10.1000/182.',
  uid: () => 'A proposal ID looks like ABC-REG-2026R01-014.',
} as const;

/** What a condition of the form asks for, as parts of a sentence: `it` is 'it', or the name of another field. */
export const demands = {
  named: (title: string) => `“${title}”`,
  oneOfRows: (name: string) => `in at least one entry ${name}`,
  read: { value: '', count: 'the number of ', kind: 'the kind of ', unit: 'the unit of ' },
  gap: (it: string, verb: 'is' | 'adds up to', value: string, target: string, gap: string, less: boolean) =>
    `${it} ${verb} ${value}; it must be ${target}, ${gap} is ${less ? 'missing' : 'too much'}`,
  same: (name: string, shown: string | null) => `the same as ${demands.beside(name, shown)}`,
  beside: (name: string, shown: string | null) => `${name}${shown === null ? '' : ` (${shown})`}`,
  be: (it: string, targets: readonly string[]) => `${it} must be ${targets.join(' or ')}`,
  notBe: (it: string, targets: readonly string[]) => `${it} must not be ${targets.join(' or ')}`,
  more: (it: string, target: string) => `${it} must be more than ${target}`,
  less: (it: string, target: string) => `${it} must be less than ${target}`,
  after: (it: string, target: string) => `${it} must be after ${target}`,
  before: (it: string, target: string) => `${it} must be before ${target}`,
  near: (it: string, target: string, most: string) => `${it} may differ from ${target} by at most ${most}`,
  atLeast: (it: string, n: string, unit: 'characters' | 'entries') =>
    `${it} needs at least ${counted(n, unit)}`,
  atMost: (it: string, n: string, unit: 'characters' | 'entries') =>
    `${it} may have at most ${counted(n, unit)}`,
  within: (it: string, least: string, most: string, unit: 'characters' | 'entries') =>
    `${it} needs from ${least} to ${counted(most, unit)}`,
  filled: (it: string) => `${it} must be filled in`,
  /** Any of them will do. */
  sentence: (parts: readonly string[]) => {
    const text = parts.join(', or ');
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  },
} as const;
