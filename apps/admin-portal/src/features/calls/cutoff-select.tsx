import selects from '@clearcall/ui/kit/field/list-select.module.css';
import { ListSelect } from '@clearcall/ui/kit/field/list-select.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { useId } from 'react';
import classes from './call.module.css';
import type { OpenedCall } from './calls-queries.ts';
import { cutoffText } from './cutoff-text.ts';

export interface CutoffProps {
  call: OpenedCall;
  /** The cut-off that is shown; undefined if the call has none. */
  cutoff: OpenedCall['cutoffs'][number] | undefined;
  choose: (id: number) => void;
  now: number;
}

/** Chooses the cut-off that a section shows. Shows nothing if there is only one. */
export function CutoffSelect({
  call,
  cutoff,
  choose,
  now,
  className,
}: CutoffProps & { className?: string | undefined }) {
  const id = useId();
  if (call.cutoffs.length < 2) return null;
  return (
    <label className={`${selects.role} ${classes.cutoff} ${className ?? ''}`} htmlFor={id}>
      <span className="hidden-visually">{t('setup.call.cutoff')}</span>
      <ListSelect
        id={id}
        value={cutoff?.id ?? ''}
        onChange={(event) => choose(Number(event.currentTarget.value))}
      >
        {call.cutoffs.map((one) => (
          <option key={one.id} value={one.id}>
            {cutoffText(call, one, now)}
          </option>
        ))}
      </ListSelect>
    </label>
  );
}
