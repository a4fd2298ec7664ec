import type { CallDetail as Call } from '@clearcall/domain/model/call.ts';
import { Button, ButtonLink } from '@clearcall/ui/kit/button.tsx';
import { CountdownBadge } from '@clearcall/ui/kit/countdown.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { BackLink, Section } from '@clearcall/ui/kit/page-head.tsx';
import { Bar, CallFailure, ErrorState, LoadingRows } from '@clearcall/ui/kit/page-states.tsx';
import { StatusChip } from '@clearcall/ui/kit/status-chip.tsx';
import { CallError } from '@clearcall/ui/session/call-error.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ApplyPanel } from './apply-panel.tsx';
import classes from './call-detail.module.css';
import { CallProcess } from './call-process.tsx';
import { oneCall } from './call-queries.ts';
import { applyWindow } from './call-words.ts';
import { OtherCalls } from './other-calls.tsx';
import { PartitionLimits } from './partition-limits.tsx';

/** One call: what it gives and to whom, how it goes on, and the way in. */
export function CallDetail() {
  const { id } = useParams({ from: '/calls/$id' });
  const { data: call, error, refetch } = useQuery(oneCall(id));

  if (call === undefined && error instanceof CallError && error.status === 404) {
    return (
      <div className="page">
        <ErrorState
          code="404"
          title="The call you’re looking for couldn’t be found"
          actions={
            <ButtonLink to="/" variant="filled">
              All Calls
            </ButtonLink>
          }
        >
          <p>
            It may have been taken back, or its address was cut off on the way. Nothing of yours was lost.
          </p>
        </ErrorState>
      </div>
    );
  }
  return (
    <div className={`page ${classes.page}`}>
      <BackLink to="/">Calls</BackLink>
      {call ? (
        <Detail call={call} />
      ) : error ? (
        <CallFailure error={error} what="this call" headingLevel={1} onRetry={() => void refetch()} />
      ) : (
        <Skeleton />
      )}
    </div>
  );
}

function Detail(props: { call: Call }) {
  const { call } = props;
  const window = applyWindow(call);
  return (
    <div className={classes.columns}>
      <header className={classes.head}>
        {call.logo === null ? (
          <div className={classes.initials} aria-hidden="true">
            {call.code}
          </div>
        ) : (
          <img className={classes.logo} src={call.logo} alt="" />
        )}
        <div>
          <p className="row">
            <StatusChip status={call.state === 'open' ? 'open' : 'closed'} />
            {call.state === 'opening_soon' ? <CountdownBadge end={window?.start} words="Opens in" /> : null}
            <span className="small soft">
              {call.code}, call {call.number} of {call.year}
            </span>
          </p>
          <h1>{call.title}</h1>
        </div>
      </header>

      <ApplyPanel call={call} />

      <div className={classes.main}>
        <Section title="Call Details" id="details" className={classes.first}>
          <p className={classes.intro}>{call.description}</p>
        </Section>
        <CallProcess call={call} />
        <PartitionLimits call={call} />
        <Documents links={call.links} />
        <OtherCalls except={call.id} />
      </div>
    </div>
  );
}

function Documents(props: { links: Call['links'] }) {
  const { link1, link2, termsOfReference } = props.links;
  const rows = [
    link1,
    link2,
    termsOfReference ? { title: 'Terms of reference', address: termsOfReference } : undefined,
  ].filter((row) => row !== undefined);
  if (rows.length === 0) return null;
  return (
    <Section title="Documents" id="documents">
      <ul className={classes.documents}>
        {rows.map(({ title, address }) => (
          <li key={title}>
            <Icon name={address.startsWith('mailto:') ? 'mail' : 'file'} />
            <a href={address}>{title}</a>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Skeleton() {
  return (
    <div className={classes.columns} data-loading="">
      <header className={classes.head}>
        <div className={classes.initials} />
        <div>
          <p className="row" style={{ minHeight: 24 }}>
            <Bar width={140} height={24} />
          </p>
          <h1>
            <span className="hidden-visually">Loading the call</span>
            <Bar width="16rem" height={28} />
          </h1>
        </div>
      </header>
      <aside className={classes.apply} aria-hidden="true">
        <Bar width={96} />
        <br />
        <Bar width={180} height={28} />
        <br />
        <Button variant="filled" size="lg" fullWidth disabled>
          {'\u00a0'}
        </Button>
        <LoadingRows rows={5} />
      </aside>
      <div className={classes.main}>
        <Section title="Call Details" className={classes.first}>
          <LoadingRows rows={2} label="Loading the call" />
        </Section>
        <Section title="Call Process">
          <LoadingRows rows={8} label="Loading the call" />
        </Section>
      </div>
    </div>
  );
}
