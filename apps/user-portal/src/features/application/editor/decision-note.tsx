import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import type { DecisionTexts } from './decision-texts.ts';
import classes from './editor.module.css';

/** What is decided, and what follows: in the question before it, and afterwards. */
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
      <p>{unbroken(follows)}</p>
    </div>
  );
}
