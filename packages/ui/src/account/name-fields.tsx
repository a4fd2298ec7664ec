import { useState } from 'react';
import { needOf } from '../kit/field/still-needed.tsx';
import { CheckField, TextField } from '../kit/field/text-field.tsx';
import { useField } from '../kit/field/use-field.ts';
import { t } from '../kit/text/translate.ts';
import classes from './name-fields.module.css';

/** The names of an account. A person who has one name gives it as the first. */
export function useOwnName(given: { firstName?: string | undefined; lastName?: string | undefined } = {}) {
  const [one, setOne] = useState(false);
  const blank = (text: string) => text.trim() === '';
  const first = useField(
    (text) => (blank(text) ? t('account.fault.firstName') : null),
    given.firstName,
    'needed',
  );
  const last = useField(
    (text) => (blank(text) ? t('account.fault.lastName') : null),
    given.lastName,
    'needed',
  );
  return {
    first,
    last,
    one,
    setOne,
    fields: one ? [first] : [first, last],
    needs: one
      ? [needOf(first, t('account.field.name'))]
      : [needOf(first, t('account.field.firstName')), needOf(last, t('account.field.lastName'))],
    /** As the calls take it. */
    values: one
      ? { firstName: first.text.trim(), lastName: '', oneName: true as const }
      : { firstName: first.text.trim(), lastName: last.text.trim() },
  };
}
export type OwnName = ReturnType<typeof useOwnName>;

/** First and last name of an account, side by side if there is room. */
export function NameFields({ first, last, one, setOne }: OwnName) {
  return (
    <>
      <div className={classes.two}>
        <TextField
          {...first.input}
          required
          label={one ? t('account.field.name') : t('account.field.firstName')}
          name="given-name"
          autoComplete={one ? 'name' : 'given-name'}
          maxLength={80}
        />
        {one ? null : (
          <TextField
            {...last.input}
            required
            label={t('account.field.lastName')}
            name="family-name"
            autoComplete="family-name"
            maxLength={80}
          />
        )}
      </div>
      <CheckField
        label={t('account.field.oneName')}
        checked={one}
        onChange={(event) => setOne(event.currentTarget.checked)}
      />
    </>
  );
}
