import { useId } from 'react';
import type { Choice } from './combobox.tsx';
import { describedById, FieldFrame } from './field-frame.tsx';
import { SelectBox } from './select-box.tsx';

/** One of a few, in a frame with its label. Without `unset` nothing can be left open. */
export function SelectField(props: {
  label: string;
  hint?: string | undefined;
  required?: boolean;
  unset?: string | undefined;
  value: string;
  error?: string | null;
  choices: readonly Choice[];
  set: (value: string) => void;
}) {
  const id = useId();
  const { hint = '', required = false, error = null } = props;
  return (
    <FieldFrame
      id={id}
      className={undefined}
      frame="for"
      title={props.label}
      required={required}
      hint={hint}
      error={error}
      live
    >
      <SelectBox
        id={id}
        value={props.value}
        choices={props.choices}
        unset={props.unset}
        required={required}
        invalid={error !== null}
        describedBy={describedById(id, hint, error)}
        set={props.set}
        leave={() => {}}
      />
    </FieldFrame>
  );
}
