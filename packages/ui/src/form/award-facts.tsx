import type { AwardLimits } from '@clearcall/domain/applications/application.ts';
import { numberText } from '../kit/text/number-text.ts';
import { t } from '../kit/text/translate.ts';
import { dateText } from '../kit/time/date-text.ts';
import classes from './form.module.css';

/** What an amount that is decided is held against: the request, the advice of the technical review, and the pool. */
export function AwardFacts(props: { id: string; limits: AwardLimits; unit: string }) {
  const { requested, wishedStart, technical, left } = props.limits;
  const amount = (value: string) => t('forms.award.amount', { amount: numberText(value), unit: props.unit });
  const facts = [
    [t('forms.award.requested'), requested === null ? t('forms.award.noAmount') : amount(requested)],
    ...(technical === null ? [] : [[t('forms.award.technical'), amount(technical)] as const]),
    [t('forms.award.left'), left === null ? t('forms.award.noPool') : amount(left)],
    ...(wishedStart === null ? [] : [[t('forms.award.wishedStart'), dateText(wishedStart)] as const]),
  ] as const;
  return (
    <dl className={classes.award} id={props.id}>
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
