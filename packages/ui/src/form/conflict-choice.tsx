import type { Element } from '@clearcall/domain/forms/types.ts';
import { Button } from '../kit/button.tsx';
import { quoted, quoting } from '../kit/text/quoting.tsx';
import { t } from '../kit/text/translate.ts';
import { focusWhenThere } from './focus.ts';
import classes from './form.module.css';
import type { FieldMark } from './form-presentation.ts';
import { textOf } from './text-of.ts';
import type { Conflict } from './unsaved-answers.ts';
import { useForm } from './use-form.tsx';

const questions = {
  server: {
    what: 'forms.versions.server',
    mine: 'forms.versions.mine',
    where: 'forms.versions.serverWhere',
    keep: 'forms.versions.serverKeep',
    take: 'forms.versions.serverTake',
  },
  device: {
    what: 'forms.versions.device',
    mine: 'forms.versions.here',
    where: 'forms.versions.deviceWhere',
    keep: 'forms.versions.deviceKeep',
    take: 'forms.versions.deviceTake',
  },
} as const;

/** Under a control: the question between two versions, and the way back from the answer. */
export function VersionChoice(props: { element: Element; groupId: string | null; mark: FieldMark }) {
  const { mark, ...field } = props;
  return (
    <>
      {mark.conflict === null ? null : <ConflictChoice {...field} conflict={mark.conflict} />}
      {mark.discarded === null ? null : <ChoiceMade {...field} discarded={mark.discarded} />}
    </>
  );
}

/** Two versions of one answer: one stands in the control, the other here, until the reader has chosen. */
function ConflictChoice(props: { element: Element; groupId: string | null; conflict: Conflict }) {
  const { element, groupId, conflict } = props;
  const { store, announce } = useForm();
  const key = { elementId: element.id, groupId };
  const label = questions[conflict.from];
  const choose = (act: () => void, sentence: string) => {
    act();
    announce(sentence);
    // The button that was pressed is gone now.
    focusWhenThere(undoId(props));
  };
  const versions = [
    {
      title: label.mine,
      text: textOf(store, key, store.read(key).values),
      verb: label.keep,
      choose: () => choose(() => store.choose('keepMine', key), t('forms.versions.saidKept')),
    },
    {
      title: label.where,
      text: textOf(store, key, conflict.theirs),
      verb: label.take,
      choose: () => choose(() => store.choose('takeTheirs', key), t('forms.versions.saidTaken')),
    },
  ];
  return (
    <fieldset className={classes.conflict}>
      <legend className="hidden-visually">
        {quoting(t('forms.versions.group', { title: element.title }), quoted(element, 'title'))}
      </legend>
      <p>
        <b>{t(label.what)}</b>
      </p>
      <div className={classes.versions}>
        {versions.map(({ title, text, verb, choose: chooseIt }) => (
          <div key={title}>
            <p>{t(title)}</p>
            <blockquote className={classes.theirs}>
              {text === '' ? t('forms.versions.nothing') : text}
            </blockquote>
            <Button size="sm" onClick={chooseIt}>
              {t(verb)}
            </Button>
          </div>
        ))}
      </div>
    </fieldset>
  );
}

const undoId = (field: { element: Element; groupId: string | null }) =>
  `${field.element.id}@${field.groupId ?? ''}:undo`;

/** After a choice: the words that were decided against, for as long as nothing else is written in the field. */
function ChoiceMade(props: { element: Element; groupId: string | null; discarded: readonly string[] }) {
  const { element, groupId, discarded } = props;
  const { store, announce } = useForm();
  const key = { elementId: element.id, groupId };
  const text = textOf(store, key, discarded);
  return (
    <fieldset className={classes.chosen}>
      <legend className="hidden-visually">
        {quoting(t('forms.versions.left', { title: element.title }), quoted(element, 'title'))}
      </legend>
      <p className="small soft">{t('forms.versions.leftIs')}</p>
      <blockquote className={classes.theirs}>{text === '' ? t('forms.versions.nothing') : text}</blockquote>
      <div className="row">
        <Button
          size="sm"
          variant="subtle"
          id={undoId(props)}
          onClick={() => {
            store.choose('undoChoice', key);
            announce(t('forms.versions.isBack'));
          }}
        >
          {t('forms.versions.undo')}
        </Button>
      </div>
    </fieldset>
  );
}
