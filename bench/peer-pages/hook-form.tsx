import './hook-form.css';
import type { Element, Validation } from '@clearcall/domain/forms/types.ts';
import { createContext, memo, useContext, useMemo } from 'react';
import { createRoot } from 'react-dom/client';
import {
  type Control,
  type FieldValues,
  get,
  type UseFormRegister,
  useFieldArray,
  useForm,
  useFormState,
  useWatch,
} from 'react-hook-form';
import { answersBefore, exactSum, holds, readBy } from '../by-hand.ts';
import { conditionsOf, defaultsOf, rulesOf } from '../peer-hook-form.ts';
import { asked, root } from './page.ts';

/**
 * The form in react-hook-form as its documentation advises for large ones: inputs are registered and not controlled, what
 * depends on other fields reads those alone with `useWatch` in a component of its own, an error is read with
 * `useFormState` by its name, rows come from `useFieldArray`, and fields are checked from when they are left.
 */

const { form, page } = asked();
const before = answersBefore(form);
const defaultValues = defaultsOf(form);
const Registered = createContext<{
  control: Control<FieldValues>;
  register: UseFormRegister<FieldValues>;
} | null>(null);

function useRegistered() {
  const form = useContext(Registered);
  if (form === null) throw new Error('A field stands outside of the form.');
  return form;
}

/** Whether conditions hold, read from the fields that they name. */
function useHolds(rows: Validation[][], inRow: string): boolean {
  const { control } = useRegistered();
  const ids = [...new Set(rows.flat().map(readBy))].filter((id) => before[id] === undefined);
  const watched: unknown[] = useWatch({ control, name: ids.map((id) => inRow + id) });
  const valueAt = (id: string): unknown => before[id] ?? watched[ids.indexOf(id)];
  return rows.some((row) => row.every((validation) => holds(validation, valueAt(readBy(validation)))));
}

interface Placed {
  element: Element;
  name: string;
  inRow: string;
}

const Field = memo(function Field(props: Placed) {
  const visible = conditionsOf(props.element, 'visible');
  return visible === null ? <Needed {...props} /> : <Conditional {...props} rows={visible} />;
});

function Conditional(props: Placed & { rows: Validation[][] }) {
  return useHolds(props.rows, props.inRow) ? <Needed {...props} /> : null;
}

function Needed(props: Placed) {
  const required = conditionsOf(props.element, 'required');
  return required === null ? (
    <Input {...props} required={props.element.config.required === true} />
  ) : (
    <NeededWhen {...props} rows={required} />
  );
}

function NeededWhen(props: Placed & { rows: Validation[][] }) {
  return <Input {...props} required={useHolds(props.rows, props.inRow)} />;
}

function Input({ element, name, required }: Placed & { required: boolean }) {
  const { register } = useRegistered();
  const field = { id: name, ...register(name, rulesOf(element, required)) };
  const isWide = element.type === 'text' || element.type === 'textarea';
  return (
    <div className={isWide ? 'wide' : undefined}>
      <label htmlFor={name}>
        {element.title}
        {required ? ' *' : ''}
      </label>
      {element.type === 'select' ? (
        <select {...field}>
          {(element.items ?? []).map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      ) : element.type === 'textarea' ? (
        <textarea rows={5} {...field} />
      ) : (
        <input type={element.type === 'date' ? 'date' : 'text'} {...field} />
      )}
      <Problem name={name} />
    </div>
  );
}

function Problem({ name }: { name: string }) {
  const { control } = useRegistered();
  const { errors } = useFormState({ control, name, exact: true });
  const error: unknown = get(errors, name);
  if (typeof error !== 'object' || error === null) return null;
  return <p role="alert">{('message' in error && String(error.message)) || 'This value is not valid.'}</p>;
}

const Sum = memo(function Sum({ element }: { element: Element }) {
  const { control } = useRegistered();
  const parts = form.sums.get(element.id) ?? [];
  const group = form.pages.flat().find(({ children }) => children?.some(({ id }) => id === parts[0]));
  const rows = group === undefined ? null : defaultValues[group.id];
  const names =
    group !== undefined && Array.isArray(rows) ? rows.map((_, at) => `${group.id}.${at}.${parts[0]}`) : parts;
  const values: unknown[] = useWatch({ control, name: names });
  return (
    <p className="wide">
      {element.title} <output>{exactSum(values)}</output>
    </p>
  );
});

const Group = memo(function Group({ element }: { element: Element }) {
  const { control } = useRegistered();
  const { fields, append, remove } = useFieldArray({ control, name: element.id });
  return (
    <fieldset className="wide">
      <legend>{element.title}</legend>
      {fields.map((row, at) => (
        <div key={row.id} className="fields">
          {(element.children ?? []).map((child) => (
            <Field
              key={child.id}
              element={child}
              name={`${element.id}.${at}.${child.id}`}
              inRow={`${element.id}.${at}.`}
            />
          ))}
          <button type="button" onClick={() => remove(at)}>
            Remove
          </button>
        </div>
      ))}
      <button type="button" onClick={() => append({})}>
        Add
      </button>
    </fieldset>
  );
});

function App() {
  const { control, register } = useForm<FieldValues>({ defaultValues, mode: 'onTouched' });
  const registered = useMemo(() => ({ control, register }), [control, register]);
  return (
    <Registered.Provider value={registered}>
      <form className="fields">
        {(form.pages[page] ?? []).map((element) =>
          form.sums.has(element.id) ? (
            <Sum key={element.id} element={element} />
          ) : element.children === undefined ? (
            <Field key={element.id} element={element} name={element.id} inRow="" />
          ) : (
            <Group key={element.id} element={element} />
          ),
        )}
      </form>
    </Registered.Provider>
  );
}

createRoot(root()).render(<App />);
