import {
  type Decimal,
  type Message,
  type MessageId,
  type Moment,
  message,
  type Translatable,
} from '@clearcall/i18n/message.ts';

const mandatory = message('forms.rule.mandatory');
const invalid = message('forms.rule.invalid');
const email = message('forms.rule.email');
const phone = message('forms.rule.phone');

/** A day yyyy-mm-dd for the words of a message; each language writes it in its own way. */
export const dayOf = (day: string): Moment => ({ at: day, timeZone: 'UTC', show: 'date' });

/** A number as the hints of its field write it. */
const figure = (decimal: string): Decimal => ({ decimal, thousands: true });

/** Every message of a broken rule. What the catalogue marks as quoted stays as it is; a sentence behind it may say what is true. */
export const messages = {
  groupMin: (min: number, title: string) => message('forms.rule.groupMin', { min: String(min), title }),
  groupMax: (max: number, title: string) => message('forms.rule.groupMax', { max: String(max), title }),
  amountMin: (min: string) => message('forms.rule.amountMin', { min: figure(min) }),
  amountMax: (max: string) => message('forms.rule.amountMax', { max: figure(max) }),
  /** The quoted sentence, and behind it why, where the rule has a reason. */
  invalid: (reason?: Message) =>
    reason === undefined ? invalid : message('forms.rule.invalidBecause', { reason }),
  mandatory: () => mandatory,
  textMin: (n: number) => message('forms.rule.textMin', { n: figure(String(n)) }),
  textMax: (n: number) => message('forms.rule.textMax', { n: figure(String(n)) }),
  dateMin: (day: string) => message('forms.rule.dateMin', { date: dayOf(day) }),
  dateMax: (day: string) => message('forms.rule.dateMax', { date: dayOf(day) }),
  valueMin: (min: string) => message('forms.rule.valueMin', { min: figure(min) }),
  valueMax: (max: string) => message('forms.rule.valueMax', { max: figure(max) }),
  email: () => email,
  phone: () => phone,
  // The specification has no words for lists, pools and files; these are ours.
  itemsMin: (n: number) => message('forms.rule.itemsMin', { n }),
  itemsMax: (n: number) => message('forms.rule.itemsMax', { n }),
  filesMin: (n: number) => message('forms.rule.filesMin', { n }),
  filesMax: (n: number) => message('forms.rule.filesMax', { n }),
  amountPool: (name: string, pool: Decimal) => message('forms.rule.amountPool', { name, pool }),
  fileSize: (mb: number) => message('forms.rule.fileSize', { mb: { decimal: String(mb) } }),
  filePages: (n: number) => message('forms.rule.filePages', { n }),
} as const;

/** Why a value is not valid. Messages of ours, behind the quoted one. */
export const reasons = {
  notOffered: () => message('forms.why.notOffered'),
  notOfferedUnder: () => message('forms.why.notOfferedUnder'),
  partitionNotOffered: () => message('forms.why.partitionNotOffered'),
  fileGone: () => message('forms.why.fileGone'),
  chosenElsewhere: (isAmong: boolean, field: string) =>
    message(isAmong ? 'forms.why.notAmong' : 'forms.why.notBeside', { field }),
  noNumber: () => message('forms.why.noNumber'),
  decimals: (most: number) => message('forms.why.decimals', { most }),
  step: (step: string) => message('forms.why.step', { step: { decimal: step } }),
  repeated: () => message('forms.why.repeated'),
  orcid: () => message('forms.why.orcid'),
  orcidCheck: () => message('forms.why.orcidCheck'),
  pic: () => message('forms.why.pic'),
  doi: () => message('forms.why.doi'),
  uid: () => message('forms.why.uid'),
} as const;

/** Whether two messages say the same: their ids, and the values of their placeholders. */
export function sameMessage(one: Message | null | undefined, other: Message | null | undefined): boolean {
  if (one === other) return true;
  if (!one || !other || one.id !== other.id) return false;
  return JSON.stringify(one.values) === JSON.stringify(other.values);
}

