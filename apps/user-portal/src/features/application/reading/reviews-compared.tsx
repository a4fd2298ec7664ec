import type { Application } from '@clearcall/domain/applications/application.ts';
import { itemsOf } from '@clearcall/domain/forms/elements/rule.ts';
import type { Element } from '@clearcall/domain/forms/types.ts';
import type { FormStore } from '@clearcall/ui/form/form-store.ts';
import { TabList } from '@clearcall/ui/kit/page/tab-list.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { type CSSProperties, useId } from 'react';
import type { ProposalPart } from '../editor/editor-session.ts';
import {
  answerIn,
  type ComparedReviews,
  type ComparedScore,
  type ComparedText,
  placesOf,
} from './compare-reviews.ts';
import { authorOf } from './part-head.tsx';
import classes from './reading.module.css';

/** From this difference on reviewers are asked to settle it. */
const wideSpread = 4;
const squarePx = 23;

interface Reviewer {
  id: string;
  number: number;
  name: string;
  isMine: boolean;
}

/** Several reviews of one step side by side: scores on one rule, texts under each other, short answers in a table. */
export function ReviewsCompared(props: {
  application: Application;
  parts: readonly ProposalPart[];
  compared: ComparedReviews;
  level: 2 | 3;
}) {
  const { application, parts, compared } = props;
  const id = useId();
  const user = useUser();
  const reviewers = parts.map(({ assignment }, index): Reviewer => {
    const isMine = assignment.owner?.id === user.id;
    return {
      id: assignment.id,
      number: assignment.labelNumber ?? index + 1,
      name: isMine ? t('work.compare.you') : authorOf(application, assignment),
      isMine,
    };
  });
  const Heading = `h${props.level}` as const;
  return (
    <section className={`${classes.compared} only-screen`} aria-labelledby={id}>
      <Heading id={id} className={classes.comparedTitle}>
        {t('work.compare.title', { n: parts.length })}
      </Heading>
      <table className={classes.matrix} aria-labelledby={id}>
        <thead className="hidden-visually">
          <tr>
            <th scope="col">{t('work.compare.criterion')}</th>
            <th scope="col">{t('work.compare.scores')}</th>
            <th scope="col">{t('work.compare.mean')}</th>
          </tr>
        </thead>
        <tbody>
          {compared.scores.map((score) => (
            <ScoreRow key={score.element.id} score={score} reviewers={reviewers} />
          ))}
        </tbody>
      </table>
      <ul className={classes.legend}>
        {reviewers.map((one) => (
          <li key={one.id}>
            <Square reviewer={one} /> {one.name}
          </li>
        ))}
      </ul>
      <Texts texts={compared.texts} parts={parts} reviewers={reviewers} />
      <Facts facts={compared.facts} parts={parts} reviewers={reviewers} />
    </section>
  );
}

const Square = ({ reviewer, style }: { reviewer: Reviewer; style?: CSSProperties }) => (
  <b className={classes.square} data-mine={reviewer.isMine || undefined} style={style} aria-hidden="true">
    {reviewer.number}
  </b>
);

function ScoreRow({ score, reviewers }: { score: ComparedScore; reviewers: readonly Reviewer[] }) {
  const { element, values, most, mean, spread } = score;
  const given = values.flatMap((value) => (value === null ? [] : [Number(value)]));
  const places = placesOf(score);
  const share = (value: number) => `${(value / most) * 100}%`;
  return (
    <tr>
      <th scope="row" lang={langOf(element, 'title')}>
        {element.title}
      </th>
      <td>
        <ul className="hidden-visually">
          {reviewers.map(({ id, name }, at) => (
            <li key={id}>
              {t('work.compare.scored', {
                name,
                score: values[at] == null ? t('forms.score.none') : numberText(values[at]),
              })}
            </li>
          ))}
        </ul>
        <div className={classes.rule} style={{ '--ticks': most } as CSSProperties} aria-hidden="true">
          {given.length < 2 ? null : (
            <i
              className={classes.span}
              data-wide={(most <= 5 && Number(spread) >= wideSpread) || undefined}
              style={{ left: share(Math.min(...given)), right: share(most - Math.max(...given)) }}
            />
          )}
          {reviewers.map((reviewer, at) => {
            const place = places[at];
            return place == null ? null : (
              <Square
                key={reviewer.id}
                reviewer={reviewer}
                style={{ left: `calc(${place.at * 100}% + ${place.beside * squarePx}px)` }}
              />
            );
          })}
        </div>
      </td>
      <td className="num">
        {mean === null ? null : (
          <>
            <b>{numberText(mean)}</b>{' '}
            <small>
              {most > 5
                ? t('forms.score.of', { most })
                : spread === null
                  ? null
                  : t('work.compare.apart', { spread: numberText(spread) })}
            </small>
          </>
        )}
      </td>
    </tr>
  );
}

/** The texts of all reviews to one question at a time, under each other. */
function Texts(props: {
  texts: readonly ComparedText[];
  parts: readonly ProposalPart[];
  reviewers: readonly Reviewer[];
}) {
  const { texts, parts, reviewers } = props;
  if (texts.length === 0) return null;
  const groups = Map.groupBy(texts, ({ element, score }) => score?.element ?? element);
  return (
    <TabList
      label={t('work.compare.texts')}
      tabs={[...groups].map(([head, its]) => ({
        // What is behind the colon explains the criterion.
        label: head.title.split(':', 1)[0] ?? head.title,
        lang: langOf(head, 'title'),
        content: its.map(({ element, score }) => (
          <ul key={element.id} className={classes.texts} aria-labelledby={`${element.id}:compared`}>
            <li hidden id={`${element.id}:compared`} lang={langOf(element, 'title')}>
              {element.title}
            </li>
            {parts.map(({ store, assignment }, at) => {
              const [reviewer, value] = [reviewers[at], score?.values[at]];
              const text = answerIn(store, element);
              return reviewer === undefined ? null : (
                <li key={assignment.id}>
                  <p>
                    <Square reviewer={reviewer} /> <b>{reviewer.name}</b>
                    {value == null ? null : (
                      <span className="soft num">{t('work.compare.gave', { score: numberText(value) })}</span>
                    )}
                  </p>
                  <p className={classes.text}>
                    {text === '' ? <span className="muted">{t('forms.read.notAnswered')}</span> : text}
                  </p>
                </li>
              );
            })}
          </ul>
        )),
      }))}
    />
  );
}

/** Language of the option that was chosen, if it is not that of the page. */
function chosenLanguage(store: FormStore, element: Element) {
  const [value] = store.read({ elementId: element.id, groupId: null }).values;
  const chosen = itemsOf(element, store.currentContext()).find((item) => item.value === value);
  return chosen && langOf(chosen, 'label');
}

function Facts(props: {
  facts: ComparedReviews['facts'];
  parts: readonly ProposalPart[];
  reviewers: readonly Reviewer[];
}) {
  const { facts, parts, reviewers } = props;
  if (facts.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard too
    <section className={classes.facts} tabIndex={0} aria-label={t('work.compare.facts')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('work.compare.facts')}</th>
            {reviewers.map(({ id, name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {facts.map((element) => (
            <tr key={element.id}>
              <th scope="row" lang={langOf(element, 'title')}>
                {element.title}
              </th>
              {parts.map(({ store, assignment }) => (
                <td key={assignment.id} lang={chosenLanguage(store, element)}>
                  {answerIn(store, element) || <span className="muted">{t('forms.read.notAnswered')}</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
