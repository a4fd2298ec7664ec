import { type MembershipDays, partMessage } from '@clearcall/domain/people/membership.ts';
import { roleMessage } from '@clearcall/domain/people/roles.ts';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { dateText, dateTimeText } from '@clearcall/ui/kit/time/date-text.ts';
import type { Reply } from '@clearcall/ui/session/call.ts';
import { emailKindText } from '../email-kind.ts';
import { coarseText } from '../record/coarse-text.ts';
import { valueText } from './setting-label.ts';

type Change = Pick<
  Reply<'GET /admin/people/:id'>['changes'][number],
  'action' | 'before' | 'after' | 'centre' | 'successor'
>;

/** Fields of centres, partitions and lists by their names of the wire. */
const fieldNames = [
  'name',
  'code',
  'year',
  'number',
  'cutoffs',
  'documents',
  'centre',
  'city',
  'country',
  'contact',
  'system',
  'kind',
  'description',
  'unit',
  'coreHoursPerUnit',
  'gpuHoursPerUnit',
  'maxNodesPerJob',
  'yearlySupply',
  'disabled',
  'value',
  'en',
  'de',
  'fr',
  'parent',
  'offered',
  'version',
  'values',
] as const;

const textIn = (values: Change['before'], name: string): string => String(values?.[name] ?? '');
const dayIn = (values: Change['before'], name: string): string | null => textIn(values, name) || null;

const membershipIn = (values: Change['before'], centre: Change['centre']): string =>
  t('admin.membership', {
    name: centre ?? textIn(values, 'id'),
    part: translate(partMessage(textIn(values, 'part'))),
  });

