import type { ReactNode } from 'react';
import type { Choice } from '../kit/field/combobox.tsx';
import classes from '../kit/field/field.module.css';
import { t } from '../kit/text/translate.ts';
import type { ControlProps } from './skin.ts';

/** A short list of boxes to tick, the chosen ones kept in the order of the list. */
export function TickList(props: ControlProps & { choices: readonly Choice[]; emptyText?: ReactNode }) {
  const { choices, state, id } = props;
  const known = choices.map((choice) => choice.value);
  // What is no longer offered stays visible, so that it can be taken out.
  const stale = state.values.filter((value) => !known.includes(value));
  const all: readonly Choice[] = [
    ...choices,
    ...stale.map((value) => ({ value, label: t('forms.choose.notOffered', { value }) })),
  ];
  if (all.length === 0) return <p className="small soft">{props.emptyText ?? t('forms.choose.nothing')}</p>;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only hears that the focus has left all of it
    <div
      className={classes.ticks}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) props.leave();
      }}
    >
      {all.map((choice, index) => (
        <label key={choice.value} className={classes.tickLine}>
          <input
            id={index === 0 ? id : `${id}:${choice.value}`}
            type="checkbox"
            className={classes.box}
            checked={state.values.includes(choice.value)}
            aria-invalid={props.invalid || undefined}
            onChange={(event) => {
              const chosen = new Set(state.values);
              if (event.currentTarget.checked) chosen.add(choice.value);
              else chosen.delete(choice.value);
              props.set(all.map((one) => one.value).filter((value) => chosen.has(value)));
            }}
          />
          <span>
            <span lang={choice.lang}>{choice.label}</span>
            {choice.detail ? <small>{choice.detail}</small> : null}
          </span>
        </label>
      ))}
    </div>
  );
}
