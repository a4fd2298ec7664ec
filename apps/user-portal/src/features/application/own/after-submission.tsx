import { focusField } from '@clearcall/ui/form/focus.ts';
import { readingId } from '@clearcall/ui/form/forms-reading.tsx';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { Chip, type ChipTone } from '@clearcall/ui/kit/status-chip.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { dateText } from '@clearcall/ui/kit/time/date-text.ts';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formHeadId } from '../../../search-params.ts';
import { DeclinedAward } from '../declined-award.tsx';
import { chosenPartitions } from '../editor/chosen-partitions.ts';
import type { EditorSession } from '../editor/editor-session.ts';
import { ApplicationReading, PartReading } from '../reading/application-reading.tsx';
import { authorOf } from '../reading/part-head.tsx';
import classes from './own.module.css';
import { isMine, ownSteps, projectFacts, releasedParts, resultOf } from './own-facts.ts';

/** The parts around the forms of an application for its applicant: other open steps, the result, and the reviews. */
export type AroundForm = 'tasks' | 'result' | 'reviews';
const aroundForm: readonly AroundForm[] = ['tasks', 'result', 'reviews'];

/** Draws these parts, all of them if none are named. */
export function AfterSubmission(props: { session: EditorSession; parts?: readonly AroundForm[] }) {
  const { session, parts = aroundForm } = props;
  const { application } = session;
  const user = useUser();
  if (!isMine(application, user.id)) return null;
  return (
    <div className={classes.after}>
      {parts.includes('tasks') ? <ToDo session={session} userId={user.id} /> : null}
      {parts.includes('result') ? (
        <>
          <DeclinedAward application={application} />
          {application.displayStatus === 'withdrawn' ? (
            <Note kind="info">{t('editor.own.withdrawn')}</Note>
          ) : null}
          <Result session={session} />
        </>
      ) : null}
      {parts.includes('reviews') ? (
        <ReleasedReviews session={session} isBeforeForm={parts.includes('tasks')} />
      ) : null}
    </div>
  );
}

/** The parts before and after the form of a step: applicants read first what they answer there. */
export function partsAround({
  type,
}: EditorSession['step']): Record<'before' | 'after', readonly AroundForm[]> {
  const n = type === 'reply' ? 3 : type === 'acceptance' ? 2 : 1;
  return { before: aroundForm.slice(0, n), after: aroundForm.slice(n) };
}

/** Own steps that wait while another one is open. */
function ToDo({ session, userId }: { session: EditorSession; userId: number }) {
  const { application, assignment: open } = session;
  const others = ownSteps(application, userId).filter((one) => one.waits && one.assignment.id !== open.id);
  if (others.length === 0) return null;
  return (
    <Note kind="time">
      <p>
        <b>{t('editor.own.toDo')}</b>
      </p>
      <ul>
        {others.map(({ assignment, title }) => (
          <li key={assignment.id}>
            <Link
              to="/applications/$uid"
              params={{ uid: application.uid }}
              search={{ assignment: assignment.id }}
            >
              {title}
            </Link>
            {assignment.deadline === null ? null : (
              <>
                {', '}
                <RichText
                  id="editor.own.toDoUntil"
                  parts={{
                    at: () => <DateTime at={assignment.deadline} zone={application.call.timeZone} />,
                  }}
                />
              </>
            )}
          </li>
        ))}
      </ul>
    </Note>
  );
}

const outcomes = {
  awarded: { tone: 'ok', icon: 'dial-approved' },
  reduced: { tone: 'ok', icon: 'dial-approved' },
  reserve: { tone: 'info', icon: 'clock' },
  rejected: { tone: 'bad', icon: 'dial-rejected' },
} as const satisfies Record<string, { tone: ChipTone; icon: Parameters<typeof Chip>[0]['icon'] }>;

