import { PageHead } from '@clearcall/ui/kit/page/page-head.tsx';
import { CallFailure, LoadingRows } from '@clearcall/ui/kit/state/page-states.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { CallError } from '@clearcall/ui/session/call-error.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { NotFound } from './not-found.tsx';
import classes from './record.module.css';

/** The page of one object: its parts at the left, its facts and commands at the right. */
export function RecordPage<Data>(props: {
  query: { data: Data | undefined } & Pick<UseQueryResult, 'error' | 'refetch'>;
  crumb: ReactNode;
  /** The object that could not be loaded: 'this person'. */
  what: string;
  title: (data: Data) => ReactNode;
  /** Beside the title. */
  chip?: (data: Data) => ReactNode;
  /** At the right of the title. */
  actions?: (data: Data) => ReactNode;
  /** Links to the parts of a long page, at its left edge; left out where there is no room. */
  nav?: (data: Data) => ReactNode;
  main: (data: Data) => ReactNode;
  side: (data: Data) => ReactNode;
  children?: ReactNode;
}) {
  const { query } = props;
  const { data, error } = query;
  if (error instanceof CallError && error.status === 404) return <NotFound />;
  return (
    <div className="page">
      <PageHead
        crumb={props.crumb}
        title={data === undefined ? ' ' : props.title(data)}
        actions={data === undefined ? undefined : props.actions?.(data)}
      >
        {data === undefined ? null : props.chip?.(data)}
      </PageHead>
      {data !== undefined ? (
        <div className={props.nav === undefined ? classes.record : `${classes.record} ${classes.long}`}>
          {props.nav === undefined ? null : <div>{props.nav(data)}</div>}
          <div>{props.main(data)}</div>
          <div>{props.side(data)}</div>
        </div>
      ) : error === null ? (
        <LoadingRows rows={6} height={40} label={t('admin.loading')} />
      ) : (
        <CallFailure query={query} what={props.what} />
      )}
      {props.children}
    </div>
  );
}
