import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import type { DecisionTexts } from './decision-texts.ts';
import classes from './editor.module.css';

/** Sentences about a decision and what follows, for the question before it and the receipt after it. */
export function DecisionNote({ texts }: { texts: DecisionTexts }) {
  const { says, follows } = texts;
  return (
    <div className={classes.decides}>
      {says.length === 0 ? null : (
        <ul>
          {says.map((sentence) => (
            <li key={sentence}>{unbroken(sentence)}</li>
          ))}
        </ul>
      )}
      {follows === '' ? null : <p>{unbroken(follows)}</p>}
    </div>
  );
}
