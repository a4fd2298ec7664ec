import type { Application, Assignment } from '@clearcall/domain/applications/application.ts';
import type { Element } from '@clearcall/domain/forms/types.ts';
import { fullName } from '@clearcall/domain/people/person-name.ts';
import { wasHandedIn } from '@clearcall/domain/permissions/view-rules.ts';
import { addressOf } from '@clearcall/ui/form/field-address.ts';
import type { FormStore } from '@clearcall/ui/form/form-store.ts';
import { useProblems } from '@clearcall/ui/form/use-form.tsx';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { LinkButton } from '@clearcall/ui/kit/link-button.tsx';
import { initialsText } from '@clearcall/ui/kit/text/initials-text.ts';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { quoted, quoting } from '@clearcall/ui/kit/text/quoting.tsx';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { Countdown } from '@clearcall/ui/kit/time/countdown.tsx';
import { readerZone, sameClock, zoneText } from '@clearcall/ui/kit/time/date-text.ts';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { TimeRule } from '@clearcall/ui/kit/time/time-rule.tsx';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import type { ReactNode } from 'react';
import { Assigner } from '../assigner.tsx';
import { AskedChangesPart } from '../changes/asked-changes.tsx';
import { DocumentList } from '../document-list.tsx';
import { DownloadMenu } from '../download-menu.tsx';
import { isMine } from '../own/own-facts.ts';
import { SuggestedReplacements } from '../own/suggested-replacements.tsx';
import { ReviewComments } from '../work/review-comments.tsx';
import { AssignmentChip } from './assignment-chip.tsx';
import { chosenPartitions } from './chosen-partitions.ts';
import classes from './editor.module.css';
import { shownIdOf, stepsOf } from './editor-session.ts';
import { sortProblems } from './problem-counts.ts';
import { nameOf, ProblemLink } from './problem-links.tsx';
import { ReceiptHashes } from './receipt-hashes.tsx';
import { dueLabel, roleAndNumber } from './step-texts.ts';
import { useChanges } from './use-gathered.ts';
import { WholeProposalLink } from './whole-proposal-link.tsx';

const maxLinks = 6;

function Part(props: { title: string; count?: number | undefined; children: ReactNode }) {
  return (
    <section>
      <h2>
        {props.title}
        {props.count === undefined ? null : <span className="num">{props.count}</span>}
      </h2>
      {props.children}
    </section>
  );
}

/** Whose clock a deadline goes by; its own time too where the reader's clock shows another. */
function Zone(props: { at: string; zone: string }) {
  const ms = Date.parse(props.at);
  if (!sameClock(props.zone, readerZone, ms)) return <DateTime at={props.at} zone={props.zone} />;
  return zoneText(props.zone);
}

/** Until when, how much is left of it, and whose clock it is. Who cannot write any more is not counted down. */
function Deadline(props: { application: Application; assignment: Assignment; editable: boolean }) {
  const { application, assignment } = props;
  const end = assignment.deadline;
  const asked = assignment.activities.findLast(({ status }) => status === 'changes_requested');
  const start = assignment.start ?? asked?.createdAt ?? assignment.createdAt;
  if (end === null) return <p className="soft">{t('editor.deadlineNone')}</p>;
  if (!props.editable) {
    return (
      <p>
        <DateTime at={end} zone={application.call.timeZone} />
      </p>
    );
  }
  return (
    <>
      <p>
        <Countdown end={end} over={t('editor.deadlinePassed')} />
      </p>
      <TimeRule
        start={start}
        end={end}
        ends={[<DateTime key="start" at={start} dateOnly />, <DateTime key="end" at={end} />]}
      />
      <p className="soft">
        <RichText
          id="editor.deadlineReceived"
          parts={{ zone: () => <Zone at={end} zone={application.call.timeZone} /> }}
        />
      </p>
    </>
  );
}

