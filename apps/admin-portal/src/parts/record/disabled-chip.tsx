import { Chip } from '@clearcall/ui/kit/status-chip.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';

/** Whether calls offer something. */
export function DisabledChip({ disabled }: { disabled: boolean }) {
  return disabled ? (
    <Chip tone="warn" icon="lock">
      {t('admin.disabled')}
    </Chip>
  ) : (
    <Chip tone="open" icon="dot">
      {t('admin.enabled')}
    </Chip>
  );
}
