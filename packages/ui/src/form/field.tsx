import type { Element } from '@clearcall/domain/forms/types.ts';
import { memo, useCallback, useState } from 'react';
import { useSettled } from '../kit/field/after-press.ts';
import classes from '../kit/field/field.module.css';
import { describedById, FieldFrame } from '../kit/field/field-frame.tsx';
import { Icon } from '../kit/icon.tsx';
import { langOf } from '../kit/text/author-language.ts';
import { translate } from '../kit/text/translate.ts';
import { VersionChoice } from './conflict-choice.tsx';
import { addressOf } from './field-address.ts';
import { UnderField } from './field-slots.tsx';
import { quotingTitles } from './quoting-titles.ts';
import { Reading } from './reading.tsx';
import { type Width, widthOf } from './skin.ts';
import { useSkin } from './skins-context.tsx';
import { useField, useFieldMark, useForm, useUpload } from './use-form.tsx';

const widthClasses: Record<Width, string | undefined> = {
  third: classes.third,
  half: classes.half,
  full: classes.full,
};

/** A text that another one follows. */
const sentence = (text: string): string => (/[.!?]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`);

/** One element of a form: its label, hint, control and errors; or nothing while it is hidden. */
export const Field = memo(function Field(props: { element: Element; groupId: string | null }) {
  const state = useField(props.element.id, props.groupId);
  return state.visible ? <ShownField {...props} /> : null;
});

function ShownField(props: { element: Element; groupId: string | null }) {
  const { element, groupId } = props;
  const { store, announce, mendsFiles } = useForm();
  const state = useField(element.id, groupId);
  // Another version of an answer comes when it comes, and not under the pointer.
  const mark = useSettled(useFieldMark(element.id, groupId));
  const hasPending = useUpload(element.id, groupId).pending.length > 0;
  const mends = mendsFiles && hasPending;
  const [complaint, setComplaint] = useState<string | null>(null);
  const [givenNote, setGivenNote] = useState<string | null>(null);
  const note = useSettled(givenNote);
  const skin = useSkin(element.type);
  const { Control } = skin;
  const frame = skin.frame(element, store.currentContext());
  const key = { elementId: element.id, groupId };
  const id = addressOf(key);
  const labelId = `${id}:label`;
  const set = useCallback(
    (values: readonly string[]) => store.set({ elementId: element.id, groupId }, values),
    [store, element.id, groupId],
  );
  const leave = useCallback(() => {
    const left = { elementId: element.id, groupId };
    store.presentation.leave(left);
    const { error } = store.read(left);
    if (error !== null && store.editable)
      announce(quotingTitles(store, `${element.title}: ${translate(error)}`));
  }, [store, announce, element, groupId]);

  const say = useCallback(
    (sentence: string | null) => {
      setGivenNote(sentence);
      if (sentence !== null) announce(sentence);
    },
    [announce],
  );

  // What cannot be read was left like that, be it before the page was loaded again.
  const mayShow = mark.showErrors || (state.error !== null && store.isUnread(key));
  const broken = mayShow && state.error !== null ? translate(state.error) : null;
  const error = useSettled(complaint ?? mark.refusal ?? broken);

  // What is no field takes the whole line, and so do two versions side by side, whatever the form says.
  const isWide = frame === 'bare' || mark.conflict !== null;
  const width = isWide ? classes.full : widthClasses[widthOf(element, skin)];
  if (frame === 'bare') {
    return (
      <div className={width}>
        <Control
          {...{ element, groupId, state, id, labelId, set, leave, say }}
          describedBy={undefined}
          invalid={false}
          complain={setComplaint}
        />
        <UnderField element={element} groupId={groupId} />
      </div>
    );
  }

  const locked = (!store.editable && !mends) || !state.editable;
  if (locked) {
    return (
      <Reading
        className={width}
        element={element}
        groupId={groupId}
        state={state}
        id={id}
        boxed={store.editable}
      />
    );
  }

  const description = frame === 'self' ? '' : (element.description ?? '');
  const limits = skin.hint?.(element, store.currentContext()) ?? '';
  const noteId = note === null ? undefined : `${id}:note`;
  const describedBy =
    [describedById(id, `${limits}${description}`.trim(), error), noteId]
      .filter((part) => part !== undefined)
      .join(' ') || undefined;
  const control = (
    <Control
      {...{ element, groupId, state, id, labelId, describedBy, set, leave, say }}
      invalid={error !== null}
      complain={setComplaint}
    />
  );
  return (
    <FieldFrame
      id={id}
      className={width}
      frame={frame}
      title={element.title}
      required={state.required}
      lang={langOf(element, 'title')}
      hint={
        description.trim() === '' ? (
          limits
        ) : (
          <>
            {limits.trim() === '' ? '' : `${sentence(limits)} `}
            <span lang={langOf(element, 'description')}>{description.trim()}</span>
          </>
        )
      }
      error={error === null ? null : quotingTitles(store, error)}
      under={
        <>
          {note === null ? null : (
            <p id={noteId} className={classes.note}>
              <Icon name="info" size={14} />
              {note}
            </p>
          )}
          <VersionChoice element={element} groupId={groupId} mark={mark} />
          <UnderField element={element} groupId={groupId} />
        </>
      }
    >
      {control}
    </FieldFrame>
  );
}
