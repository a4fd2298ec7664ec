import type { Element } from '@clearcall/domain/forms/types.ts';
import { Button } from '../kit/button.tsx';
import classes from './form.module.css';
import type { Conflict } from './form-store.ts';
import { textOf } from './text-of.ts';
import { useForm } from './use-form.tsx';

/** Two versions of one answer: mine stands in the control, theirs here, until the reader has chosen. */
export function ConflictChoice(props: { element: Element; groupId: string | null; conflict: Conflict }) {
  const { store } = useForm();
  const key = { elementId: props.element.id, groupId: props.groupId };
  const theirs = textOf(store, key, props.conflict.theirs);
  return (
    <fieldset className={classes.conflict} aria-label={`${props.element.title}: two versions`}>
      <p>
        <b>This was changed in another window</b>
      </p>
      <p>There it says:</p>
      <blockquote className={classes.theirs}>{theirs === '' ? 'nothing' : theirs}</blockquote>
      <div className="row">
        <Button size="sm" onClick={() => store.keepMine(key)}>
          Keep mine
        </Button>
        <Button size="sm" onClick={() => store.takeTheirs(key)}>
          Take theirs
        </Button>
      </div>
    </fieldset>
  );
}
