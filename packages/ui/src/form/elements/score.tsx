import type { Element, FieldState, Step } from '@clearcall/domain/forms/types.ts';
import type { MessageId } from '@clearcall/i18n/message.ts';
import { numberText } from '../../kit/text/number-text.ts';
import { t } from '../../kit/text/translate.ts';
import type { FormStore } from '../form-store.ts';
import type { ControlProps } from '../skin.ts';
import classes from './score.module.css';

const most = 5;
/** What the whole scores mean, from 0 to 5: the scale that research councils of Europe share. */
const meanings: readonly MessageId[] = [
  'forms.score.fails',
  'forms.score.poor',
  'forms.score.fair',
  'forms.score.good',
  'forms.score.veryGood',
  'forms.score.excellent',
];

/** Whether a number is a score: it goes from 0 to 5 in steps. Without a step it is an amount that is small. */
export function isScore({ type, config, effects }: Element): boolean {
  return (
    type === 'number' &&
    Number(config.min) === 0 &&
    Number(config.max) === most &&
    (config.step === '1' || config.step === '0.5') &&
    config.readOnly !== true &&
    effects.every(({ effect }) => effect !== 'sum')
  );
}

/** What a score means in words; empty for what is none. */
export function scoreMeaning(value: string): string {
  const score = Number(value);
  if (value === '' || !(score >= 0 && score <= most)) return '';
  const [below, above] = [meanings[Math.floor(score)], meanings[Math.ceil(score)]];
  if (below === undefined || above === undefined) return '';
  return below === above ? t(below) : t('forms.score.between', { below: t(below), above: t(above) });
}

/** The scores that can be given, as they are stored. */
function scoresOf({ config }: Element): string[] {
  const step = Number(config.step);
  return Array.from({ length: most / step + 1 }, (_, at) => String(at * step));
}

const isWhole = (score: string): boolean => Number.isInteger(Number(score));
const isSame = (one: string | undefined, other: string): boolean =>
  one !== undefined && one !== '' && Number(one) === Number(other);

/** Scores as squares on a rule, half ones as the ticks between; the meaning of the chosen one stands under it. */
export function ScoreControl(props: ControlProps) {
  const { id, element, state } = props;
  const scores = scoresOf(element);
  const chosen = scores.find((score) => isSame(state.values[0], score));
  return (
    <>
      <div className={classes.scale} data-invalid={props.invalid || undefined}>
        {scores.map((score, at) => (
          <label key={score} className={isWhole(score) ? classes.square : classes.tick}>
            <input
              id={score === chosen || (chosen === undefined && at === 0) ? id : `${id}:${score}`}
              type="radio"
              name={id}
              checked={score === chosen}
              aria-label={t('forms.score.named', { score: numberText(score), meaning: scoreMeaning(score) })}
              aria-invalid={props.invalid || undefined}
              onChange={() => props.set([score])}
              onBlur={(event) => {
                const next = event.relatedTarget;
                if (!(next instanceof HTMLInputElement && next.name === id)) props.leave();
              }}
            />
            <span aria-hidden="true">{numberText(score)}</span>
          </label>
        ))}
      </div>
      <p className={classes.meaning}>
        <Meaning value={state.values[0] ?? ''} />
      </p>
    </>
  );
}

function Meaning({ value }: { value: string }) {
  const meaning = scoreMeaning(value);
  if (meaning === '') return <span className="muted">{t('forms.score.none')}</span>;
  return (
    <>
      <b className="num">{numberText(Number(value))}</b> {meaning}
    </>
  );
}

/** A score that is read: the same rule, and its meaning. */
export function ScoreReading({ element, state }: { element: Element; state: FieldState }) {
  const value = state.values[0] ?? '';
  return (
    <div>
      <div className={classes.scale} data-read aria-hidden="true">
        {scoresOf(element).map((score) => (
          <span
            key={score}
            className={isWhole(score) ? classes.square : classes.tick}
            data-chosen={isSame(value, score) || undefined}
          >
            <span>{numberText(score)}</span>
          </span>
        ))}
      </div>
      <p className={classes.meaning}>
        <Meaning value={value} />
      </p>
    </div>
  );
}

export interface ScoreSum {
  /** As it is stored; null before anything was scored. */
  value: string | null;
  /** The most that the scores can be together. */
  most: number;
  scores: number;
  missing: number;
}

/** How a sum over scores alone stands; null for every other element. */
export function sumOfScores(store: FormStore, element: Element): ScoreSum | null {
  const refs = element.effects.flatMap((effect) => (effect.effect === 'sum' ? effect.of : []));
  const scores = refs.map((ref) => ('element' in ref ? store.element(ref.element) : null));
  if (scores.length === 0 || !scores.every((one) => one !== null && isScore(one))) return null;
  const states = scores.map((one) => store.read({ elementId: one?.id ?? '', groupId: null }));
  const missing = states.filter(({ visible, values }) => visible && (values[0] ?? '') === '').length;
  const value = store.read({ elementId: element.id, groupId: null }).values[0];
  return {
    value: missing === scores.length ? null : (value ?? null),
    most: most * scores.length,
    scores: scores.length,
    missing,
  };
}

/** The first sum over scores of a step: what its reviewer looks at before submitting. */
export function scoreSumOf(store: FormStore, step: Step): ScoreSum | null {
  for (const element of step.forms.flatMap(({ elements }) => elements)) {
    const sum = sumOfScores(store, element);
    if (sum !== null) return sum;
  }
  return null;
}

/** '9 of 15, one score missing'. */
export function ScoreSumText({ sum }: { sum: ScoreSum }) {
  return (
    <span className={classes.sum}>
      <b className="num">{sum.value === null ? '-' : numberText(sum.value)}</b>{' '}
      {sum.missing === 0
        ? t('forms.score.of', { most: sum.most })
        : t('forms.score.ofMissing', { most: sum.most, n: sum.missing })}
    </span>
  );
}
