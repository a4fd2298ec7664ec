import { AreaField } from '@clearcall/ui/kit/field/area-field.tsx';
import classes from '@clearcall/ui/kit/field/field.module.css';
import { SelectField } from '@clearcall/ui/kit/field/select-field.tsx';
import { CheckField, TextField } from '@clearcall/ui/kit/field/text-field.tsx';
import { settingLabel, settingUnit } from '../../parts/changes/setting-label.ts';
import type { Place, SettingsForm } from './use-settings-form.ts';

interface FieldProps {
  form: SettingsForm;
  at: Place;
  /** The name of the setting unless given. */
  label?: string | undefined;
  hint?: string | undefined;
  /** As wide as its answers are; the whole line if absent. */
  width?: 'half' | 'third' | undefined;
}

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

/** A setting that is a text. `optional`: an empty one is absent, and `placeholder` shows the value that applies then. */
export function TextSetting(
  props: FieldProps & {
    optional?: boolean | undefined;
    placeholder?: string | undefined;
    /** Id of a list of values to choose from. */
    list?: string | undefined;
    rows?: number | undefined;
  },
) {
  const { form, at, hint, optional = false, placeholder, list, rows } = props;
  const common = {
    label: props.label ?? settingLabel(at),
    hint,
    value: textOf(form.get(at)),
    error: form.faults[at] ?? null,
    readOnly: !form.mayChange,
    placeholder,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      form.set(at, optional && value === '' ? null : value),
  };
  return (
    <div data-setting={at} className={classes[props.width ?? 'full']}>
      {rows === undefined ? <TextField {...common} list={list} /> : <AreaField {...common} rows={rows} />}
    </div>
  );
}

/** A setting that is a whole number. Other input is sent as typed, and refused. */
export function NumberSetting(props: FieldProps) {
  const { form, at, hint, label } = props;
  const value = textOf(form.get(at));
  return (
    <div data-setting={at} className={classes[props.width ?? 'full']}>
      <TextField
        label={label ?? settingLabel(at)}
        hint={hint}
        inputMode="numeric"
        unit={settingUnit(at, Number(value)) ?? ''}
        value={value}
        error={form.faults[at] ?? null}
        readOnly={!form.mayChange}
        onChange={({ currentTarget: { value } }) =>
          form.set(at, /^\d{1,9}$/.test(value.trim()) ? Number(value) : value)
        }
      />
    </div>
  );
}

/** A setting that is one of a few. */
export function ChoiceSetting(
  props: FieldProps & { choices: readonly { value: string; label: string }[]; initial: string },
) {
  const { form, at, hint, label = settingLabel(at), choices, initial } = props;
  const value = textOf(form.get(at)) || initial;
  if (!form.mayChange)
    return (
      <div className={classes[props.width ?? 'full']}>
        <TextField
          label={label}
          readOnly
          value={choices.find((one) => one.value === value)?.label ?? value}
          onChange={() => {}}
        />
      </div>
    );
  return (
    <div data-setting={at} className={classes[props.width ?? 'full']}>
      <SelectField
        label={label}
        hint={hint}
        value={value}
        error={form.faults[at] ?? null}
        choices={choices}
        set={(to) => form.set(at, to)}
      />
    </div>
  );
}

/** A setting that is on or off. */
export function TickSetting(props: FieldProps) {
  const { form, at, hint, label } = props;
  return (
    <div data-setting={at} className={classes[props.width ?? 'full']}>
      <CheckField
        label={label ?? settingLabel(at)}
        hint={hint}
        checked={form.get(at) === true}
        disabled={!form.mayChange}
        onChange={({ currentTarget: { checked } }) => form.set(at, checked)}
      />
    </div>
  );
}
