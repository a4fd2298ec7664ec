import { type ReactNode, useId, useState } from 'react';
import { AreaField } from '../field/area-field.tsx';
import { RadioBoxes } from '../field/boxes.tsx';
import { DayField } from '../field/day-field.tsx';
import { FieldFrame } from '../field/field-frame.tsx';
import { SelectField } from '../field/select-field.tsx';
import { CheckField, TextField } from '../field/text-field.tsx';
import { type UseWords, useWordsOfPage, type WordsPlace } from './kept-words.ts';

type Value = string | boolean;
type Choice<V extends string = string> = { value: V; label: string };
type AnyValues = Readonly<Record<string, Value>>;

type Condition = Readonly<Record<string, readonly Value[]>>;

const holds = (condition: Condition | undefined, values: AnyValues): boolean =>
  Object.entries(condition ?? {}).every(([name, wanted]) => wanted.includes(values[name] ?? ''));

/** Whether a field is shown beside what the others hold. */
export const isShown = ({ shownIf }: Field, values: AnyValues): boolean => holds(shownIf, values);

/** Where the words of a field are kept: by the page, unless `useWords` keeps them longer. */
export interface KeptAt extends Omit<WordsPlace, 'name'> {
  /** What the words are called; the label of the field unless given. */
  name?: string | undefined;
  useWords?: UseWords | undefined;
}

interface Common {
  label: string;
  hint?: string | undefined;
  /** What is said where it is empty; without it nothing is needed. */
  required?: string | undefined;
  /** It is needed only while another field holds one of these values. */
  neededIf?: Condition | undefined;
  /** Codes of the refusals that are about it. */
  codes?: readonly string[] | undefined;
  /** It is shown, and needed, only while another field holds one of these values. */
  shownIf?: Condition | undefined;
}

/** A question of a dialog. Values are strings, days as yyyy-mm-dd; those of a tick are booleans. */
export type Field = Common &
  (
    | {
        type: 'area' | 'text' | 'time';
        initial?: string | undefined;
        maxLength?: number | undefined;
        rows?: number | undefined;
        /** The dialog opens with the focus in it. */
        isFirst?: boolean | undefined;
        /** Its words are kept there until they are sent; one field of a dialog at most. */
        kept?: KeptAt | undefined;
      }
    | {
        type: 'day';
        initial?: string | undefined;
        zone: string;
        min?: string | null | undefined;
        max?: string | null | undefined;
      }
    | { type: 'select'; initial?: string | undefined; choices: readonly Choice[]; unset?: string | undefined }
    | { type: 'radio'; initial: string; choices: readonly Choice[] }
    | { type: 'tick'; initial?: boolean | undefined }
  );

export type Fields = Readonly<Record<string, Field>>;

/** What the fields hold, by their names. */
export type Values<F extends Fields> = {
  readonly [Name in keyof F]: F[Name] extends { type: 'tick' }
    ? boolean
    : F[Name] extends { type: 'radio'; choices: readonly Choice<infer V>[] }
      ? V
      : string;
};

const isWords = (field: Field | undefined): boolean => field?.type === 'area' || field?.type === 'text';

/** The values as they are sent: words without the blanks around them. */
export const trimmed = <F extends Fields>(fields: F, values: Values<F>): Values<F> =>
  Object.fromEntries(
    Object.entries<Value>(values).map(([name, value]) => [
      name,
      typeof value === 'string' && isWords(fields[name]) ? value.trim() : value,
    ]),
  ) as Values<F>;

/** Sentences of the fields that are needed and empty, by name. */
export function missingIn<F extends Fields>(fields: F, values: Values<F>): Record<string, string> {
  const sent: AnyValues = trimmed(fields, values);
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      isNeeded(field, values) && sent[name] === emptyOf(field) ? [[name, field.required ?? '']] : [],
    ),
  );
}

const isNeeded = (field: Field, values: AnyValues): boolean =>
  field.required !== undefined && holds(field.shownIf, values) && holds(field.neededIf, values);

const emptyOf = ({ type }: Field): Value => (type === 'tick' ? false : '');

/** What the fields hold, what changes one of them, and what forgets the words that are kept. */
export function useValues<F extends Fields>(
  fields: F,
): [values: Values<F>, set: (name: string, value: Value) => void, forget: () => void] {
  const [values, setValues] = useState<AnyValues>(() =>
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, field.initial ?? emptyOf(field)]),
    ),
  );
  const [name = '', field] =
    Object.entries(fields).find(([, one]) => 'kept' in one && one.kept !== undefined) ?? [];
  const place = field !== undefined && 'kept' in field ? field.kept : undefined;
  const useWords = place?.useWords ?? useWordsOfPage;
  const [words, setWords, forget] = useWords(
    { key: place?.key ?? '', uid: place?.uid ?? '', name: place?.name ?? field?.label ?? '' },
    String(values[name] ?? ''),
    { isShown: place !== undefined },
  );
  return [
    { ...values, ...(place === undefined ? {} : { [name]: words }) } as Values<F>,
    (changed, value) => {
      if (place !== undefined && changed === name) setWords(String(value));
      else setValues((before) => ({ ...before, [changed]: value }));
    },
    () => {
      if (place !== undefined) forget();
    },
  ];
}

/** One question with its label and what is wrong with it. While the command is pending nothing can be changed. */
export function FieldControl(props: {
  field: Field;
  values: AnyValues;
  value: Value;
  error: string | null;
  isPending: boolean;
  set: (value: Value) => void;
}): ReactNode {
  const { field, error, isPending, set } = props;
  const id = useId();
  const { label, hint } = field;
  const value = String(props.value);
  const required = isNeeded(field, props.values);
  const common = { label, hint, required, error };
  switch (field.type) {
    case 'area':
    case 'text':
    case 'time': {
      const { maxLength, rows, isFirst, type } = field;
      const attributes = {
        ...common,
        value,
        maxLength,
        readOnly: isPending,
        ...(isFirst === true ? { 'data-autofocus': true } : {}),
        onChange: (event: { currentTarget: { value: string } }) => set(event.currentTarget.value),
      };
      if (type === 'area') return <AreaField {...attributes} {...(rows === undefined ? {} : { rows })} />;
      return <TextField {...attributes} type={type} autoComplete="off" />;
    }
    case 'day':
      return (
        <DayField {...common} value={value} zone={field.zone} min={field.min} max={field.max} set={set} />
      );
    case 'select':
      return <SelectField {...common} value={value} choices={field.choices} unset={field.unset} set={set} />;
    case 'tick':
      return (
        <CheckField
          {...common}
          checked={props.value === true}
          onChange={(event) => set(event.currentTarget.checked)}
        />
      );
    case 'radio':
      return (
        <FieldFrame
          id={id}
          className={undefined}
          frame="radios"
          title={label}
          required={required}
          hint={hint ?? ''}
          error={error}
        >
          <RadioBoxes id={id} choices={field.choices} value={value} set={set} leave={() => {}} />
        </FieldFrame>
      );
  }
}
