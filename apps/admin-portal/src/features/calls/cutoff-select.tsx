import type { CallDefinition, CutoffDefinition } from '@clearcall/domain/calls/definition/call-definition.ts';
import selects from '@clearcall/ui/kit/field/list-select.module.css';
import { ListSelect } from '@clearcall/ui/kit/field/list-select.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { useId } from 'react';
import classes from './call.module.css';
import { cutoffText } from './cutoff-text.ts';

export interface ShownCutoff {
  /** The cut-off that is shown; undefined if the call has none. */
  cutoff: CutoffDefinition | undefined;
  choose: (id: string) => void;
  now: number;
}

/** Chooses the cut-off that a section shows. Shows nothing if there is only one. */
export function CutoffSelect({
  definition,
  cutoff,
  choose,
  now,
  className,
}: ShownCutoff & { definition: CallDefinition; className?: string | undefined }) {
  const id = useId();
  if (definition.cutoffs.length < 2) return null;
  return (
    <label className={`${selects.role} ${classes.cutoff} ${className ?? ''}`} htmlFor={id}>
      <span className="hidden-visually">{t('setup.call.cutoff')}</span>
      <ListSelect id={id} value={cutoff?.id ?? ''} onChange={(event) => choose(event.currentTarget.value)}>
        {definition.cutoffs.map((one) => (
          <option key={one.id} value={one.id}>
            {cutoffText(definition, one, now)}
          </option>
        ))}
      </ListSelect>
    </label>
  );
}
