import type { CallDefinition } from '@clearcall/domain/calls/definition/call-definition.ts';
import { effectSentences } from './effect-text.ts';
import classes from './publishing.module.css';
import type { Check } from './publishing-queries.ts';

/** What a publication does to people and applications, in numbers. */
export function EffectList({ check, definition }: { check: Check; definition: CallDefinition }) {
  return (
    <ul className={classes.effect}>
      {effectSentences(check, definition).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
