import { addYears } from '@clearcall/domain/forms/dates.ts';
import { lengthOfText } from '@clearcall/domain/forms/text.ts';
import { maxFields, type ProfileText, textRule } from '@clearcall/domain/people/profile.ts';
import { type Choice, Combobox } from '@clearcall/ui/kit/field/combobox.tsx';
import { DateBox } from '@clearcall/ui/kit/field/date-box.tsx';
import formClasses from '@clearcall/ui/kit/field/field.module.css';
import { describedById, FieldFrame } from '@clearcall/ui/kit/field/field-frame.tsx';
import { PhoneBox } from '@clearcall/ui/kit/field/phone-box.tsx';
import { SelectBox } from '@clearcall/ui/kit/field/select-box.tsx';
import { normalisePhone } from '@clearcall/ui/kit/field/typed-phone.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import type { ReactNode } from 'react';
import classes from './profile.module.css';
import { useProfileField } from './profile-form-context.ts';

interface FieldText {
  title: string;
  hint?: ReactNode;
  /** Beside another one instead of over the whole line. */
  half?: boolean;
}

function useText(field: ProfileText, { hint, half }: FieldText) {
  const found = useProfileField(field);
  const rule = textRule(field);
  const required = rule.required === true || rule.kind === 'birth';
  return {
    ...found,
    text: found.value ?? '',
    max: rule.max,
    required,
    invalid: found.error !== null,
    describedBy: describedById(found.id, hint, found.error),
    frame: {
      id: found.id,
      frame: 'for',
      className: half ? formClasses.half : formClasses.full,
      hint,
      error: found.error,
      live: true,
      required,
    } as const,
  };
}

/** One line of text. `show` is how it is read while nobody types in it. */
export function LineField(
  props: FieldText & {
    field: ProfileText;
    autoComplete?: string;
    inputMode?: 'text' | 'url';
    under?: (text: string) => ReactNode;
  },
) {
  const field = useText(props.field, props);
  return (
    <FieldFrame {...field.frame} title={props.title} under={props.under?.(field.text)}>
      <input
        id={field.id}
        type="text"
        className={formClasses.control}
        value={field.text}
        inputMode={props.inputMode}
        autoComplete={props.autoComplete ?? 'off'}
        spellCheck={false}
        maxLength={field.max}
        aria-required={field.required}
        aria-invalid={field.invalid}
        aria-describedby={field.describedBy}
        onChange={(event) => field.set(event.currentTarget.value)}
        onBlur={field.leave}
      />
    </FieldFrame>
  );
}

/** Text of a few lines: it grows with what is written. */
export function LinesField(props: FieldText & { field: ProfileText; autoComplete?: string; rows?: number }) {
  const field = useText(props.field, props);
  const length = lengthOfText(field.text);
  return (
    <FieldFrame
      {...field.frame}
      title={props.title}
      under={
        length >= field.max * 0.8 ? (
          <p className={formClasses.under}>{t('profile.fields.length', { length, max: field.max })}</p>
        ) : null
      }
    >
      <textarea
        id={field.id}
        rows={props.rows ?? 2}
        className={`${formClasses.control} ${formClasses.area}`}
        value={field.text}
        autoComplete={props.autoComplete ?? 'off'}
        maxLength={field.max}
        aria-required={field.required}
        aria-invalid={field.invalid}
        aria-describedby={field.describedBy}
        onChange={(event) => field.set(event.currentTarget.value)}
        onBlur={field.leave}
      />
    </FieldFrame>
  );
}

/** What may be chosen: what is offered now, and what the person has from an older list. */
function offered(
  choices: readonly (Choice & { offered?: false })[],
  had: readonly (string | null)[],
): Choice[] {
  return choices.filter((choice) => choice.offered !== false || had.includes(choice.value));
}

/** One of a few options. */
export function OptionField(props: FieldText & { field: ProfileText; autoComplete?: string }) {
  const field = useText(props.field, props);
  const { list } = textRule(props.field);
  const choices = list === undefined ? [] : offered(field.form.lists[list], [field.value]);
  return (
    <FieldFrame {...field.frame} title={props.title}>
      <SelectBox
        id={field.id}
        value={field.text}
        choices={choices}
        required={field.required}
        invalid={field.invalid}
        describedBy={field.describedBy}
        autoComplete={props.autoComplete}
        set={field.set}
        leave={field.leave}
      />
    </FieldFrame>
  );
}

