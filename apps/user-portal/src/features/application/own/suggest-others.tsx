import { Button } from '@clearcall/ui/kit/button.tsx';
import { TextField } from '@clearcall/ui/kit/field/text-field.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import classes from './own.module.css';
import { faultsOf, maxSuggested, nobody, type SuggestedPerson } from './suggested-people.ts';

/**
 * Up to three people who could do it instead, for whoever refuses an assignment. `value` is what was typed, `checks` shows
 * what is wrong with it.
 */
export function SuggestOthers(props: {
  value: readonly SuggestedPerson[];
  onChange: (value: SuggestedPerson[]) => void;
  checks: boolean;
}) {
  const { value, onChange, checks } = props;
  const change = (at: number, fields: Partial<SuggestedPerson>) =>
    onChange(value.map((one, index) => (index === at ? { ...one, ...fields } : one)));
  return (
    <div className={classes.suggest}>
      {value.map((person, at) => {
        const faults = checks ? faultsOf(person) : {};
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a person has no name yet while it is typed
          <fieldset key={at} className={classes.person}>
            <legend>{t('editor.suggest.person', { n: at + 1 })}</legend>
            <TextField
              label={t('editor.suggest.name')}
              maxLength={200}
              autoComplete="off"
              value={person.name}
              error={faults.name ? t('editor.suggest.nameMissing') : null}
              onChange={(event) => change(at, { name: event.target.value })}
            />
            <TextField
              label={t('editor.suggest.email')}
              type="email"
              maxLength={254}
              autoComplete="off"
              value={person.email}
              error={faults.email ? t('editor.suggest.emailWrong') : null}
              onChange={(event) => change(at, { email: event.target.value })}
            />
            <TextField
              label={t('editor.suggest.institution')}
              maxLength={200}
              autoComplete="off"
              value={person.institution}
              onChange={(event) => change(at, { institution: event.target.value })}
            />
            <Button
              size="sm"
              variant="subtle"
              onClick={() => onChange(value.filter((_one, index) => index !== at))}
            >
              {t('editor.suggest.remove', { n: at + 1 })}
            </Button>
          </fieldset>
        );
      })}
      {value.length >= maxSuggested ? null : (
        <p>
          <Button
            size="sm"
            leftSection={<Icon name="plus" />}
            onClick={() => onChange([...value, { ...nobody }])}
          >
            {value.length === 0 ? t('editor.suggest.add') : t('editor.suggest.another')}
          </Button>
        </p>
      )}
    </div>
  );
}