function Stops(props: { store: FormStore; onGo: (() => void) | undefined; onShowAll: () => void }) {
  const { store } = props;
  const problems = useProblems(store);
  const { missing, wrong } = sortProblems(store, problems);
  const go = props.onGo ? { onGo: props.onGo } : {};
  const all = (text: string) => <LinkButton onClick={props.onShowAll}>{text}</LinkButton>;
  if (problems.length === 0) {
    return (
      <p className={classes.allFilled}>
        <Icon name="check" /> {t('editor.panel.allFilled')}
      </p>
    );
  }
  return (
    <ul className={classes.stops}>
      {wrong.slice(0, maxLinks).map((problem) => (
        <li key={`${problem.elementId}@${problem.groupId}`} data-wrong>
          <Icon name="warning" />
          <ProblemLink
            store={store}
            name={nameOf(store, problem)}
            address={addressOf(problem)}
            formId={problem.formId}
            {...go}
          />
        </li>
      ))}
      {wrong.length > maxLinks ? (
        <li data-wrong>
          <Icon name="warning" />
          {all(t('editor.panel.moreErrors', { n: wrong.length - maxLinks }))}
        </li>
      ) : null}
      {missing.length === 0 ? null : (
        <li>
          <Icon name="ring" />
          {all(t('editor.problems.missing', { n: missing.length }))}
        </li>
      )}
    </ul>
  );
}

/** Whether partitions are chosen here: a step of the review has that of its assignment, or none. */
const asksForAmounts = (store: FormStore): boolean =>
  store.step.forms
    .flatMap((form) => form.elements)
    .some((element) =>
      [element, ...(element.children ?? [])].some(({ config }) => config.partitionFrom !== undefined),
    );

function Partitions(props: { store: FormStore; application: Application }) {
  useChanges(props.store);
  const chosen = chosenPartitions(props.store, props.application);
  if (chosen.length === 0) return <p className="soft">{t('editor.panel.partitionsNone')}</p>;
  return (
    <ul className={classes.amounts}>
      {chosen.map((one) => (
        <li key={one.key}>
          <span>{one.name}</span>
          <b className="num">
            {one.amount === null
              ? t('editor.panel.amountNone')
              : t('editor.panel.amount', { amount: numberText(one.amount), unit: one.unit })}
          </b>
          {props.application.turnedDown?.includes(one.partitionId) ? (
            <small className={classes.amountFact}>{t('editor.panel.turnedDown')}</small>
          ) : null}
          {one.coreHours === null ? null : (
            <small className={`${classes.amountFact} num`}>
              {t('editor.panel.coreHours', { amount: numberText(one.coreHours) })}
            </small>
          )}
          {one.pool === null ? null : (
            <small className={`${classes.amountFact} num`}>
              {t('editor.panel.pool', { amount: numberText(one.pool), unit: one.unit })}
            </small>
          )}
        </li>
      ))}
    </ul>
  );
}

const roleText = (step: string, { isLead }: Pick<Assignment, 'isLead'>): string =>
  isLead ? t('editor.panel.lead', { step }) : step;

/** The elements of all steps that the reader sees, by id. */
function elementsOf(application: Application): ReadonlyMap<string, Element> {
  const elements = stepsOf(application).flatMap(({ forms }) => forms.flatMap((form) => form.elements));
  return new Map(elements.flatMap((one) => [one, ...(one.children ?? [])]).map((one) => [one.id, one]));
}

