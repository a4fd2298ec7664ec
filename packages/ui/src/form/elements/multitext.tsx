import { type ClipboardEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { Chips } from '../../kit/field/combobox.tsx';
import classes from '../../kit/field/field.module.css';
import { isComposing } from '../../kit/field/is-composing.ts';
import { t } from '../../kit/text/translate.ts';
import { countLimitText } from '../limit-text.ts';
import type { ControlProps, Skin } from '../skin.ts';
import { isList, withItems } from '../typed-items.ts';
import { useForm } from '../use-form.tsx';

function MultitextControl(props: ControlProps) {
  const { state } = props;
  const { announce } = useForm();
  const [typed, setTyped] = useState('');
  const box = useRef<HTMLInputElement>(null);
  const add = (text: string) => {
    const next = withItems(state.values, text);
    const added = next.slice(state.values.length);
    if (added.length > 0) {
      props.set(next);
      announce(t('forms.choose.add', { items: added }));
    }
    setTyped('');
  };
  const last = useRef({ typed, add });
  useLayoutEffect(() => {
    last.current = { typed, add };
  });
  // Half a word is kept as well when the control goes from the page, or the page itself, with the focus in it.
  useLayoutEffect(() => {
    const keep = () => last.current.add(last.current.typed);
    window.addEventListener('pagehide', keep, { capture: true });
    return () => {
      window.removeEventListener('pagehide', keep, { capture: true });
      keep();
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event)) return;
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault();
      add(typed);
    } else if (event.key === 'Backspace' && typed === '' && state.values.length > 0) {
      announce(t('forms.choose.removed', { items: state.values.at(-1) ?? '' }));
      props.set(state.values.slice(0, -1));
    }
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text');
    if (!isList(text)) return;
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    add(typed.slice(0, selectionStart ?? typed.length) + text + typed.slice(selectionEnd ?? typed.length));
  };
  return (
    <div className={classes.combo} data-invalid={props.invalid || undefined}>
      <Chips
        values={state.values}
        labelOf={(value) => value}
        remove={(value) => {
          props.set(state.values.filter((one) => one !== value));
          announce(t('forms.choose.removed', { items: value }));
          box.current?.focus();
        }}
      />
      <input
        ref={box}
        id={props.id}
        type="text"
        autoComplete="off"
        className={classes.comboInput}
        value={typed}
        aria-required={state.required}
        aria-invalid={props.invalid}
        aria-describedby={props.describedBy}
        onChange={(event) => {
          // Some phones have no key event for a comma.
          const text = event.currentTarget.value;
          if (text.includes(',')) add(text);
          else setTyped(text);
        }}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={() => {
          add(typed);
          props.leave();
        }}
      />
    </div>
  );
}

export const multitext: Skin = {
  frame: () => 'for',
  width: 'full',
  Control: MultitextControl,
  hint: (element, context) => {
    const limits = countLimitText(element, context);
    // Those who wrote the form may have said it already.
    const how = /comma|komma|virgule/i.test(element.description ?? '') ? '' : t('forms.choose.separate');
    return [limits, how].filter((part) => part !== '').join('. ');
  },
};
