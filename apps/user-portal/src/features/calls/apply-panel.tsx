import type { CallDetail } from '@clearcall/domain/model/call.ts';
import { Button, ButtonLink } from '@clearcall/ui/kit/button.tsx';
import { Countdown } from '@clearcall/ui/kit/countdown.tsx';
import { dateText, dateTimeText, instantOf } from '@clearcall/ui/kit/date-text.ts';
import { DateTime } from '@clearcall/ui/kit/date-time.tsx';
import { Dialog } from '@clearcall/ui/kit/dialog.tsx';
import { KeyValue } from '@clearcall/ui/kit/page-head.tsx';
import { TimeRule } from '@clearcall/ui/kit/time-rule.tsx';
import { call as callApi } from '@clearcall/ui/session/call.ts';
import { useSession } from '@clearcall/ui/session/session.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import classes from './call-detail.module.css';
import { applicationCount } from './call-queries.ts';
import { amountWords, applyWindow } from './call-words.ts';

/** The deadline of a call and the way to apply, always in view on wide screens. */
export function ApplyPanel(props: { call: CallDetail }) {
  const { call } = props;
  const amount = amountWords(call);
  const session = useSession();
  return (
    <aside className={classes.apply} aria-label="Apply">
      <div id="apply-deadline">
        <Deadline call={call} />
      </div>
      <div className={classes.applyButton}>
        <ApplyButton call={call} />
        {call.state === 'opening_soon' || applyWindow(call) === null ? (
          <p className={`${classes.soon} small soft`}>Actions will be available soon</p>
        ) : null}
      </div>
      {session.state === 'signed-in' ? <OwnApplications call={call} /> : null}
      <KeyValue
        rows={[
          ...(amount
            ? ([['Amount', <Amount key="amount" figures={amount.figures} unit={amount.unit} />]] as const)
            : []),
          ...(call.facts.duration ? ([['Length', call.facts.duration]] as const) : []),
          ...(call.facts.review ? ([['Review', call.facts.review]] as const) : []),
          ...(call.facts.who ? ([['Who may apply', call.facts.who]] as const) : []),
        ]}
      />
    </aside>
  );
}

function Amount(props: { figures: string; unit: string }) {
  return (
    <>
      <span className="num">{props.figures}</span>
      <br />
      {props.unit}
    </>
  );
}

function Deadline(props: { call: CallDetail }) {
  const { call } = props;
  const window = applyWindow(call);
  if (window === null) return <p className="small soft">No cut-off has been set yet.</p>;
  const zoned = (at: string | null) => <DateTime at={at} zone={call.timeZone} />;
  if (call.state === 'closed') {
    return (
      <>
        <p className="small soft">Closed since</p>
        <p className={classes.when}>{zoned(window.end)}</p>
        <TimeRule start={window.start} end={window.end} closed />
      </>
    );
  }
  if (call.state === 'opening_soon') {
    return (
      <>
        <p className="small soft">Opens in</p>
        <Countdown end={window.start} over="Now" />
        <TimeRule
          start={window.start}
          end={window.end}
          ends={[
            dateTimeText(window.start),
            instantOf(window.end) === null ? 'no cut-off' : dateTimeText(window.end),
          ]}
        />
        <p className={classes.zone}>Submissions will be available starting at {zoned(window.start)}.</p>
      </>
    );
  }
  if (instantOf(window.end) === null) {
    return (
      <>
        <p className="small soft">No cut-off</p>
        <p className={classes.when}>Always open</p>
        <TimeRule start={window.start} end={null} />
        <p className={classes.zone}>First come, first served.</p>
      </>
    );
  }
  return (
    <>
      <p className="small soft">Cut-off ends in</p>
      <Countdown end={window.end} />
      <TimeRule
        start={window.start}
        end={window.end}
        ends={[dateText(window.start), dateTimeText(window.end)]}
      />
      <p className={classes.zone}>{zoned(window.end)}, by our server’s clock.</p>
    </>
  );
}