/** Deadline, what stops the submission, partitions, assignments and documents of an application. */
export function SidePanel(props: {
  application: Application;
  assignment: Assignment;
  store: FormStore;
  documents: Application['documents'];
  onDownload: (documentId: string) => void;
  onDelete: (() => void) | null;
  /** What the applicant may do with what was submitted. */
  actions: ReactNode;
  /** The panel lies over the page and has to go when one follows a link. */
  onGo?: () => void;
  /** Leaves out the proposal and its documents, which the page shows beside the panel. */
  isBrief: boolean;
  /** Leads to the list of all that stops the submission. */
  onShowAll: () => void;
}) {
  const { application, assignment, store, documents } = props;
  const elements = elementsOf(application);
  const user = useUser();
  const isReceipted =
    isMine(application, user.id) && assignment.owner?.id === user.id && wasHandedIn(assignment.status);
  return (
    <div className={classes.panel}>
      {isReceipted ? null : (
        <Part title={dueLabel(application, assignment)}>
          <Deadline application={application} assignment={assignment} editable={store.editable} />
        </Part>
      )}
      {assignment.submittedAt === null ? null : (
        <Part title={t('editor.panel.submission')}>
          <p>
            {unbroken(shownIdOf(application))}
            <br />
            <DateTime at={assignment.submittedAt} zone={application.call.timeZone} />
          </p>
          {isReceipted ? (
            <ReceiptHashes
              assignmentId={assignment.id}
              submittedAt={assignment.submittedAt}
              element={(id) => store.element(id)}
            />
          ) : null}
        </Part>
      )}
      {store.editable ? (
        <Part title={t('editor.beforeSubmit')}>
          <Stops store={store} onGo={props.onGo} onShowAll={props.onShowAll} />
        </Part>
      ) : assignment.status === 'triggered' || application.displayStatus === 'opening_soon' ? (
        <Part title={t('editor.panel.actions')}>
          <p className="soft">{t('editor.panel.actionsSoon')}</p>
        </Part>
      ) : null}
      <AskedChangesPart onGo={props.onGo} />
      {assignment.partitionId !== null ? (
        <Part title={t('editor.partition')}>
          <p>
            {application.partitions.find(({ id }) => id === assignment.partitionId)?.name ??
              assignment.partitionId}
          </p>
        </Part>
      ) : asksForAmounts(store) ? (
        <Part title={t('editor.partition')}>
          <Partitions store={store} application={application} />
        </Part>
      ) : null}
      <ReviewComments assignment={assignment} />
      {props.actions}
      <Part title={t('editor.assignments')} count={application.assignments.length}>
        <ul className={classes.assignments}>
          {application.assignments.map((one) => (
            <li key={one.id}>
              {one.owner ? (
                <span className={classes.initials} aria-hidden="true">
                  {initialsText({ ...one.owner, email: '?' })}
                </span>
              ) : null}
              <span className={classes.assignee}>
                <b>{one.owner ? fullName(one.owner) : roleAndNumber(one)}</b>
                <br />
                <AssignedTo application={application} assignment={one} />
              </span>
              <AssignmentChip application={application} assignment={one} />
              {one.assignerId === undefined ? null : (
                <span className={classes.assigner}>
                  <Assigner id={one.assignerId} />
                </span>
              )}
            </li>
          ))}
        </ul>
      </Part>
      <SuggestedReplacements application={application} />
      {props.isBrief ? null : (
        <>
          <Part title={t('editor.proposal')}>
            <WholeProposalLink store={store} onGo={props.onGo}>
              {t('editor.read.link')}
            </WholeProposalLink>
          </Part>
          <Part title={t('editor.documents')} count={documents.length}>
            <DownloadMenu application={{ ...application, documents: [...documents] }} open={[assignment]} />
            {documents.length === 0 ? <p className="soft">{t('editor.documentsNone')}</p> : null}
            <DocumentList
              documents={documents}
              elementOf={(id) => elements.get(id)}
              onDownload={props.onDownload}
            />
          </Part>
        </>
      )}
      {props.onDelete === null ? null : (
        <section>
          <Button variant="danger" size="sm" leftSection={<Icon name="trash" />} onClick={props.onDelete}>
            {t('editor.delete')}
          </Button>
        </section>
      )}
    </div>
  );
}

/** The step that somebody was assigned, as the list of assignments names it. */
function AssignedTo({ application, assignment }: { application: Application; assignment: Assignment }) {
  const step = stepsOf(application).find(({ id }) => id === assignment.stepId);
  return quoting(roleText(step?.title ?? roleAndNumber(assignment), assignment), quoted(step, 'title'));
}
