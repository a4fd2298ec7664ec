import { roleMessage } from '@clearcall/domain/people/roles.ts';
import { type SelectHTMLAttributes, useId } from 'react';
import { Icon } from '../icon.tsx';
import { t, translate } from '../text/translate.ts';
import classes from './list-select.module.css';

/** A small list to choose from, beside a table: the look of the forms in the size of the filters. */
export function ListSelect(props: SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <span className={classes.select}>
      <select {...props} />
      <Icon name="chevron-down" size={14} />
    </span>
  );
}

/** In which of their parts somebody looks at a list. `role` is absent where they have not chosen one; with `all` that can be chosen again. */
export function RoleSelect(props: {
  roles: readonly string[];
  role: string | undefined;
  all?: true;
  onChange: (role: string) => void;
}) {
  const id = useId();
  // With a single role there is nothing to select.
  const [only] = props.roles.length === 1 ? props.roles : [];
  return (
    <label className={classes.role} htmlFor={id}>
      <span>{t('parts.role.label')}</span>
      <ListSelect
        id={id}
        value={props.role ?? only ?? ''}
        onChange={(event) => props.onChange(event.target.value)}
      >
        {only === undefined && (props.role === undefined || props.all) ? (
          <option value="">{t(props.role === undefined ? 'parts.role.select' : 'parts.role.all')}</option>
        ) : null}
        {props.roles.map((role) => (
          <option key={role} value={role}>
            {translate(roleMessage(role))}
          </option>
        ))}
      </ListSelect>
    </label>
  );
}
