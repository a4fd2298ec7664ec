import { isYear } from '@clearcall/domain/forms/elements/number.ts';
import { limitValue } from '@clearcall/domain/forms/limits.ts';
import type { Element } from '@clearcall/domain/forms/types.ts';
import fieldClasses from '../../kit/field/field.module.css';
import { FieldError } from '../../kit/field/field-frame.tsx';
import { t, translate, unitText } from '../../kit/text/translate.ts';
import classes from '../form.module.css';
import { numberLimitText } from '../limit-text.ts';
import type { ControlProps, Skin } from '../skin.ts';
import { useFieldMark, useForm, useGathered } from '../use-form.tsx';
import { AmountReading, AwardControl, isAmount, isAward, PlainNumber } from './award.tsx';
import { figureText } from './number-input.tsx';
import { isRank, RankControl } from './rank.tsx';
import { isScore, ScoreControl, ScoreReading, ScoreSumText, sumOfScores } from './score.tsx';

/** Sums and other figures that the form works out by itself. */
function isComputed(element: Element): boolean {
  return element.config.readOnly === true || element.effects.some((effect) => 'of' in effect);
}

/** A figure that nobody types: its name, its value, and what is wrong with it. */
function Figure(props: ControlProps) {
  const { element, state } = props;
  const mark = useFieldMark(element.id, props.groupId);
  const { store } = useForm();
  // A score of 0 changes no sum, but is missing no more.
  useGathered((its) => sumOfScores(its, element)?.missing ?? 0);
  const sum = sumOfScores(store, element);
  const value = state.values[0];
  // A sum is never left: what is wrong with it shows as soon as something was added up.
  const error =
    state.error !== null && (mark.showErrors || (value !== undefined && value !== '0'))
      ? translate(state.error)
      : null;
  const errorId = error === null ? undefined : `${props.id}:error`;
  return (
    <div
      className={`${classes.figure} ${error === null ? '' : fieldClasses.wrong}`}
      id={props.id}
      tabIndex={-1}
    >
      <p>
        {element.description ? <span className={classes.figureHint}>{element.description}</span> : null}
        <span id={props.labelId}>{element.title}</span>
        <output aria-labelledby={props.labelId} aria-describedby={errorId} className="num">
          {sum === null ? (
            <>
              {value === undefined ? '-' : figureText(element, value)}
              {element.config.unit && value !== undefined ? ` ${unitText(element.config.unit)}` : ''}
            </>
          ) : (
            <ScoreSumText sum={sum} />
          )}
        </output>
      </p>
      {error === null ? null : <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}

export const number: Skin = {
  frame: (element) => (isComputed(element) ? 'bare' : isScore(element) ? 'radios' : 'for'),
  width: 'half',
  // The scale has its own width, whatever the form says. An amount has room for its unit, and the request beside it.
  takesLine: (element) => isScore(element) || isAmount(element) || isRank(element),
  Reading: (props) => (isScore(props.element) ? <ScoreReading {...props} /> : <AmountReading {...props} />),
  readsOwn: (element) => isScore(element) || isAmount(element),
  Control: (props) =>
    isComputed(props.element) ? (
      <Figure {...props} />
    ) : isScore(props.element) ? (
      <ScoreControl {...props} />
    ) : isRank(props.element) ? (
      <RankControl {...props} />
    ) : isAward(props.element) ? (
      <AwardControl {...props} />
    ) : (
      <PlainNumber {...props} />
    ),
  hint: (element, context) =>
    isYear(element)
      ? t('forms.year.fromTo', {
          min: limitValue(element.config.min, context) ?? '',
          max: limitValue(element.config.max, context) ?? '',
        })
      : isScore(element)
        ? ''
        : numberLimitText(element, context),
};
