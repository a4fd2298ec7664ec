import { lengthOfText } from '@clearcall/domain/forms/text.ts';
import type { Language } from '@clearcall/i18n/language.ts';
import { AreaField } from '@clearcall/ui/kit/field/area-field.tsx';
import fields from '@clearcall/ui/kit/field/field.module.css';
import { TextField } from '@clearcall/ui/kit/field/text-field.tsx';
import { TextMeter } from '@clearcall/ui/kit/field/text-meter.tsx';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import type { ReactNode } from 'react';
import { idOfPlace } from '../../../parts/calls/call-places.ts';
import { type DraftPlace, useDraftText } from './use-draft-text.ts';

interface DraftFieldProps extends DraftPlace {
  label: string;
  hint?: ReactNode;
  width?: 'third' | 'half';
  lang?: Language | undefined;
  placeholder?: string | undefined;
  /** Shown and not edited. */
  locked?: boolean;
}

/** One line of text of the draft. */
export function DraftField(
  props: DraftFieldProps & { under?: ReactNode; list?: string; maxLength?: number },
) {
  const { at, label, hint, width, lang, placeholder, locked, under, list, maxLength } = props;
  const { value, error, type, blur } = useDraftText(props);
  return (
    <div id={idOfPlace(at)} className={fields[width ?? 'full']}>
      <TextField
        label={label}
        hint={hint}
        lang={lang}
        placeholder={placeholder}
        list={list}
        maxLength={maxLength}
        under={under}
        value={value}
        error={error}
        readOnly={locked}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={blur}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) blur();
        }}
      />
    </div>
  );
}

/** Several lines of text of the draft, with a counter. */
export function DraftArea(props: DraftFieldProps & { min: number; max: number }) {
  const { at, label, lang, placeholder, min, max } = props;
  const { value, error, type, blur } = useDraftText(props);
  const length = lengthOfText(value.trim());
  return (
    <div id={idOfPlace(at)} className={fields.full}>
      <AreaField
        label={label}
        lang={lang}
        placeholder={placeholder}
        rows={3}
        value={value}
        error={error}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={blur}
        under={
          <>
            <TextMeter length={length} min={min} max={max} />
            <p className={fields.under}>
              <span>{t('setup.callEditing.length', { min, max })}</span>
              <span className="num">
                {t('forms.length.ofMax', { length: numberText(length), max: numberText(max) })}
              </span>
            </p>
          </>
        }
      />
    </div>
  );
}
