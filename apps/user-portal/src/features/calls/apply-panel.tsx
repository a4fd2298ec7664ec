import type { CallDetail } from '@clearcall/domain/model/call.ts';
import { Button, ButtonLink } from '@clearcall/ui/kit/button.tsx';
import { Countdown } from '@clearcall/ui/kit/countdown.tsx';
import { dateText, dateTimeText, instantOf } from '@clearcall/ui/kit/date-text.ts';
import { DateTime } from '@clearcall/ui/kit/date-time.tsx';
import { Dialog } from '@clearcall/ui/kit/dialog.tsx';
import { KeyValue } from '@clearcall/ui/kit/page-head.tsx';
import { RichText } from '@clearcall/ui/kit/rich-text.tsx';
import { TimeRule } from '@clearcall/ui/kit/time-rule.tsx';
import { t } from '@clearcall/ui/kit/words.ts';
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
    <aside className={classes.apply} aria-label={t('call.apply.label')}>
      <div id="apply-deadline">
        <Deadline call={call} />
      </div>
      <div className={classes.applyButton}>
        <ApplyButton call={call} />
        {call.state === 'opening_soon' || applyWindow(call) === null ? (
          <p className={`${classes.soon} small soft`}>{t('call.apply.soon')}</p>
        ) : null}
      </div>
      {session.state === 'signed-in' ? <OwnApplications call={call} /> : null}
      <KeyValue
        rows={[
          ...(amount
            ? ([
                [t('call.apply.amount'), <Amount key="amount" figures={amount.figures} unit={amount.unit} />],
              ] as const)
            : []),
          ...(call.facts.duration ? ([[t('call.apply.length'), call.facts.duration]] as const) : []),
          ...(call.facts.review ? ([[t('call.apply.review'), call.facts.review]] as const) : []),
          ...(call.facts.who ? ([[t('call.apply.who'), call.facts.who]] as const) : []),
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
  if (window === null) return <p className="small soft">{t('call.time.notSet')}</p>;
  const zoned = (at: string | null) => <DateTime at={at} zone={call.timeZone} />;
  if (call.state === 'closed') {
    return (
      <>
        <p className="small soft">{t('call.time.closedSince')}</p>
        <p className={classes.when}>{zoned(window.end)}</p>
        <TimeRule start={window.start} end={window.end} closed />
      </>
    );
  }
  if (call.state === 'opening_soon') {
    return (
      <>
        <p className="small soft">{t('call.time.opensIn')}</p>
        <Countdown end={window.start} over={t('call.time.now')} />
        <TimeRule
          start={window.start}
          end={window.end}
          ends={[
            dateTimeText(window.start),
            instantOf(window.end) === null ? t('call.time.noCutOff') : dateTimeText(window.end),
          ]}
        />
        <p className={classes.zone}>
          <RichText id="call.time.opensAt" parts={{ when: () => zoned(window.start) }} />
        </p>
      </>
    );
  }
  if (instantOf(window.end) === null) {
    return (
      <>
        <p className="small soft">{t('call.time.noCutOffTitle')}</p>
        <p className={classes.when}>{t('call.time.alwaysOpen')}</p>
        <TimeRule start={window.start} end={null} />
        <p className={classes.zone}>{t('call.time.firstCome')}</p>
      </>
    );
  }
  return (
    <>
      <p className="small soft">{t('call.time.endsIn')}</p>
      <Countdown end={window.end} />
      <TimeRule
        start={window.start}
        end={window.end}
        ends={[dateText(window.start), dateTimeText(window.end)]}
      />
      <p className={classes.zone}>
        <RichText id="call.time.serverClock" parts={{ when: () => zoned(window.end) }} />
      </p>
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
  const words = signedOut ? t('call.apply.register') : t('call.apply.label');
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
        title={t('call.ask.title')}
        actions={
          <>
            <Button
              variant="filled"
              loading={create.isPending}
              onClick={() => create.mutate(undefined, { onError: () => setAsking(false) })}
            >
              {t('call.apply.label')}
            </Button>
            {/* Closed at once: whoever comes straight back finds the page, not the question. */}
            <ButtonLink to="/dashboard" onClick={() => setAsking(false)}>
              {t('call.ask.dashboard')}
            </ButtonLink>
            <Button variant="subtle" onClick={() => setAsking(false)}>
              {t('call.ask.cancel')}
            </Button>
          </>
        }
      >
        <div className="read">
          <p>
            <RichText
              id="call.ask.text"
              values={{ n: drafts, call: call.title }}
              parts={{
                link: (words) => (
                  <Link to="/applications" search={draftsOf(call.title)} onClick={() => setAsking(false)}>
                    {words}
                  </Link>
                ),
              }}
            />
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
        ? t('call.apply.own.none')
        : drafts === 0
          ? t('call.apply.own.submitted', { n: count.submitted })
          : t('call.apply.own.drafts', { n: drafts });
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