function ApplyButton(props: { call: CallDetail }) {
  const { call } = props;
  const id = String(call.id);
  const session = useSession();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [open, setOpen] = useState<{ total: number; submitted: number } | null>(null);
  const [asking, setAsking] = useState(false);

  const create = useMutation({
    mutationFn: () => callApi('POST /v2/applications', { body: { callId: call.id }, once: `apply.${id}` }),
    onSuccess: async ({ uid }) => {
      await navigate({ to: '/applications/$uid', params: { uid } });
    },
  });
  const ask = useMutation({
    mutationFn: () => queries.fetchQuery(applicationCount(id)),
    onSuccess: (count) => {
      setOpen(count);
      if (count.total > count.submitted) setAsking(true);
      else create.mutate();
    },
    // Whether one has drafts is a kindness to know, not a condition to apply.
    onError: () => create.mutate(),
  });

  const signedOut = session.state === 'signed-out';
  const words = signedOut ? 'Register to apply' : 'Apply';
  if (call.state !== 'open') {
    return (
      <Button variant="filled" size="lg" fullWidth disabled aria-describedby="apply-deadline">
        {words}
      </Button>
    );
  }
  if (signedOut) {
    return (
      <ButtonLink
        to="/auth/register"
        search={{ return: `/calls/${id}` }}
        variant="filled"
        size="lg"
        fullWidth
      >
        {words}
      </ButtonLink>
    );
  }
  const drafts = open ? open.total - open.submitted : 0;
  const busy = ask.isPending || create.isPending;
  return (
    <>
      <Button
        variant="filled"
        size="lg"
        fullWidth
        loading={busy || session.state === 'unknown'}
        onClick={() => ask.mutate()}
      >
        {words}
      </Button>
      <Dialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="Apply to Call"
        actions={
          <>
            <Button
              variant="filled"
              loading={create.isPending}
              onClick={() => create.mutate(undefined, { onError: () => setAsking(false) })}
            >
              Apply
            </Button>
            {/* Closed at once: whoever comes straight back finds the page, not the question. */}
            <ButtonLink to="/dashboard" onClick={() => setAsking(false)}>
              Go to Dashboard
            </ButtonLink>
            <Button variant="subtle" onClick={() => setAsking(false)}>
              Cancel
            </Button>
          </>
        }
      >
        <div className="read">
          <p>
            You already have {drafts === 1 ? 'an open proposal' : `${drafts} open proposals`} for {call.title}
            . You can go on with {drafts === 1 ? 'it' : 'one of them'} under{' '}
            <Link to="/applications" search={draftsOf(call.title)} onClick={() => setAsking(false)}>
              Applications
            </Link>
            , or begin a new one.
          </p>
        </div>
      </Dialog>
    </>
  );
}

/** The address of the reader's drafts for a call. */
const draftsOf = (title: string) => ({
  filters: [
    { column: 'callTitle' as const, op: 'contains' as const, value: title },
    { column: 'status' as const, op: 'equal' as const, value: 'draft' },
  ],
});

/** Always one line, so that nothing moves when the answer comes. */
function OwnApplications(props: { call: CallDetail }) {
  const { data: count } = useQuery(applicationCount(String(props.call.id)));
  const drafts = count ? count.total - count.submitted : 0;
  const words =
    count === undefined
      ? '\u00a0'
      : count.total === 0
        ? 'You have no application for this call yet.'
        : drafts === 0
          ? `You have submitted ${count.submitted} here.`
          : `You have ${drafts === 1 ? 'one draft' : `${drafts} drafts`} for this call.`;
  return (
    <p className={classes.own}>
      {drafts > 0 ? (
        <Link to="/applications" search={draftsOf(props.call.title)}>
          {words}
        </Link>
      ) : (
        words
      )}
    </p>
  );
}
