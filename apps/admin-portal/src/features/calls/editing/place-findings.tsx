import { isWithin } from '@clearcall/domain/calls/definition/change.ts';
import type { Address } from '@clearcall/domain/calls/definition/finding.ts';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { useCallEditing } from './call-editing.tsx';
import classes from './editing.module.css';

/** The findings about a place, and about what is in it. */
export function PlaceFindings({ at }: { at: Address }) {
  return useCallEditing()
    .findings.filter((finding) => finding.at.some((place) => isWithin(place, at)))
    .map(({ text, severity }) => (
      <p key={text} className={classes.finding} data-severity={severity}>
        <Icon name={severity === 'error' ? 'warning' : 'info'} />
        {text}
      </p>
    ));
}
