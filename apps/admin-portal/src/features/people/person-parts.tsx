import type { PersonState } from '@clearcall/domain/people/account-status.ts';
import { partMessage } from '@clearcall/domain/people/membership.ts';
import type { IconName } from '@clearcall/ui/kit/icon.tsx';
import { Chip, type ChipTone } from '@clearcall/ui/kit/status-chip.tsx';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { dateText } from '@clearcall/ui/kit/time/date-text.ts';
import type { PersonRow } from './people-queries.ts';

const looks = {
  active: { icon: 'dot', tone: 'open' },
  invited: { icon: 'mail', tone: 'info' },
  locked: { icon: 'lock', tone: 'warn' },
  closed: { icon: 'ring', tone: 'quiet' },
} as const satisfies Record<PersonState, { icon: IconName; tone: ChipTone }>;

export function StateChip({ state }: { state: PersonState }) {
  return (
    <Chip tone={looks[state].tone} icon={looks[state].icon}>
      {t(`admin.state.${state}`)}
    </Chip>
  );
}

/** A person's name, or the address of an account whose owner has not given one. */
export const nameOf = ({
  firstName,
  lastName,
  email,
}: Pick<PersonRow, 'firstName' | 'lastName' | 'email'>): string => `${firstName} ${lastName}`.trim() || email;

export const membershipText = ({ name, part }: PersonRow['memberships'][number]): string =>
  t('admin.membership', { name, part: translate(partMessage(part)) });

/** A period of days, either of which may be missing. */
export const periodText = (start: string | null, end: string | null): string => {
  if (start === null && end === null) return t('admin.mandate.none');
  if (start === null) return t('admin.mandate.until', { end: dateText(end) });
  if (end === null) return t('admin.mandate.from', { start: dateText(start) });
  return t('admin.mandate.period', { start: dateText(start), end: dateText(end) });
};
