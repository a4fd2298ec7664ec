import type { CallDetail } from '@clearcall/domain/calls/call.ts';
import type { Role } from '@clearcall/domain/people/roles.ts';
import { Button, ButtonLink } from '@clearcall/ui/kit/button.tsx';
import { Dialog } from '@clearcall/ui/kit/overlay/dialog.tsx';
import { useOrganisation } from '@clearcall/ui/kit/page/organisation.tsx';
import { KeyValue } from '@clearcall/ui/kit/page/page-head.tsx';
import { notify } from '@clearcall/ui/kit/state/notices.ts';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { Countdown } from '@clearcall/ui/kit/time/countdown.tsx';
import { dateText, dateTimeText, instantOf } from '@clearcall/ui/kit/time/date-text.ts';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { TimeRule } from '@clearcall/ui/kit/time/time-rule.tsx';
import { call as callApi } from '@clearcall/ui/session/call.ts';
import { useSession } from '@clearcall/ui/session/session.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { use, useState } from 'react';
import classes from './call-detail.module.css';
import { applicationCount } from './call-queries.ts';
import { amountText, applyWindow } from './call-texts.ts';
import { InPreview } from './preview/in-preview.ts';

/** The deadline of a call and the way to apply, always in view on wide screens. */
export function ApplyPanel(props: { call: CallDetail }) {
  const { call } = props;
  const amount = amountText(call);
  const session = useSession();
  const inPreview = use(InPreview);
  const fact = (name: keyof CallDetail['facts']) => (
    <span key={name} lang={langOf(call, 'facts')}>
      {call.facts[name]}
    </span>
  );
  return (
    <aside className={classes.apply} aria-label={t('call.apply.label')}>
      <div id="apply-deadline">
        <Deadline call={call} />
      </div>
      <div className={classes.applyButton}>
        {inPreview ? <ShownButton call={call} /> : <ApplyButton call={call} />}
        {call.state === 'opening_soon' || applyWindow(call) === null ? (
          <p className={`${classes.soon} small soft`}>{t('call.apply.soon')}</p>
        ) : call.state === 'closed' ? (
          <p className={`${classes.soon} small soft`}>
            <RichText
              id="call.apply.closed"
              parts={{ link: (label) => <a href="#other-calls">{label}</a> }}
            />
          </p>
        ) : null}
      </div>
      {session.state === 'signed-in' && !inPreview ? (
        <OwnApplications call={call} role={session.user.role} />
      ) : null}
      <KeyValue
        rows={[
          ...(amount
            ? ([
                [t('call.fact.amount'), <Amount key="amount" figures={amount.figures} unit={amount.unit} />],
              ] as const)
            : []),
          ...(call.facts.duration ? ([[t('call.fact.length'), fact('duration')]] as const) : []),
          ...(call.facts.review ? ([[t('call.fact.review'), fact('review')]] as const) : []),
          ...(call.facts.who ? ([[t('call.fact.who'), fact('who')]] as const) : []),
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
  if (window === null) return <p className="small soft">{t('call.time.none')}</p>;
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
        <p className="small soft">{t('calls.opensIn')}</p>
        <Countdown end={window.start} over={t('call.time.now')} />
        <TimeRule
          start={window.start}
          end={window.end}
          ends={[
            dateTimeText(window.start),
            instantOf(window.end) === null ? t('calls.noCutOff') : dateTimeText(window.end),
          ]}
        />
        <p className={classes.zone}>
          <RichText id="call.time.startingAt" parts={{ at: () => zoned(window.start) }} />
        </p>
      </>
    );
  }
  if (instantOf(window.end) === null) {
    return (
      <>
        <p className="small soft">{t('calls.noCutOff')}</p>
        <p className={classes.when}>{t('calls.alwaysOpen')}</p>
        <TimeRule start={window.start} end={null} />
        <p className={classes.zone}>{t('call.time.firstCome')}</p>
      </>
    );
  }
  return (
    <>
      <p className="small soft">{t('frame.time.cutOffEndsIn')}</p>
      <Countdown end={window.end} />
      <TimeRule
        start={window.start}
        end={window.end}
        ends={[dateText(window.start), dateTimeText(window.end)]}
      />
      <p className={classes.zone}>
        <RichText id="call.time.ourClock" parts={{ at: () => zoned(window.end) }} />
      </p>
    </>
  );
}

/** The button as visitors will see it. It says that nothing can be applied for yet. */
function ShownButton({ call }: { call: CallDetail }) {
  return (
    <Button
      variant="filled"
      size="lg"
      fullWidth
      disabled={call.state !== 'open'}
      aria-describedby="apply-deadline"
      onClick={() => notify({ type: 'info', message: { id: 'preview.noApply' } })}
    >
      {call.state === 'closed' ? t('call.apply.do') : t('call.apply.register')}
    </Button>
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
  // An account does not help with a call that is closed.
  const label = signedOut && call.state !== 'closed' ? t('call.apply.register') : t('call.apply.do');
  if (call.state !== 'open') {
    return (
      <Button variant="filled" size="lg" fullWidth disabled aria-describedby="apply-deadline">
        {label}
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
        {label}
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
        {label}
      </Button>
      <Dialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('call.apply.title')}
        actions={
          <>
            <Button variant="filled" loading={create.isPending} onClick={() => create.mutate()}>
              {t('call.apply.do')}
            </Button>
            {/* Closed at once: whoever comes straight back finds the page, not the question. */}
            <ButtonLink to="/dashboard" onClick={() => setAsking(false)}>
              {t('call.apply.dashboard')}
            </ButtonLink>
            <Button variant="subtle" onClick={() => setAsking(false)}>
              {t('frame.kit.cancel')}
            </Button>
          </>
        }
      >
        <div className="read">
          <p>
            <RichText
              id="call.apply.text"
              values={{ n: drafts, title: call.title }}
              parts={{
                call: (title) => <span lang={langOf(call, 'title')}>{title}</span>,
                link: (label) => (
                  <Link to="/applications" search={draftsOf(call.title)} onClick={() => setAsking(false)}>
                    {label}
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
  role: 'applicant',
  filters: [
    { column: 'callTitle' as const, op: 'contains' as const, value: title },
    { column: 'status' as const, op: 'equal' as const, value: 'draft' },
  ],
});

/**
 * Always one line, so that nothing moves when the answer comes. Staff who did not apply themselves find the way to the
 * files of the call here, which are far down the page.
 */
function OwnApplications(props: { call: CallDetail; role: Role }) {
  const { data: count } = useQuery(applicationCount(String(props.call.id)));
  const { staffRoles } = useOrganisation();
  if (count?.total === 0 && staffRoles.includes(props.role)) {
    return (
      <p className={classes.own}>
        <a href="#documents">{t('call.own.documents')}</a>
      </p>
    );
  }
  const drafts = count ? count.total - count.submitted : 0;
  const label =
    count === undefined
      ? '\u00a0'
      : count.total === 0
        ? props.call.state === 'closed'
          ? '\u00a0'
          : t('call.own.none')
        : drafts === 0
          ? t('call.own.submitted', { n: count.submitted })
          : t('call.own.drafts', { n: drafts });
  return (
    <p className={classes.own}>
      {drafts > 0 ? (
        <Link to="/applications" search={draftsOf(props.call.title)}>
          {label}
        </Link>
      ) : (
        label
      )}
    </p>
  );
}
