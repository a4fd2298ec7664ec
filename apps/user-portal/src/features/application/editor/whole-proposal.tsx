import { readingId } from '@clearcall/ui/form/forms-reading.tsx';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { focusHeading } from '@clearcall/ui/kit/page/focus-heading.ts';
import { BackLink, KeyValue } from '@clearcall/ui/kit/page/page-head.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { LoadingRows } from '@clearcall/ui/kit/state/page-states.tsx';
import { StatusChip } from '@clearcall/ui/kit/status-chip.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { dateTimeText } from '@clearcall/ui/kit/time/date-text.ts';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { workflowNow } from '@clearcall/ui/session/server-clock.ts';
import { Link } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { ofSameAssignment } from '../../../search-params.ts';
import { isResubmitted } from '../is-resubmitted.ts';
import { ReleasedReviews, Result } from '../own/after-submission.tsx';
import { isMine } from '../own/own-facts.ts';
import { PartReading } from '../reading/application-reading.tsx';
import { ChangedElsewhereNote } from './editor-notices.tsx';
import { type EditorSession, type ProposalPart, shownIdOf } from './editor-session.ts';
import { projectTitleOf } from './project-title.ts';
import { roleAndNumber } from './step-texts.ts';
import { useChanges } from './use-gathered.ts';
import classes from './whole-proposal.module.css';

/** The page on which a whole application is read, and from which it is printed. */
export function WholeProposal(props: { session: EditorSession; formId: string }) {
  const { session } = props;
  usePaperOf(session);
  const [state, setState] = useState<Currency>(session.store.editable ? 'asking' : 'current');
  const [checking, setChecking] = useState(false);
  const check = useCallback(async () => {
    setChecking(true);
    // This page shows the answers that would be submitted, not those of the moment when the window was opened.
    const isCurrent = await session.queue.catchUp();
    const focused = document.activeElement;
    // Drawn at once: whether the button has gone with its note is known only then.
    flushSync(() => {
      setState(isCurrent ? 'current' : 'behind');
      setChecking(false);
    });
    if (focused?.isConnected === false) focusHeading();
  }, [session]);
  useEffect(() => {
    void check();
    const online = () => void check();
    window.addEventListener('online', online);
    return () => window.removeEventListener('online', online);
  }, [check]);
  return (
    <div className={`page ${classes.page}`}>
      <BackLink from="/applications/$uid" search={ofSameAssignment({ form: props.formId })}>
        {t('editor.backToForm')}
      </BackLink>
      <ChangedElsewhereNote session={session} />
      {state === 'behind' ? (
        <Note kind="warn" live>
          <p>{t('editor.read.notCurrent')}</p>
          <p className={classes.again}>
            <Button size="sm" loading={checking} onClick={() => void check()}>
              {t('editor.read.checkAgain')}
            </Button>
          </p>
        </Note>
      ) : null}
      <div className={classes.columns}>
        <Proposal session={session} state={state} />
        <nav className={`${classes.contents} only-wide only-screen`} aria-label={t('editor.read.contents')}>
          <ol>
            {session.parts().flatMap(({ forms, assignment }) =>
              forms.map((form, index) => (
                <li key={form.id}>
                  <Link
                    from="/applications/$uid"
                    search={(before) => before}
                    hash={readingId(form, assignment.id)}
                  >
                    {index + 1}. <span lang={langOf(form, 'title')}>{form.title}</span>
                  </Link>
                </li>
              )),
            )}
          </ol>
        </nav>
      </div>
    </div>
  );
}

/** The whole application on paper, while the page beside it shows one form of it alone. */
export function PrintedProposal(props: {
  session: EditorSession;
  /** In place of what its applicant gave: what this reader reads. */
  parts?: readonly ProposalPart[];
}) {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    let focused: Element | null = null;
    const begin = () => {
      focused = document.activeElement;
      // The paper is drawn when this has returned.
      flushSync(() => setPrinting(true));
    };
    const end = () => {
      flushSync(() => setPrinting(false));
      // What is not on the paper loses the focus while it is drawn.
      if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    };
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return printing
    ? createPortal(
        <div className={classes.paper}>
          <OnPaper {...props} />
        </div>,
        document.body,
      )
    : null;
}

