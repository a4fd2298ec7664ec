import { lengthOfText } from '@clearcall/domain/forms/text.ts';
import { useEffect, useRef } from 'react';
import classes from '../../kit/field/field.module.css';
import { TextMeter } from '../../kit/field/text-meter.tsx';
import { useTyped } from '../../kit/field/use-typed.ts';
import { numberText } from '../../kit/text/number-text.ts';
import { t } from '../../kit/text/translate.ts';
import { lengthText } from '../limit-text.ts';
import type { ControlProps, Skin } from '../skin.ts';
import { useForm } from '../use-form.tsx';

// Where CSS cannot make the box as high as its text, we measure.
const growsByItself = typeof CSS !== 'undefined' && CSS.supports('field-sizing', 'content');

function TextareaControl(props: ControlProps) {
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
  const box = useRef<HTMLTextAreaElement>(null);
  const { value } = typed;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useEffect(() => {
    const area = box.current;
    if (growsByItself || !area) return;
    area.style.height = 'auto';
    area.style.height = `${area.scrollHeight + 2}px`;
  }, [value]);

  const { min, max } = element.config.length ?? {};
  const length = lengthOfText(value);
  const counterId = `${id}:count`;
  const full = max ?? min;
  return (
    <>
      <textarea
        id={id}
        ref={box}
        className={`${classes.control} ${classes.area}`}
        rows={max !== undefined && max <= 500 ? 3 : 5}
        value={value}
        aria-required={state.required}
        aria-invalid={props.invalid}
        aria-describedby={props.describedBy}
        onChange={(event) => typed.type(event.currentTarget.value)}
        onBlur={typed.blur}
      />
      {full === undefined ? null : (
        <>
          <TextMeter length={length} min={min} max={max} />
          <p className={classes.under}>
            <span />
            <span id={counterId} className="num">
              {max === undefined
                ? t('forms.length.ofMin', { length: numberText(length), min: numberText(min ?? 0) })
                : t('forms.length.ofMax', { length: numberText(length), max: numberText(max) })}
            </span>
          </p>
        </>
      )}
    </>
  );
}

export const textarea: Skin = {
  frame: () => 'for',
  width: 'full',
  Control: TextareaControl,
  hint: lengthText,
};
