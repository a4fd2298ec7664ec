import { TextField } from '@clearcall/ui/kit/field/text-field.tsx';
import type { Field } from '@clearcall/ui/kit/field/use-field.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import classes from './account.module.css';

/** First and last name of a new account, side by side where there is room. */
export function NameFields({ firstName, lastName }: { firstName: Field; lastName: Field }) {
  return (
    <div className={classes.two}>
      <TextField
        {...firstName.input}
        required
        label={t('account.field.firstName')}
        name="given-name"
        autoComplete="given-name"
        maxLength={80}
      />
      <TextField
        {...lastName.input}
        required
        label={t('account.field.lastName')}
        name="family-name"
        autoComplete="family-name"
        maxLength={80}
      />
    </div>
  );
}
