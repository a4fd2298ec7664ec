import { Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { LoadingRows } from '@clearcall/ui/kit/state/page-states.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { UnitName } from '@clearcall/ui/kit/text/unit-name.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CallBadge } from './call-card.tsx';
import classes from './call-detail.module.css';
import { publishedCalls } from './call-queries.ts';
import { amountText, applyWindow } from './call-texts.ts';

const atMost = 4;

/** Other calls that one can apply to, or soon; for those who see that this one is not theirs. */
export function OtherCalls(props: { except: number }) {
  const { data: calls } = useQuery(publishedCalls);
  const others = calls?.filter(({ id, state }) => id !== props.except && state !== 'closed').slice(0, atMost);
  return (
    <Section
      title={t('call.others.title')}
      id="other-calls"
      aside={
        <Link to="/" className="small">
          {t('call.others.all')}
        </Link>
      }
    >
      {others === undefined ? (
        <LoadingRows rows={atMost} height={45} label={t('call.others.loading')} />
      ) : others.length === 0 ? (
        <p className="soft">{t('call.others.none')}</p>
      ) : (
        <ul className={classes.others}>
          {others.map((call) => {
            const amount = amountText(call);
            return (
              <li key={call.id}>
                <span className={classes.otherCode}>{call.code}</span>
                <Link to="/calls/$id" params={{ id: String(call.id) }}>
                  <span lang={langOf(call, 'title')}>{call.title}</span>
                </Link>
                <span className={classes.otherAmount}>
                  {amount?.figures} {amount ? <UnitName unit={call.unit} /> : null}
                </span>
                <span>
                  {call.state === 'open' && applyWindow(call)?.end === null ? (
                    <span className="small soft">{t('calls.alwaysOpen')}</span>
                  ) : (
                    <CallBadge call={call} />
                  )}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </Section>
  );
}
