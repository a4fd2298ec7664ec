import type { Language } from '@clearcall/i18n/language.ts';
import type { ReactNode } from 'react';
import { Icon } from '../icon.tsx';
import { t } from '../text/translate.ts';
import classes from './field.module.css';

/** The ids of what describes a control: its hint and its error, while they are there. */
export function describedById(id: string, hint: ReactNode, error: ReactNode): string | undefined {
  const ids = [hint ? `${id}:hint` : '', error === null ? '' : `${id}:error`];
  return ids.filter((part) => part !== '').join(' ') || undefined;
}

/** The asterisk behind the name of what has to be answered; screen readers hear it from the control. */
export function RequiredMark() {
  return (
    <span className={classes.required} aria-hidden="true">
      {'\u00a0*'}
    </span>
  );
}

/** What is wrong with a field, in words. */
export function FieldError(props: { id: string | undefined; children: ReactNode }) {
  return (
    <p id={props.id} className={classes.error}>
      <Icon name="warning" size={14} />
      {props.children}
    </p>
  );
}

/**
 * What stands around a control: label, hint, and what is wrong. `for`: one control of this id. `group`, `radios`: several
 * under one heading. `self`: the control writes its own label.
 */
export function FieldFrame(props: {
  id: string;
  className: string | undefined;
  frame: 'for' | 'group' | 'radios' | 'self';
  title: ReactNode;
  /** The language of the title, where it is not that of the page. */
  lang?: Language | undefined;
  required: boolean;
  hint: ReactNode;
  error: ReactNode;
  /** The error is read aloud when it comes; else the form that it stands in says what is to be heard. */
  live?: true;
  /** Between the control and its error. */
  under?: ReactNode;
  /** After the error. */
  below?: ReactNode;
  children: ReactNode;
}) {
  const { id, frame, hint, error, required } = props;
  const labelId = `${id}:label`;
  const several = frame === 'group' || frame === 'radios';
  const label = (
    <>
      <span lang={props.lang}>{props.title}</span>
      {required ? <RequiredMark /> : null}
    </>
  );
  const complaint = error === null ? null : <FieldError id={`${id}:error`}>{error}</FieldError>;
  return (
    <div
      className={`${props.className ?? ''} ${classes.field} ${error === null ? '' : classes.wrong}`}
      {...(several
        ? {
            role: frame === 'radios' ? 'radiogroup' : 'group',
            'aria-labelledby': labelId,
            'aria-describedby': describedById(id, hint, error),
            ...(frame === 'radios' ? { 'aria-required': required, 'aria-invalid': error !== null } : {}),
          }
        : {})}
    >
      <div className={classes.slot}>
        {frame === 'for' ? (
          <label htmlFor={id} id={labelId} className={classes.label}>
            {label}
          </label>
        ) : null}
        {several ? (
          <span id={labelId} className={classes.label}>
            {label}
            {required && frame === 'group' ? (
              <span className="hidden-visually"> {t('forms.required')}</span>
            ) : null}
          </span>
        ) : null}
        {hint ? (
          <span id={`${id}:hint`} className={classes.hint}>
            {hint}
          </span>
        ) : null}
      </div>
      <div className={classes.slot}>{props.children}</div>
      <div className={classes.slot}>
        {props.under}
        {props.live ? <div aria-live="polite">{complaint}</div> : complaint}
        {props.below ? <div className={classes.below}>{props.below}</div> : null}
      </div>
    </div>
  );
}
