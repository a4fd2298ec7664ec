import { lengthOfText } from '@clearcall/domain/forms/text.ts';
import classes from '../../kit/field/field.module.css';
import { useTyped } from '../../kit/field/use-typed.ts';
import { numberText } from '../../kit/text/number-text.ts';
import { t } from '../../kit/text/translate.ts';
import { lengthText } from '../limit-text.ts';
import { purposeOf } from '../purpose-of.ts';
import type { ControlProps, Skin } from '../skin.ts';
import { useForm } from '../use-form.tsx';

// What a profile calls a value, in the words that browsers know: they can fill in one's own data.

const formatExamples = {
  uid: 'forms.format.uid',
  orcid: 'forms.format.orcid',
  pic: 'forms.format.pic',
  doi: 'forms.format.doi',
} as const;

/**
 * One line of text. `inputMode` chooses the keyboard of a phone. A pasted text that `isWhole` knows to be a whole answer
 * takes the place of the one before instead of merging with it.
 */
export function LineControl(
  props: ControlProps & { inputMode?: 'text' | 'email'; isWhole?: (pasted: string) => boolean },
) {
  const { element, state, id } = props;
  const { store } = useForm();
  const key = { elementId: element.id, groupId: props.groupId };
  const typed = useTyped({
    shown: state.values[0] ?? '',
    take: (text) => props.set(text === '' ? [] : [text]),
    done: (text) => {
      const cleaned = text === null ? null : store.cleaned(key, [text]);
      if (cleaned !== null) props.set(cleaned);
      props.leave();
    },
  });
  const most = element.config.length?.max;
  // Said only near the end: before, it is noise.
  const length = most === undefined ? 0 : lengthOfText(typed.value);
  const near = most !== undefined && typed.typing && length >= most * 0.8;
  return (
    <span className={classes.lineBox}>
      <input
        id={id}
        type="text"
        className={classes.control}
        value={typed.value}
        inputMode={props.inputMode ?? 'text'}
        autoComplete={purposeOf(element)}
        spellCheck={props.inputMode !== 'email'}
        aria-required={state.required}
        aria-invalid={props.invalid}
        aria-describedby={props.describedBy}
        onChange={(event) => typed.type(event.currentTarget.value)}
        onPaste={(event) => {
          if (props.isWhole?.(event.clipboardData.getData('text').trim())) event.currentTarget.select();
        }}
        onBlur={typed.blur}
      />
      {near ? (
        <span className={classes.lineCount} aria-hidden="true">
          {t('forms.length.ofMaxShort', { length: numberText(length), max: numberText(most) })}
        </span>
      ) : null}
    </span>
  );
}

export const text: Skin = {
  frame: () => 'for',
  width: 'full',
  Control: LineControl,
  hint: (element) => {
    const { format } = element.config;
    if (format === undefined) return lengthText(element);
    // Those who wrote the form may have said it already.
    return element.description ? '' : t(formatExamples[format]);
  },
};