const of = {
  count: { first: 'forms.demand.countFirst', within: 'forms.demand.count' },
  kind: { first: 'forms.demand.kindFirst', within: 'forms.demand.kind' },
  unit: { first: 'forms.demand.unitFirst', within: 'forms.demand.unit' },
  oneOfRows: { first: 'forms.demand.oneOfRowsFirst', within: 'forms.demand.oneOfRows' },
} as const satisfies Record<string, Record<'first' | 'within', MessageId>>;

type Unit = 'characters' | 'entries';

/** What a condition of the form asks for, as clauses of one sentence: `it` is 'it', or the name of another field. */
export const demands = {
  /** The field that is checked itself; `first` where the sentence begins with it. */
  own: (first: boolean) => message(first ? 'forms.demand.ownFirst' : 'forms.demand.own'),
  field: (title: Translatable) => message('forms.demand.field', { title }),
  /** What is read of a field instead of its value, or that it is read from any row. */
  of: (what: keyof typeof of, name: Translatable, first: boolean) =>
    message(first ? of[what].first : of[what].within, { name }),
  gap: (
    isSum: boolean,
    isLess: boolean,
    values: { it: Translatable; value: Translatable; target: Translatable; gap: Translatable },
  ) => {
    if (isSum) return message(isLess ? 'forms.demand.sumIsMissing' : 'forms.demand.sumIsTooMuch', values);
    return message(isLess ? 'forms.demand.isMissing' : 'forms.demand.isTooMuch', values);
  },
  same: (name: Translatable, shown: Translatable | null) =>
    message('forms.demand.same', { name: demands.beside(name, shown) }),
  beside: (name: Translatable, shown: Translatable | null): Translatable =>
    shown === null ? name : message('forms.demand.beside', { name, value: shown }),
  be: (it: Translatable, targets: readonly Translatable[]) =>
    message('forms.demand.be', { it, target: either('forms.demand.either', targets) }),
  notBe: (it: Translatable, targets: readonly Translatable[]) =>
    message('forms.demand.notBe', { it, target: either('forms.demand.either', targets) }),
  more: (it: Translatable, target: Translatable) => message('forms.demand.more', { it, target }),
  less: (it: Translatable, target: Translatable) => message('forms.demand.less', { it, target }),
  after: (it: Translatable, target: Translatable) => message('forms.demand.after', { it, target }),
  before: (it: Translatable, target: Translatable) => message('forms.demand.before', { it, target }),
  near: (it: Translatable, target: Translatable, most: Translatable) =>
    message('forms.demand.near', { it, target, most }),
  atLeast: (it: Translatable, n: string, unit: Unit) =>
    message(unit === 'entries' ? 'forms.demand.atLeastEntries' : 'forms.demand.atLeastCharacters', {
      it,
      n: Number(n),
    }),
  atMost: (it: Translatable, n: string, unit: Unit) =>
    message(unit === 'entries' ? 'forms.demand.atMostEntries' : 'forms.demand.atMostCharacters', {
      it,
      n: Number(n),
    }),
  within: (it: Translatable, least: string, most: string, unit: Unit) =>
    message(unit === 'entries' ? 'forms.demand.withinEntries' : 'forms.demand.withinCharacters', {
      it,
      least: Number(least),
      n: Number(most),
    }),
  filled: (it: Translatable) => message('forms.demand.filled', { it }),
  /** Any of them will do. */
  sentence: (clauses: readonly Translatable[]) =>
    message('forms.demand.sentence', { clause: either('forms.demand.or', clauses) }),
} as const;

function either(id: 'forms.demand.either' | 'forms.demand.or', parts: readonly Translatable[]): Translatable {
  const [first = '', ...others] = parts;
  return others.reduce((one, other) => message(id, { one, other }), first);
}
