import type { Element } from '@clearcall/domain/forms/types.ts';
import { Button } from '../kit/button.tsx';
import { focusWhenThere } from './focus.ts';
import classes from './form.module.css';
import type { Conflict, FieldMark } from './form-store.ts';
import { textOf } from './text-of.ts';
import { useForm } from './use-form.tsx';

const questions = {
  server: {
    what: 'This was changed in another window or on another device',
    where: 'There it says:',
    keep: 'Keep mine',
    take: 'Take theirs',
  },
  device: {
    what: 'Other words for this field were found on this device',
    where: 'They were not saved:',
    keep: 'Keep what is here',
    take: 'Take these words',
  },
} as const;

/** Under a control: the question between two versions, and the way back from the answer. */
export function VersionChoice(props: { element: Element; groupId: string | null; mark: FieldMark }) {
  const { mark, ...field } = props;
  return (
    <>
      {mark.conflict === null ? null : <ConflictChoice {...field} conflict={mark.conflict} />}
      {mark.refused === null ? null : <ChoiceMade {...field} refused={mark.refused} />}
    </>
  );
}

/** Two versions of one answer: one stands in the control, the other here, until the reader has chosen. */
function ConflictChoice(props: { element: Element; groupId: string | null; conflict: Conflict }) {
  const { element, groupId, conflict } = props;
  const { store, announce } = useForm();
  const key = { elementId: element.id, groupId };
  const theirs = textOf(store, key, conflict.theirs);
  const words = questions[conflict.from];
  const choose = (act: () => void, said: string) => {
    act();
    announce(said);
    // The button that was pressed is gone now.
    focusWhenThere(undoId(props));
  };
  return (
    <fieldset className={classes.conflict} aria-label={`${element.title}: two versions`}>
      <p>
        <b>{words.what}</b>
      </p>
      <p>{words.where}</p>
      <blockquote className={classes.theirs}>{theirs === '' ? 'nothing' : theirs}</blockquote>
      <div className="row">
        <Button size="sm" onClick={() => choose(() => store.keepMine(key), 'Your version stays.')}>
          {words.keep}
        </Button>
        <Button size="sm" onClick={() => choose(() => store.takeTheirs(key), 'The other version was taken.')}>
          {words.take}
        </Button>
      </div>
    </fieldset>
  );
}

const undoId = (field: { element: Element; groupId: string | null }) =>
  `${field.element.id}@${field.groupId ?? ''}:undo`;

/** After a choice: the words that were decided against, for as long as nothing else is written in the field. */
function ChoiceMade(props: { element: Element; groupId: string | null; refused: readonly string[] }) {
  const { element, groupId, refused } = props;
  const { store, announce } = useForm();
  const key = { elementId: element.id, groupId };
  const text = textOf(store, key, refused);
  return (
    <fieldset className={classes.chosen} aria-label={`${element.title}: the version you left`}>
      <p className="small soft">You left this version:</p>
      <blockquote className={classes.theirs}>{text === '' ? 'nothing' : text}</blockquote>
      <div className="row">
        <Button
          size="sm"
          variant="subtle"
          id={undoId(props)}
          onClick={() => {
            store.undoChoice(key);
            announce('The version that you left is back.');
          }}
        >
          Undo
        </Button>
      </div>
    </fieldset>
  );
}
