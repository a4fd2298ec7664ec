import { Button } from '@clearcall/ui/kit/button.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { CallError } from '@clearcall/ui/session/call-error.ts';

/** Carries something out and says whether it came about; a refusal has been told by then. */
export async function carryOut(action: () => Promise<unknown>): Promise<boolean> {
  try {
    await action();
    return true;
  } catch (error) {
    if (error instanceof CallError) return false;
    throw error;
  }
}

/** The verb of a dialog, and the way out of it. */
export function Actions(props: {
  verb: string;
  danger?: boolean | undefined;
  busy: boolean;
  disabled?: boolean | undefined;
  onSend: () => void;
  onClose: () => void;
}) {
  return (
    <>
      <Button
        variant={props.danger ? 'danger-filled' : 'filled'}
        loading={props.busy}
        disabled={props.disabled === true}
        onClick={props.onSend}
      >
        {props.verb}
      </Button>
      <Button variant="subtle" onClick={props.onClose}>
        {t('staff.cancel')}
      </Button>
    </>
  );
}
