import { plainDate } from '@clearcall/domain/deadlines/plain-date.ts';
import { useId } from 'react';
import { workflowNow } from '../../session/server-clock.ts';
import { DateBox } from './date-box.tsx';
import { describedById, FieldFrame } from './field-frame.tsx';

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
  max?: string | null | undefined;
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
        max={props.max ?? null}
        today={plainDate(new Date(workflowNow()), props.zone)}
        set={props.set}
        leave={() => {}}
      />
    </FieldFrame>
  );
}
