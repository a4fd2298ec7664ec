import { Icon } from '@clearcall/ui/kit/icon.tsx';
import type { SelectHTMLAttributes } from 'react';
import classes from './applications-list.module.css';

/** A small list to choose from, beside a table: the look of the forms in the size of the filters. */
export function ListSelect(props: SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <span className={classes.select}>
      <select {...props} />
      <Icon name="chevron-down" size={14} />
    </span>
  );
}