/** What was decided about each partition, once it is released. */
export function Result({ session, paper = false }: { session: EditorSession; paper?: boolean }) {
  const { application } = session;
  const { decisions, partitions, call } = application;
  const result = resultOf(decisions);
  if (result === null) return null;
  const first = session.parts()[0];
  const asked = first === undefined ? [] : chosenPartitions(first.store, application);
  const id = paper ? 'result-paper' : 'result';
  const letter = releasedParts(session.readings()).find(({ step }) => step.final === true);
  const letterId = letter?.forms[0] === undefined ? '' : readingId(letter.forms[0], letter.assignment.id);
  return (
    <section className={classes.result} aria-labelledby={id}>
      <header>
        <h2 id={id}>{t('editor.own.result.title')}</h2>
        {paper ? null : (
          <Button size="sm" className="only-screen" onClick={() => window.print()}>
            {t('editor.read.print')}
          </Button>
        )}
      </header>
      <p className={classes.sentence}>{t(`editor.own.result.${result}`)}</p>
      <ul>
        {decisions.map(({ partitionId, outcome, amount, reason, startsOn, endsOn }) => {
          const partition = partitions.find((one) => one.id === partitionId);
          const wanted = asked.find((one) => one.partitionId === partitionId)?.amount ?? null;
          const unit = partition?.unit ?? call.unit;
          return (
            <li key={partitionId}>
              <div className={classes.decided}>
                <b>{partition?.name ?? partitionId}</b>
                <Chip tone={outcomes[outcome].tone} icon={outcomes[outcome].icon}>
                  {t(`editor.own.outcome.${outcome}`)}
                </Chip>
                {amount === null || outcome === 'rejected' ? null : (
                  <span className={`${classes.amount} num`}>
                    {t('editor.panel.amount', { amount: numberText(amount), unit })}
                  </span>
                )}
              </div>
              {amount !== null && outcome !== 'rejected' && wanted !== null ? (
                <p className="small soft">
                  {t('editor.own.result.asked', { amount: numberText(wanted), unit })}
                </p>
              ) : null}
              {startsOn === null || endsOn === null || outcome === 'rejected' ? null : (
                <p className="small soft">
                  {unbroken(
                    t('editor.own.result.from', { start: dateText(startsOn), end: dateText(endsOn) }),
                  )}
                </p>
              )}
              {projectFacts(session.readings(), partitionId).map(({ element, value }) => (
                <p key={element.id}>
                  <span lang={langOf(element, 'title')}>{element.title}</span>: <b>{value}</b>
                </p>
              ))}
              {reason === null || reason.trim() === '' ? null : <p className={classes.reason}>{reason}</p>}
            </li>
          );
        })}
      </ul>
      {paper || letter === undefined ? null : (
        <p className="only-screen">
          <Link
            from="/applications/$uid"
            search={(before) => before}
            hash={letterId}
            hashScrollIntoView={false}
            // The address may lead there already.
            onClick={() => focusField(letterId, 'start')}
          >
            {t('editor.own.result.letter')}
          </Link>
        </p>
      )}
    </section>
  );
}

/** What reviewers and those who decide wrote, as far as it was released: step by step on the page, all of it on paper. */
export function ReleasedReviews(props: {
  session: EditorSession;
  paper?: boolean;
  /** The form follows on the page, and a link leads to it. */
  isBeforeForm?: boolean;
}) {
  const { session, paper = false, isBeforeForm = false } = props;
  const { application } = session;
  const parts = releasedParts(session.readings());
  if (parts.length === 0) return null;
  const id = paper ? 'released-paper' : 'released';
  return (
    <section className={classes.released} aria-labelledby={id}>
      <h2 id={id}>{t('editor.own.released.title')}</h2>
      <p className="soft">{t('editor.own.released.text')}</p>
      {paper || !isBeforeForm || !session.store.editable ? null : (
        <p className="only-screen">
          <Link
            from="/applications/$uid"
            search={(before) => before}
            hash={formHeadId}
            hashScrollIntoView={false}
            // The address may lead there already.
            onClick={() => focusField(formHeadId, 'start')}
          >
            {t('editor.own.released.toForm')}
          </Link>
        </p>
      )}
      {paper ? (
        parts.map((part) => (
          <div key={part.assignment.id} className={classes.review}>
            <h3>
              <span lang={langOf(part.step, 'title')}>{part.step.title}</span>{' '}
              <span className="soft">{authorOf(application, part.assignment)}</span>
            </h3>
            <PartReading application={application} part={part} level={3} />
          </div>
        ))
      ) : (
        <ApplicationReading application={application} parts={parts} level={3} comparedFirst />
      )}
    </section>
  );
}

/** What the open step is about, as its author wrote it. */
export function AboutStep(props: {
  step: EditorSession['step'];
  open?: boolean;
  title?: string | undefined;
  children?: ReactNode;
}) {
  const { step, title } = props;
  if (!step.guide && title === undefined) return null;
  return (
    <details className={classes.about} open={props.open}>
      <summary>{title ?? t('editor.own.about')}</summary>
      <div>
        {props.children}
        {step.guide ? <p lang={langOf(step, 'guide')}>{step.guide}</p> : null}
      </div>
    </details>
  );
}
