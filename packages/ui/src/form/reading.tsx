import { itemsOf } from '@clearcall/domain/forms/elements/rule.ts';
import type { Element, FieldState } from '@clearcall/domain/forms/types.ts';
import fieldClasses from '../kit/field/field.module.css';
import { langOf } from '../kit/text/author-language.ts';
import { EmailText } from '../kit/text/email-text.tsx';
import { t } from '../kit/text/translate.ts';
import { UnderField } from './field-slots.tsx';
import classes from './form.module.css';
import { readingOf } from './skin.ts';
import { useSkin } from './skins-context.tsx';
import { textOf } from './text-of.ts';
import { useForm } from './use-form.tsx';

/** The answer of an element as people read it: as its type draws it, else its text; plainly said where there is none. */
export function ReadValue(props: { element: Element; groupId: string | null; state: FieldState }) {
  const { store } = useForm();
  const { element, groupId, state } = props;
  const Own = readingOf(element, useSkin(element.type));
  if (Own && state.values.length > 0) return <Own element={element} groupId={groupId} state={state} />;
  const text = textOf(store, { elementId: element.id, groupId }, state.values);
  if (text === '') return <span className="muted">{t('forms.read.notAnswered')}</span>;
  if (element.type === 'email') return <EmailText address={text} />;
  const chosen = itemsOf(element, store.currentContext()).find((item) => item.value === state.values[0]);
  return chosen === undefined ? text : <span lang={langOf(chosen, 'label')}>{text}</span>;
}

/** An answer that can be read and not changed. `boxed` among fields that can be, and on one line with them. */
export function Reading(props: {
  className: string | undefined;
  element: Element;
  groupId: string | null;
  state: FieldState;
  id: string;
  boxed: boolean;
}) {
  const { element, groupId, state } = props;
  const own = readingOf(element, useSkin(element.type)) !== undefined && state.values.length > 0;
  const value = <ReadValue element={element} groupId={groupId} state={state} />;
  return (
    <div
      className={`${props.className ?? ''} ${props.boxed ? fieldClasses.field : ''}`}
      id={props.id}
      tabIndex={-1}
    >
      <p className={props.boxed ? fieldClasses.label : classes.readingLabel} lang={langOf(element, 'title')}>
        {element.title}
      </p>
      {own ? value : <p className={props.boxed ? classes.readingBox : classes.readingText}>{value}</p>}
      <UnderField element={element} groupId={groupId} />
    </div>
  );
}
