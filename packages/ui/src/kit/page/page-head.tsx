import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react';
import { Icon } from '../icon.tsx';
import classes from './page-head.module.css';

/** The head of a page: its one h1, a line under it, and what can be done at the right. */
export function PageHead(props: {
  title: ReactNode;
  children?: ReactNode;
  crumb?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className={classes.pageHead}>
      <div>
        {props.crumb}
        <h1>{props.title}</h1>
        {props.children ? <div className="lead">{props.children}</div> : null}
      </div>
      {props.actions ? <div className="row">{props.actions}</div> : null}
    </div>
  );
}

function BackAnchor({
  children,
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> }) {
  return (
    <a {...rest} className={classes.crumb}>
      <Icon name="chevron-left" />
      <span>{children}</span>
    </a>
  );
}

/** Back to where a page belongs, with that page's name: `<BackLink to="/calls">Calls</BackLink>`. */
export const BackLink = createLink(BackAnchor);

/** A part of a page under a heavy rule, with its heading at the left and what belongs to it at the right. */
export function Section(props: {
  title: ReactNode;
  id?: string | undefined;
  aside?: ReactNode;
  level?: 2 | 3 | undefined;
  children?: ReactNode;
  className?: string | undefined;
}) {
  const Heading = props.level === 3 ? 'h3' : 'h2';
  const heading = props.id ? `${props.id}-title` : undefined;
  return (
    <section
      id={props.id}
      aria-labelledby={heading}
      className={`${classes.section} ${props.className ?? ''}`}
    >
      <header>
        <Heading id={heading}>{props.title}</Heading>
        {props.aside}
      </header>
      {props.children}
    </section>
  );
}

/** A value of more letters is below its name, over the whole width. */
const factLength = 48;

/** Pairs of a name and a value, ruled. */
export function KeyValue(props: {
  rows: readonly (readonly [key: string, value: ReactNode, lang?: string | undefined])[];
}) {
  return (
    <dl className={classes.keyValue}>
      {props.rows.map(([key, value, lang]) => (
        <div key={key} data-text={(typeof value === 'string' && value.length > factLength) || undefined}>
          <dt lang={lang}>{key}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