/** Returns a change by an administrator as a sentence, with times in the zone of the reader unless another is given. */
export function changeText({ action, before, after, centre, successor }: Change, zone?: string): string {
  switch (action) {
    case 'role_given': {
      const role = (values: Change['before']) => translate(roleMessage(textIn(values, 'role')));
      return before === null
        ? t('admin.change.roleFirst', { role: role(after) })
        : t('admin.change.role_given', { before: role(before), after: role(after) });
    }
    case 'membership_added':
    case 'membership_removed': {
      const of = action === 'membership_added' ? after : before;
      const days = { startsOn: dayIn(of, 'startsOn'), endsOn: dayIn(of, 'endsOn') };
      return t(`admin.change.${action}`, { membership: withDays(membershipIn(of, centre), days) });
    }
    case 'membership_changed': {
      const day = (values: Change['before']) => dateText(dayIn(values, 'endsOn')) || t('admin.none');
      return t('admin.change.membership_changed', {
        membership: membershipIn(after, centre),
        before: day(before),
        after: day(after),
      });
    }
    case 'mandate_changed':
      return t('admin.change.mandate_changed', {
        before: periodText(dayIn(before, 'start'), dayIn(before, 'end')),
        after: periodText(dayIn(after, 'start'), dayIn(after, 'end')),
      });
    case 'fields_changed': {
      const list = (values: Change['before']) =>
        [values?.fields]
          .flat()
          .filter((field) => field !== undefined)
          .join(', ') || t('admin.none');
      return t('admin.change.fields_changed', { before: list(before), after: list(after) });
    }
    case 'tag_added':
    case 'tag_removed':
      return t(`admin.change.${action}`, { tag: textIn(action === 'tag_added' ? after : before, 'tag') });
    case 'setting_changed':
      return t('admin.change.setting_changed', {
        before: valueText(before?.value),
        after: valueText(after?.value),
      });
    case 'work_handed_on':
      return t('admin.change.work_handed_on', {
        successor: successor ?? t('admin.handOn.formerPerson'),
        n: coarseText(typeof after?.n === 'number' ? after.n : null),
      });
    case 'email_sent_again':
      return t('admin.change.email_sent_again', {
        template: emailKindText(textIn(after, 'template')),
      });
    case 'published':
      return t('admin.change.published', { number: textIn(after, 'number') });
    case 'call_closed':
      return t('admin.change.call_closed', { number: textIn(after, 'number') });
    case 'publication_planned':
      return after?.dueAt == null
        ? t('admin.change.publication_asked')
        : t('admin.change.publication_planned', { at: dateTimeText(textIn(after, 'dueAt'), zone) });
    case 'job_run_again':
      return t('admin.change.job_run_again', { task: textIn(after, 'task') });
    case 'actions_tried_again':
      return t('admin.change.actions_tried_again', {
        n: Number(after?.count ?? 0),
        automation: textIn(after, 'automation'),
      });
    case 'archive_imported':
      return t('admin.change.archive_imported', {
        file: textIn(after, 'file'),
        added: Number(after?.added ?? 0),
        updated: Number(after?.updated ?? 0),
        refused: Number(after?.refused ?? 0),
      });
    case 'values_changed':
      return valuesText(before, after);
    case 'created':
    case 'changed':
    case 'deleted':
      return [
        ...(action === 'changed' ? [] : [t(`admin.change.${action}`)]),
        ...[...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
          .toSorted((one, other) => placeOf(one) - placeOf(other))
          .map((name) =>
            name === 'centre' && centre !== null
              ? fieldChange(name, undefined, centre)
              : fieldChange(name, before?.[name], after?.[name]),
          ),
      ].join(' ');
    default:
      return t(`admin.change.${action}`);
  }
}

/** Fields in the order of their forms; others last. */
const placeOf = (name: string): number => {
  const at = (fieldNames as readonly string[]).indexOf(name);
  return at < 0 ? fieldNames.length : at;
};

type Values = readonly { value: string; offered: boolean }[];

/** So many values are named. */
const named = 5;

/** The values of a list that were added, changed and retired, the first of each by name. */
function valuesText(before: Change['before'], after: Change['after']): string {
  const [old, now] = [before, after].map((side) => (side?.values ?? []) as Values) as [Values, Values];
  const known = new Map(old.map((one) => [one.value, one]));
  const added = now.filter(({ value }) => !known.has(value));
  const retired = now.filter(({ value, offered }) => !offered && known.get(value)?.offered === true);
  const changed = now.filter((one) => !added.includes(one) && !retired.includes(one));
  return [
    ...(['added', 'changed', 'retired'] as const).flatMap((kind) => {
      const values = { added, changed, retired }[kind];
      return values.length === 0
        ? []
        : [
            t(`admin.change.values_${kind}`, {
              n: values.length,
              list: values.slice(0, named).map(({ value }) => value),
              more: Math.max(0, values.length - named),
            }),
          ];
    }),
    ...(after?.reordered === true ? [t('admin.change.values_reordered')] : []),
  ].join(' ');
}

const amounts = new Set(['coreHoursPerUnit', 'gpuHoursPerUnit', 'maxNodesPerJob', 'yearlySupply']);

const isField = (name: string): name is (typeof fieldNames)[number] =>
  fieldNames.some((field) => field === name);

const shownValue = (value: unknown, name: string): string => {
  if (amounts.has(name) && value !== '' && Number.isFinite(Number(value))) return numberText(Number(value));
  if (Array.isArray(value)) return valueText(value);
  if (typeof value === 'boolean') return value ? t('admin.yes') : t('admin.no');
  return String(value ?? '') || t('admin.none');
};

/** One field of a subject that was created, changed or deleted. */
function fieldChange(name: string, before: unknown, after: unknown): string {
  const field = isField(name) ? t(`admin.field.${name}`) : name;
  if (before === undefined) return t('admin.change.field', { field, value: shownValue(after, name) });
  if (after === undefined || after === before)
    return t('admin.change.field', { field, value: shownValue(before, name) });
  return t('admin.change.fieldChanged', {
    field,
    before: shownValue(before, name),
    after: shownValue(after, name),
  });
}

/** A period of days, either of which may be missing. */
export const periodText = (start: string | null, end: string | null): string => {
  if (start === null && end === null) return t('admin.mandate.none');
  if (start === null) return t('admin.mandate.until', { end: dateText(end) });
  if (end === null) return t('admin.mandate.from', { start: dateText(start) });
  return t('admin.mandate.period', { start: dateText(start), end: dateText(end) });
};

/** A membership, or a part in it, with its first and last day if it has them. */
export const withDays = (membership: string, { startsOn, endsOn }: MembershipDays): string => {
  if (startsOn !== null && endsOn !== null)
    return t('admin.membership.period', { membership, start: dateText(startsOn), end: dateText(endsOn) });
  if (startsOn !== null) return t('admin.membership.from', { membership, start: dateText(startsOn) });
  if (endsOn !== null) return t('admin.membership.until', { membership, end: dateText(endsOn) });
  return membership;
};
