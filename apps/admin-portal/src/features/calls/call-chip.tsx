import type { CallStanding } from '@clearcall/domain/calls/archive-call.ts';
import { Chip, StatusChip } from '@clearcall/ui/kit/status-chip.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';

/** State of a call in the administration. */
export const CallChip = ({ standing }: { standing: CallStanding }) =>
  standing === 'archived' ? (
    <Chip tone="quiet" icon="dial-minus">
      {t('setup.state.archived')}
    </Chip>
  ) : (
    <StatusChip status={standing} />
  );