type Printed = {
  session: EditorSession;
  parts?: readonly ProposalPart[];
  state?: Currency;
};

/** Whether the page shows what is stored now. */
type Currency = 'asking' | 'current' | 'behind';

function OnPaper(props: Printed) {
  usePaperOf(props.session);
  return <Proposal {...props} />;
}

/** Meanings of the answers in the head of this page. */
const inHead = ['project_title'];

function Proposal(props: Printed) {
  const { session } = props;
  const { application, store } = session;
  useChanges(store);
  const parts = props.parts ?? session.parts();
  const mine = isMine(application, useUser().id);
  const { cutoff } = application;
  return (
    <article className={classes.proposal}>
      <header className={classes.head}>
        <div>
          <p className={classes.identity}>
            <b data-titles-page="">{unbroken(shownIdOf(application))}</b>
            <StatusChip status={application.displayStatus} />
          </p>
          <h1 tabIndex={-1}>{unbroken(projectTitleOf(session) || application.call.title)}</h1>
          <p className="soft">
            {store.editable && props.state === 'current'
              ? t('editor.read.asWritten')
              : t('editor.read.allAnswers')}
          </p>
        </div>
        <Button className="only-screen" onClick={() => window.print()}>
          {t('editor.read.print')}
        </Button>
      </header>
      <KeyValue
        rows={[
          [
            t('editor.read.call'),
            <span key="call" lang={langOf(application.call, 'title')}>
              {application.call.title}
            </span>,
          ],
          ...(cutoff?.end
            ? [
                [
                  t('editor.read.cutOff'),
                  <DateTime key="cutoff" at={cutoff.end} zone={application.call.timeZone} />,
                ] as const,
              ]
            : []),
          application.submittedAt === null
            ? [t('editor.read.asOf'), dateTimeText(workflowNow())]
            : [
                t(isResubmitted(application) ? 'editor.read.resubmitted' : 'editor.read.submitted'),
                <DateTime key="submitted" at={application.submittedAt} zone={application.call.timeZone} />,
              ],
        ]}
      />
      {mine ? <Result session={session} paper /> : null}
      {props.state === 'asking' ? <LoadingRows rows={6} /> : null}
      {(props.state === 'asking' ? [] : parts).map((part) =>
        parts.length === 1 ? (
          <PartReading
            key={part.assignment.id}
            application={application}
            part={part}
            level={2}
            inHead={inHead}
          />
        ) : (
          <section
            key={part.assignment.id}
            className={classes.part}
            aria-labelledby={`${part.assignment.id}:read`}
          >
            <h2 id={`${part.assignment.id}:read`}>
              <span lang={langOf(part.step, 'title')}>{part.step.title}</span>
              {part.step.ownerRole === 'applicant' ? null : `, ${roleAndNumber(part.assignment)}`}
            </h2>
            <PartReading application={application} part={part} level={3} inHead={inHead} />
          </section>
        ),
      )}
      {mine ? <ReleasedReviews session={session} paper /> : null}
    </article>
  );
}

const quoted = (text: string): string => JSON.stringify(text.replaceAll(/[\p{Cc}\\]/gu, ' '));

/** What stands at the foot of every sheet, so that loose ones find each other; and the name of a file that is made. */
function usePaperOf(session: EditorSession): void {
  const { call } = session.application;
  const proposalId = shownIdOf(session.application);
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`@page {
      @bottom-left { content: ${quoted(`${proposalId}, ${call.title}`)}; font: 9pt sans-serif; color: #333; }
      @bottom-right { content: counter(page) " / " counter(pages); font: 9pt sans-serif; color: #333; }
    }`);
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, [proposalId, call.title]);
}
