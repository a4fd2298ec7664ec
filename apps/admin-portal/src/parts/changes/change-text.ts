import { partMessage } from '@clearcall/domain/people/membership.ts';
import { roleMessage } from '@clearcall/domain/people/roles.ts';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { dateText } from '@clearcall/ui/kit/time/date-text.ts';
import type { Reply } from '@clearcall/ui/session/call.ts';
import { valueText } from './setting-label.ts';

type Change = Pick<Reply<'GET /admin/people/:id'>['changes'][number], 'action' | 'before' | 'after'>;

/** Fields of centres, partitions and lists by their names of the wire. */
const fieldNames = [
  'name',
  'city',
  'country',
  'contact',
  'disabled',
  'centre',
  'system',
  'kind',
  'description',
  'unit',
  'coreHoursPerUnit',
  'gpuHoursPerUnit',
  'maxNodesPerJob',
  'yearlySupply',
  'value',
  'en',
  'de',
  'fr',
  'parent',
  'offered',
  'version',
] as const;

const textIn = (values: Change['before'], name: string): string => String(values?.[name] ?? '');
const dayIn = (values: Change['before'], name: string): string | null => textIn(values, name) || null;

/** Returns a change by an administrator as a sentence. */
export function changeText({ action, before, after }: Change): string {
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
      return t(`admin.change.${action}`, {
        membership: t('admin.membership', {
          name: textIn(of, 'id'),
          part: translate(partMessage(textIn(of, 'part'))),
        }),
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
    case 'email_sent_again':
      return t('admin.change.email_sent_again', { template: textIn(after, 'template') });
    case 'job_run_again':
      return t('admin.change.job_run_again', { task: textIn(after, 'task') });
    case 'values_changed': {
      const count = (name: string) => Number(after?.[name] ?? 0);
      return t('admin.change.values_changed', {
        added: count('added'),
        changed: count('changed'),
        retired: count('retired'),
      });
    }
    case 'created':
    case 'changed':
    case 'deleted':
      return [
        ...(action === 'changed' ? [] : [t(`admin.change.${action}`)]),
        ...[...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].map((name) =>
          fieldChange(name, before?.[name], after?.[name]),
        ),
      ].join(' ');
    default:
      return t(`admin.change.${action}`);
  }
}

const isField = (name: string): name is (typeof fieldNames)[number] =>
  fieldNames.some((field) => field === name);

const shownValue = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? t('admin.yes') : t('admin.no');
  return String(value ?? '') || t('admin.none');
};

/** One field of a subject that was created, changed or deleted. */
function fieldChange(name: string, before: unknown, after: unknown): string {
  const field = isField(name) ? t(`admin.field.${name}`) : name;
  if (before === undefined) return t('admin.change.field', { field, value: shownValue(after) });
  if (after === undefined || after === before)
    return t('admin.change.field', { field, value: shownValue(before) });
  return t('admin.change.fieldChanged', { field, before: shownValue(before), after: shownValue(after) });
}

/** A period of days, either of which may be missing. */
export const periodText = (start: string | null, end: string | null): string => {
  if (start === null && end === null) return t('admin.mandate.none');
  if (start === null) return t('admin.mandate.until', { end: dateText(end) });
  if (end === null) return t('admin.mandate.from', { start: dateText(start) });
  return t('admin.mandate.period', { start: dateText(start), end: dateText(end) });
};
