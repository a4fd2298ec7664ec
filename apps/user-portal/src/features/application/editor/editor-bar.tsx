import type { Application } from '@clearcall/domain/applications/application.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { StatusChip } from '@clearcall/ui/kit/status-chip.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { Countdown } from '@clearcall/ui/kit/time/countdown.tsx';
import type { ReactNode } from 'react';
import classes from './editor.module.css';
import { type EditorSession, shownIdOf } from './editor-session.ts';
import { projectTitleOf } from './project-title.ts';
import { SaveStateText } from './save-state.tsx';
import { StepStrip } from './step-strip.tsx';
import { dueText } from './step-texts.ts';
import { useChanges } from './use-gathered.ts';
import { WholeProposalLink } from './whole-proposal-link.tsx';

/** The bar above a form: what the application is, and while it can be edited what is saved, how long, and the buttons. */
export function EditorBar(props: {
  session: EditorSession;
  /** The page below has the title of the project as its heading, and shows the process. */
  isBrief: boolean;
  onSave: () => void;
  mainButton: ReactNode;
}) {
  const { application, assignment, store, queue } = props.session;
  return (
    <div className={classes.bar} data-brief={props.isBrief || undefined}>
      <div className={`page ${classes.barLine}`}>
        <div className={classes.identity}>
          <CallMark call={application.call} />
          <div className={classes.identityText}>
            {props.isBrief ? null : <BarTitle session={props.session} />}
            <p className={`${classes.proposal} small`}>
              <b data-titles-page="">
                <RichText
                  id="editor.proposalId"
                  parts={{
                    // On a telephone the ID alone.
                    label: (text) => <i>{text}</i>,
                    id: () => unbroken(shownIdOf(application)),
                  }}
                />
              </b>
              <StatusChip status={application.displayStatus} />
              <CallTitle session={props.session} />
            </p>
          </div>
        </div>
        {props.isBrief ? null : <StepStrip application={application} />}
        {store.editable ? (
          <>
            <div className="only-wide">
              <div className={classes.standing}>
                <SaveStateText queue={queue} store={store} />
                {assignment.deadline === null ? null : (
                  <div className={classes.time}>
                    <span className="small">{dueText(application, assignment)}</span>{' '}
                    <b className="num">
                      <Countdown end={assignment.deadline} over={t('editor.deadlinePassed')} inline />
                    </b>
                  </div>
                )}
              </div>
            </div>
            <span className={`${classes.barButtons} only-wide`}>
              <Button onClick={() => props.onSave()}>{t('editor.save')}</Button>
              {props.mainButton}
            </span>
          </>
        ) : null}
      </div>
    </div>
  );
}

/** The logo of a call, or the first letters of its title. */
export function CallMark({ call }: Pick<Application, 'call'>) {
  return call.logo === null ? (
    <span className={classes.mono} aria-hidden="true">
      {[...call.title].slice(0, 2).join('')}
    </span>
  ) : (
    <img className={classes.logo} src={call.logo} alt="" width={40} height={40} />
  );
}

/** What the application is about, cut where it is long and whole where it is pointed at; it leads to all of it. */
function BarTitle({ session }: { session: EditorSession }) {
  const { application, store } = session;
  useChanges(store);
  const title = projectTitleOf(session);
  return (
    <h1 className={classes.barTitle} tabIndex={-1}>
      <WholeProposalLink store={store} lang={title === '' ? langOf(application.call, 'title') : undefined}>
        {title === '' ? application.call.title : title}
      </WholeProposalLink>
    </h1>
  );
}

/** The title of the call, if the title of the project is above it. */
function CallTitle({ session }: { session: EditorSession }) {
  const { call } = session.application;
  useChanges(session.store);
  return projectTitleOf(session) === '' ? null : (
    <span className={`${classes.callTitle} soft`} title={call.title} lang={langOf(call, 'title')}>
      {call.title}
    </span>
  );
}
