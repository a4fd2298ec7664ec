import { plainDate } from '@clearcall/domain/deadlines/plain-date.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { DateBox } from '@clearcall/ui/kit/field/date-box.tsx';
import { describedById, FieldFrame } from '@clearcall/ui/kit/field/field-frame.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { CallError } from '@clearcall/ui/session/call-error.ts';
import { workflowNow } from '@clearcall/ui/session/server-clock.ts';
import { useId } from 'react';

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

/** A day with its label, error and calendar. */
export function DayField(props: {
  label: string;
  hint?: string | undefined;
  value: string;
  set: (day: string) => void;
  zone: string;
  error?: string | null | undefined;
  required?: boolean | undefined;
  min?: string | null | undefined;
}) {
  const { label, hint = '', error = null, required = false } = props;
  const id = useId();
  return (
    <FieldFrame
      id={id}
      className={undefined}
      frame="for"
      title={label}
      required={required}
      hint={hint}
      error={error}
      live
    >
      <DateBox
        id={id}
        title={label}
        value={props.value}
        required={required}
        invalid={error !== null}
        describedBy={describedById(id, hint, error)}
        min={props.min ?? null}
        max={null}
        today={plainDate(new Date(workflowNow()), props.zone)}
        set={props.set}
        leave={() => {}}
      />
    </FieldFrame>
  );
}
