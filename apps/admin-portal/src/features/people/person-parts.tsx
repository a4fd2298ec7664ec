import type { PersonState } from '@clearcall/domain/people/account-status.ts';
import { partMessage } from '@clearcall/domain/people/membership.ts';
import type { IconName } from '@clearcall/ui/kit/icon.tsx';
import { Chip, type ChipTone } from '@clearcall/ui/kit/status-chip.tsx';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { withDays } from '../../parts/changes/change-text.ts';
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

export const membershipText = ({ name, part, ...days }: PersonRow['memberships'][number]): string =>
  withDays(t('admin.membership', { name, part: translate(partMessage(part)) }), days);
