import type { ReactNode } from 'react';
import formClasses from '../kit/field/field.module.css';
import classes from './part.module.css';

/** A part of a tab: what it is about at the left, its fields at the right. */
export function Part(props: { title: string; hint?: ReactNode; children: ReactNode; id: string }) {
  return (
    <section className={classes.part} aria-labelledby={`${props.id}-title`}>
      <div>
        <h2 id={`${props.id}-title`}>{props.title}</h2>
        {props.hint ? (
          <p id={`${props.id}-hint`} className="small soft">
            {props.hint}
          </p>
        ) : null}
      </div>
      <div className={formClasses.fields}>{props.children}</div>
    </section>
  );
}
