import { dateFault, isPlainDate } from '@clearcall/domain/forms/dates.ts';
import { areOutOfOrder, type MembershipDays } from '@clearcall/domain/people/membership.ts';
import { CommandDialog } from '@clearcall/ui/kit/command/command-dialog.tsx';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { readerZone } from '@clearcall/ui/kit/time/date-text.ts';
import { savedNotice } from './edit-dialog.tsx';

/** Fields for a first and a last day, which may both be empty. */
export const dayFields = ({ startsOn, endsOn }: MembershipDays) =>
  ({
    start: { type: 'day', label: t('admin.mandate.start'), zone: readerZone, initial: startsOn ?? '' },
    end: {
      type: 'day',
      label: t('admin.mandate.end'),
      zone: readerZone,
      initial: endsOn ?? '',
      codes: ['days_out_of_order', 'last_day_past'],
    },
  }) as const;

/** The fields for the days of a new membership. */
export const membershipDayFields = () => {
  const { start, end } = dayFields({ startsOn: null, endsOn: null });
  return {
    start: { ...start, hint: t('admin.membership.startHint') },
    end: { ...end, hint: t('admin.membership.endHint') },
  };
};

/** Days as their fields have them, for a call. */
export const daysOf = ({ start, end }: { start: string; end: string }): MembershipDays => ({
  startsOn: start || null,
  endsOn: end || null,
});

/** Faults of the fields: texts that are not days, and a last day before the first day. */
export function dayFaults(values: { start: string; end: string }): { start?: string; end?: string } {
  const names = (['start', 'end'] as const).filter(
    (name) => values[name] !== '' && !isPlainDate(values[name]),
  );
  if (names.length === 0 && areOutOfOrder(daysOf(values))) return { end: t('refusals.days_out_of_order') };
  return Object.fromEntries(names.map((name) => [name, translate(dateFault(values[name]))]));
}

/** Changes the last day of a membership. */
export function LastDayDialog(props: {
  personId: number;
  membership: { kind: 'centre' | 'panel'; id: string; part: string } & MembershipDays;
  /** The membership in words. */
  text: string;
  after: () => unknown;
  onClose: () => void;
}) {
  const { personId, text, after, onClose } = props;
  const { kind, id, part, startsOn, endsOn } = props.membership;
  const { end } = dayFields({ startsOn, endsOn });
  return (
    <CommandDialog
      title={t('admin.membership.changeEnd')}
      verb={t('admin.membership.changeEnd')}
      fields={{ end: { ...end, hint: t('admin.membership.endHint') } }}
      check={(values) => dayFaults({ start: startsOn ?? '', ...values })}
      send={(call, values) =>
        call('PUT /admin/people/:id/memberships', {
          params: { id: personId },
          body: { kind, id, part, endsOn: values.end || null },
        })
      }
      done={savedNotice}
      after={after}
      onClose={onClose}
    >
      {text}
    </CommandDialog>
  );
}
