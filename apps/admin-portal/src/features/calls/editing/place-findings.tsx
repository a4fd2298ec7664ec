import { isWithin } from '@clearcall/domain/calls/definition/change.ts';
import type { Address } from '@clearcall/domain/calls/definition/finding.ts';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { type CallEditing, useCallEditing } from './call-editing.tsx';
import classes from './editing.module.css';

/** The findings about a place, and about what is in it. */
export function PlaceFindings({ at }: { at: Address }) {
  const { findings } = useCallEditing();
  const found = findings.filter((finding) => finding.at.some((place) => isWithin(place, at)));
  return <FindingLines found={found} className={classes.below} />;
}

/** Findings, each as a line. */
export function FindingLines(props: { found: CallEditing['findings']; className: string | undefined }) {
  return props.found.map(({ text, severity }) => (
    <p key={text} className={`${classes.finding} ${props.className ?? ''}`} data-severity={severity}>
      <Icon name={severity === 'error' ? 'warning' : 'info'} />
      {text}
    </p>
  ));
}
