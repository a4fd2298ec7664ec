import type { PreviewedLetter } from '@clearcall/contract/letters.ts';
import classes from './letter-text.module.css';

/** A letter as its recipient would read it in plain text, under its address and subject. */
export function LetterText(props: { letter: PreviewedLetter; labels: { to: string; subject: string } }) {
  const { letter, labels } = props;
  return (
    <div className={classes.letter}>
      <dl>
        <div>
          <dt>{labels.to}</dt>
          <dd>{letter.recipient}</dd>
        </div>
        <div>
          <dt>{labels.subject}</dt>
          <dd>{letter.subject}</dd>
        </div>
      </dl>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <pre tabIndex={0}>{letter.text}</pre>
    </div>
  );
}
