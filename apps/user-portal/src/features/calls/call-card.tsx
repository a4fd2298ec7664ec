import type { PublishedCall } from '@clearcall/domain/calls/call.ts';
import { Bar } from '@clearcall/ui/kit/state/page-states.tsx';
import { StatusChip } from '@clearcall/ui/kit/status-chip.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { CountdownBadge } from '@clearcall/ui/kit/time/countdown.tsx';
import { dateText, dateTimeText } from '@clearcall/ui/kit/time/date-text.ts';
import { TimeRule } from '@clearcall/ui/kit/time/time-rule.tsx';
import { Link } from '@tanstack/react-router';
import { amountText, applyWindow, factTexts } from './call-texts.ts';
import classes from './calls-home.module.css';

/** The words under the two ends of a call's rule. */
function endsOf(call: PublishedCall): [string, string] {
  const window = applyWindow(call);
  if (window === null) return ['', ''];
  if (call.state === 'closed')
    return [dateText(window.start), t('calls.closedAt', { when: dateTimeText(window.end) })];
  if (call.state === 'opening_soon') {
    return [
      t('calls.opensAt', { when: dateTimeText(window.start) }),
      window.end === null ? t('calls.noCutOff') : dateTimeText(window.end),
    ];
  }
  return window.end === null
    ? [t('calls.alwaysOpen'), t('calls.firstCome')]
    : [dateText(window.start), dateTimeText(window.end)];
}

/** The badge of a call: until when one can apply, or from when. */
export function CallBadge(props: { call: PublishedCall }) {
  const window = applyWindow(props.call);
  if (window === null || props.call.state === 'closed') return null;
  return props.call.state === 'opening_soon' ? (
    <CountdownBadge end={window.start} label={t('calls.opensIn')} />
  ) : (
    <CountdownBadge end={window.end} />
  );
}

/** A call among others: what it gives, to whom, and until when. Its title is the one link, and covers the card. */
export function CallCard(props: { call: PublishedCall }) {
  const { call } = props;
  const window = applyWindow(call);
  const amount = amountText(call);
  const closed = call.state === 'closed';
  return (
    <li className={`${classes.card} ${closed ? classes.closed : ''}`}>
      <div className={classes.cardTop}>
        <span className={classes.code}>
          {call.logo === null ? call.code : <img src={call.logo} alt={call.code} height={24} />}
        </span>
        <StatusChip status={call.state} />
        <CallBadge call={call} />
      </div>
      <div>
        <h2 className={classes.cardTitle}>
          <Link to="/calls/$id" params={{ id: String(call.id) }}>
            <span lang={langOf(call, 'title')}>{call.title}</span>
          </Link>
        </h2>
        <p className={classes.description} lang={langOf(call, 'description')}>
          {call.description}
        </p>
      </div>
      <p className={classes.amount}>
        {amount ? (
          <>
            <b className="num">{amount.figures}</b>{' '}
            <span lang={amount.unit === call.unit ? langOf({}, 'unit') : undefined}>{amount.unit}</span>
          </>
        ) : null}
      </p>
      <ul className={classes.facts}>
        {factTexts(call).map((fact) => (
          <li key={fact} lang={langOf(call, 'facts')}>
            {fact}
          </li>
        ))}
      </ul>
      <div className={classes.when}>
        <TimeRule start={window?.start} end={window?.end} closed={closed} ends={endsOf(call)} />
      </div>
    </li>
  );
}

/** The same card before it is known which call it shows. */
export function CallCardSkeleton() {
  return (
    <div className={classes.card} aria-hidden="true">
      <div className={classes.cardTop}>
        <span className={classes.code}>
          <Bar width={48} />
        </span>
        <Bar width={64} height={24} />
      </div>
      <div>
        <div className={classes.cardTitle}>
          <Bar width="62%" height={20} />
        </div>
        <div className={classes.description}>
          <Bar width="96%" />
          <br />
          <Bar width="88%" />
          <br />
          <Bar width="54%" />
        </div>
      </div>
      <div className={classes.amount}>
        <Bar width="58%" height={20} />
      </div>
      <div className={classes.facts}>
        <Bar width="80%" />
      </div>
      <div className={classes.when}>
        <TimeRule start={null} end={null} closed ends={['\u00a0', '']} />
      </div>
    </div>
  );
}