/** One of many options, searched by code and name. */
export function SearchField(props: FieldText & { field: ProfileText }) {
  const field = useText(props.field, props);
  const { list } = textRule(props.field);
  const choices = list === undefined ? [] : offered(field.form.lists[list], [field.value]);
  return (
    <FieldFrame {...field.frame} title={props.title}>
      <Combobox
        id={field.id}
        labelId={`${field.id}:label`}
        describedBy={field.describedBy}
        invalid={field.invalid}
        required={field.required}
        choices={choices}
        values={field.text === '' ? [] : [field.text]}
        choose={(values) => field.set(values[0] ?? '')}
        leave={field.leave}
      />
    </FieldFrame>
  );
}

export function BirthField(props: FieldText) {
  const field = useText('dateOfBirth', props);
  const { today } = field.form;
  return (
    <FieldFrame {...field.frame} title={props.title}>
      <span className={classes.wide}>
        <DateBox
          id={field.id}
          title={props.title}
          value={field.text}
          required
          invalid={field.invalid}
          describedBy={field.describedBy}
          autoComplete="bday"
          min={addYears(today, -100)}
          max={addYears(today, -18)}
          today={today}
          set={field.set}
          leave={field.leave}
        />
      </span>
    </FieldFrame>
  );
}

export function PhoneField(props: FieldText) {
  const field = useText('phoneNumber', props);
  return (
    <FieldFrame {...field.frame} title={props.title}>
      <PhoneBox
        id={field.id}
        title={props.title}
        value={field.text}
        required={false}
        invalid={field.invalid}
        describedBy={field.describedBy}
        autoComplete="tel-national"
        clean={normalisePhone}
        set={field.set}
        leave={field.leave}
      />
    </FieldFrame>
  );
}

const places = ['profile.fields.first', 'profile.fields.second', 'profile.fields.third'] as const;
const domains = new Map([
  ['PE', 'profile.fields.PE'],
  ['LS', 'profile.fields.LS'],
  ['SH', 'profile.fields.SH'],
] as const);

/**
 * Up to three fields of expertise. The next one is offered once the one before it is chosen, and never one that is
 * chosen already; a search for a domain finds its panels. Source: Requirements 1, 2.87 and 3.16.
 */
export function ResearchFields() {
  const { form, id, value, error, set, leave } = useProfileField('fields');
  const all = offered(form.lists.research_fields, value).map((choice) => {
    const domain = domains.get(choice.value.slice(0, 2) as 'PE' | 'LS' | 'SH');
    return domain === undefined ? choice : { ...choice, detail: t(domain) };
  });
  return places.slice(0, maxFields).map((title, place) => {
    const chosen = value[place] ?? '';
    // The domain helps to find a field; once it is chosen its name is enough.
    const shown = all.map(({ detail, ...choice }) =>
      detail === undefined || choice.value === chosen ? choice : { ...choice, detail },
    );
    const taken = value.filter((_field, other) => other !== place);
    const waits = place > 0 && (value[place - 1] ?? '') === '';
    const own = place === 0 ? id : `${id}-${place + 1}`;
    // What is wrong with all of them together is said once.
    const shownError = place === 0 ? error : null;
    const hint = waits ? t(place === 1 ? 'profile.fields.afterFirst' : 'profile.fields.afterSecond') : '';
    return (
      <FieldFrame
        key={title}
        id={own}
        frame="for"
        className={formClasses.full}
        title={t(title)}
        required={place === 0}
        hint={hint}
        error={shownError}
        live
      >
        {waits ? (
          <input
            id={own}
            type="text"
            className={formClasses.control}
            disabled
            aria-describedby={describedById(own, hint, null)}
          />
        ) : (
          <Combobox
            id={own}
            labelId={`${own}:label`}
            describedBy={describedById(own, hint, shownError)}
            invalid={shownError !== null}
            required={place === 0}
            choices={shown.filter((choice) => !taken.includes(choice.value))}
            values={chosen === '' ? [] : [chosen]}
            choose={(values) => {
              const next = [...value];
              next[place] = values[0] ?? '';
              // What is taken out closes up: the second becomes the first.
              set(next.filter((field) => field !== ''));
            }}
            leave={leave}
          />
        )}
      </FieldFrame>
    );
  });
}
