import type { AwardLimits } from '@clearcall/domain/applications/application.ts';
import { numberText } from '../kit/text/number-text.ts';
import { t } from '../kit/text/translate.ts';
import { dateText } from '../kit/time/date-text.ts';
import classes from './form.module.css';

/** What a decision is based on: the request, advice, score and rank that the reader may know, and the pool. */
export function AwardFacts(props: { id: string; limits: AwardLimits; unit: string }) {
  const { requested, wishedStart, technical, advised, score, rank, left } = props.limits;
  const amount = (value: string) => t('forms.award.amount', { amount: numberText(value), unit: props.unit });
  const facts = [
    [t('forms.award.requested'), requested === null ? t('forms.award.noAmount') : amount(requested)],
    ...(technical === null ? [] : [[t('forms.award.technical'), amount(technical)] as const]),
    ...(advised === null
      ? []
      : [[t('forms.award.advisedBy', { step: advised.step }), amount(advised.value)] as const]),
    ...(score === null
      ? []
      : [[t('forms.award.scoreOf', { step: score.step }), numberText(score.value)] as const]),
    ...(rank === null ? [] : [[t('forms.award.rank'), numberText(rank)] as const]),
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
