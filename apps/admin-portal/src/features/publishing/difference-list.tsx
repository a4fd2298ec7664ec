import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import type { ReactNode } from 'react';
import type { DifferenceGroup, DifferenceLine } from './difference-text.ts';
import classes from './publishing.module.css';

/** Differences before and after, grouped by their places. */
export function DifferenceList(props: {
  groups: readonly DifferenceGroup[];
  level?: 3 | 4;
  /** Draws what can be done about a line, once for lines of one place. */
  action?: (line: DifferenceLine) => ReactNode;
}) {
  const Heading = props.level === 4 ? 'h4' : 'h3';
  return props.groups.map(({ title, lines }) => (
    <div key={title} className={classes.group}>
      <Heading>{title}</Heading>
      <Folded n={lines.length}>
        <ul>
          {lines.map((line, nth) => (
            <li key={`${line.label} ${line.kind} ${line.before} ${line.after}`}>
              <Line line={line} />
              {lines[nth - 1]?.at.join(' ') === line.at.join(' ') ? null : props.action?.(line)}
            </li>
          ))}
        </ul>
      </Folded>
    </div>
  ));
}

/** Longer groups are folded: a first publication adds everything. */
const mostShown = 12;

const Folded = ({ n, children }: { n: number; children: ReactNode }) =>
  n <= mostShown ? (
    children
  ) : (
    <details>
      <summary>{t('setup.publishing.folded', { n })}</summary>
      {children}
    </details>
  );

const icons = { added: 'plus', removed: 'close', changed: 'edit' } as const;

function Line({ line: { label, kind, before, after } }: { line: DifferenceLine }) {
  return (
    <>
      <p className={classes.label}>
        <Icon name={icons[kind]} size={14} /> <b>{label}</b>
        {before === undefined || after === undefined ? (
          <span className="muted"> {t(`setup.publishing.${kind}`)}</span>
        ) : null}
      </p>
      {before === undefined || before === '' ? null : (
        <p className={classes.before}>
          <span className="hidden-visually">{t('setup.publishing.before')} </span>
          <del>{before}</del>
        </p>
      )}
      {after === undefined || after === '' ? null : (
        <p className={classes.after}>
          <span className="hidden-visually">{t('setup.publishing.after')} </span>
          <ins>{after}</ins>
        </p>
      )}
    </>
  );
}
