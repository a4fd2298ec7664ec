import { limitCount } from '@clearcall/domain/forms/limits.ts';
import type { FieldKey, Problem } from '@clearcall/domain/forms/types.ts';
import type { DataItem, Document, Upload } from '@clearcall/domain/model/application.ts';
import { message } from '@clearcall/i18n/message.ts';
import { addressOf } from '@clearcall/ui/form/field-address.ts';
import { focusField } from '@clearcall/ui/form/focus.ts';
import type { FormStore } from '@clearcall/ui/form/form-store.ts';
import { FormView } from '@clearcall/ui/form/form-view.tsx';
import { type PendingFile, Uploads } from '@clearcall/ui/form/uploads.ts';
import { FormProvider, type FormServices } from '@clearcall/ui/form/use-form.tsx';
import { Button, IconButton } from '@clearcall/ui/kit/button.tsx';
import { TextField } from '@clearcall/ui/kit/field/text-field.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { Dialog, Drawer } from '@clearcall/ui/kit/overlay/dialog.tsx';
import { keepBeforeReload } from '@clearcall/ui/kit/page/new-version.ts';
import { useOrganisation } from '@clearcall/ui/kit/page/organisation.tsx';
import { noticeTexts } from '@clearcall/ui/kit/state/notice-texts.ts';
import { notify } from '@clearcall/ui/kit/state/notices.ts';
import { StatusChip } from '@clearcall/ui/kit/status-chip.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { Countdown } from '@clearcall/ui/kit/time/countdown.tsx';
import { dateTimeText } from '@clearcall/ui/kit/time/date-text.ts';
import { call, callFile, callUpload, saveFile } from '@clearcall/ui/session/call.ts';
import { CallError } from '@clearcall/ui/session/call-error.ts';
import { useSession } from '@clearcall/ui/session/session.ts';
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { announceClosed, watchClosed } from '../../../shell/closed-applications.ts';
import { DeleteApplication } from '../../../shell/delete-application.tsx';
import { setKeptHere } from '../../../shell/kept-here.ts';
import { ApplicationProcess } from './application-process.tsx';
import { storedAnswer, submit } from './assignment-calls.ts';
import classes from './editor.module.css';
import { EditorNotices } from './editor-notices.tsx';
import { contextOf, type EditorSession, shownIdOf } from './editor-session.ts';
import { ErrorSummary, focusSummary, type ListedProblem } from './error-summary.tsx';
import { FormSteps } from './form-steps.tsx';
import { LeaveGuard } from './leave-editor-guard.tsx';
import { afterOverlayMs } from './problem-links.tsx';
import { projectTitleOf } from './project-title.ts';
import { ReceiptDialog } from './receipt.tsx';
import { SaveStateText } from './save-state.tsx';
import { SidePanel } from './side-panel.tsx';
import { dueText, nextText, submitQuestion } from './step-texts.ts';
import { SubmissionFacts } from './submission-facts.tsx';
import { templatesOf } from './templates-of.ts';
import { useChanges } from './use-gathered.ts';
import { PrintedProposal, WholeProposal } from './whole-proposal.tsx';
import { WholeProposalLink } from './whole-proposal-link.tsx';

type Asked = 'submit' | 'delete' | 'steps' | 'panel' | null;

/** One assignment open on the page: the form in the middle, the way through it at the left, how it stands at the right. */
export function AssignmentEditor(props: {
  session: EditorSession;
  reload: () => void;
  /** It was submitted on this page a moment ago, and its receipt was not put away yet. */
  receipt: boolean;
  onReceipt: (shown: boolean) => void;
}) {
  const { session, reload } = props;
  const { application, assignment, step, store, queue } = session;
  const navigate = useNavigate();
  const { form: wanted, view } = useSearch({ strict: false });
  const hash = useLocation({ select: (location) => location.hash });
  const organisation = useOrganisation();

  const [documents, setDocuments] = useState<readonly Document[]>(application.documents);
  const [asked, setAsked] = useState<Asked>(null);
  const [submitting, setSubmitting] = useState(false);
  /** As of when a submission counts whose files are being checked; null while none waits. */
  const [countsAt, setCountsAt] = useState<string | null>(null);
  const waiting = useRef<AbortController | null>(null);
  useEffect(() => () => waiting.current?.abort(), []);
  /** Why a result changes, once the server has asked; null before. */
  const [why, setWhy] = useState<{ text: string; error: string | null } | null>(null);
  /** What the last attempt to submit was told beyond what is known here; null while no summary was asked for. */
  const [listed, setListed] = useState<readonly ListedProblem[] | null>(null);
  const toSummary = useRef(false);
  const [takenUp, setTakenUp] = useState(0);
  const [announcement, setAnnouncement] = useState('');
  const free = useRef(false);

  const forms = useMemo(() => [...step.forms].sort((one, other) => one.order - other.order), [step]);
  const index = Math.max(
    0,
    forms.findIndex((form) => form.id === wanted),
  );
  const form = forms[index];
  const next = forms[index + 1];
  const editable = store.editable;
  // A submission that waits for its files is completed after the deadline, too.
  const completes = !editable && assignment.can.submit;

  useLooksAfter(session, setTakenUp);
  useEnds(session, reload);
  useEffect(() => keepBeforeReload(() => queue.keepNow()), [queue]);

  const announce = useCallback((sentence: string) => {
    // The same sentence twice is only heard twice when something lies between.
    setAnnouncement('');
    requestAnimationFrame(() => setAnnouncement(sentence));
  }, []);

  // Where one has arrived: at the field that the address names, else at the head of the form.
  const place = `${form?.id} ${view}`;
  const arrived = useRef(place);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another form, or all of them, is an arrival
  useEffect(() => {
    if (toSummary.current) {
      focusSummary();
    } else if (hash !== '') {
      const [, groupId] = hash.split('@');
      if (groupId !== undefined) store.fold(groupId, false);
      focusField(hash);
    } else if (arrived.current !== place) {
      const heading = document.querySelector<HTMLElement>('main h1');
      heading?.focus({ preventScroll: true });
      // Behind a summary of many errors the form is far from the top.
      if (listed === null) window.scrollTo(0, 0);
      else heading?.scrollIntoView();
    }
    arrived.current = place;
    toSummary.current = false;
  }, [place]);

  const latest = useRef(documents);
  /** The engine must know a document before an answer names it. */
  const takeDocuments = useCallback(
    (after: readonly Document[]) => {
      latest.current = after;
      setDocuments(after);
      store.reviseContext(contextOf(application, assignment, [...after]));
    },
    [store, application, assignment],
  );

  // They go on while the reader is at another form of the application, and end with the editor.
  const uploads = useMemo(() => {
    /** A file that has passed, in its field. */
    const take = (key: FieldKey, { document, data }: { document: Upload; data: DataItem }) => {
      const stays = data.input.values;
      const others = latest.current.filter((known) => !isOf(known, key) || stays.includes(known.id));
      const { check: _, refusal: __, ...passed } = document;
      takeDocuments([...others.filter(({ id }) => id !== passed.id), passed]);
      store.receive(storedAnswer(data));
    };
    return new Uploads({
      store,
      async sendFile(key, file, sendOptions) {
        // The row must be on the server before a file can stand in it.
        if (key.groupId !== null && !store.isStoredRow(key.groupId)) {
          store.claimRows([key.groupId]);
          await queue.flush();
          sendOptions.signal.throwIfAborted();
        }
        const data = new FormData();
        data.set('flowElementId', key.elementId);
        if (key.groupId !== null) data.set('groupId', key.groupId);
        data.set('files', file, file.name);
        const reply = await callUpload('POST /v2/assignments/:id/upload', {
          params: { id: assignment.id },
          form: data,
          onProgress: sendOptions.onProgress,
          signal: sendOptions.signal,
          key: sendOptions.sendKey,
          quiet: true,
        });
        if (completes) reload();
        if (reply.document.check === 'waiting') return pendingOf(reply.document, store);
        take(key, reply);
        return null;
      },
      async askFile(key, id) {
        try {
          const reply = await call('GET /v2/assignments/:id/upload/:uploadId', {
            params: { id: assignment.id, uploadId: id },
            quiet: true,
          });
          const { check, refusal } = reply.document;
          if (refusal !== null) return { refusal: refusal.message };
          if (check === 'passed') take(key, reply);
          return check === 'passed' ? 'passed' : 'waiting';
        } catch (error) {
          if (error instanceof CallError && error.status === 404) return 'gone';
          throw error;
        }
      },
      announce,
      tell({ complaint, name, isSeen }) {
        // What may still be done has changed with it.
        if (completes) reload();
        if (complaint === null) notify(noticeTexts.fileUploaded);
        // Under its field nobody could read it now.
        else if (!isSeen)
          notify({
            type: 'error',
            message: message('editor.complaint', { name, why: complaint }),
            closesAfterMs: 10_000,
          });
      },
    });
  }, [store, queue, assignment, takeDocuments, announce, completes, reload]);
  useEffect(() => {
    const own = application.uploads.filter(({ assignmentId }) => assignmentId === assignment.id);
    uploads.takeUp(
      own.map((upload) => ({
        key: { elementId: upload.flowElementId, groupId: upload.dataGroupId },
        file: pendingOf(upload, store),
      })),
    );
    return () => uploads.stopAll();
  }, [uploads, application, assignment, store]);

  const services = useMemo<FormServices>(
    () => ({
      store,
      partitions: application.partitions,
      documents: new Map(
        // People know a file by the name that they gave it.
        documents.map((document) => [document.id, { ...document, filename: document.originalFilename }]),
      ),
      templates: templatesOf(application),
      links: {
        terms: organisation.links.terms || null,
        privacy: organisation.links.privacy || null,
        terms_of_reference: application.call.termsOfReference,
      },
      announce,
      uploads,
      mendsFiles: completes,
      async deleteFile(_key, documentId) {
        const reply = await call('DELETE /v2/assignments/:id/upload/:uploadId', {
          params: { id: assignment.id, uploadId: documentId },
          quiet: true,
        });
        store.receive(storedAnswer(reply.data));
        takeDocuments(latest.current.filter((known) => known.id !== documentId));
        if (completes) reload();
      },
      async downloadFile(documentId) {
        saveFile(await callFile('GET /download/upload/:uploadId', { params: { uploadId: documentId } }));
      },
    }),
    [
      store,
      uploads,
      completes,
      reload,
      application,
      assignment,
      documents,
      organisation,
      announce,
      takeDocuments,
    ],
  );

  const goTo = (formId: string) =>
    void navigate({ from: '/applications/$uid', search: { form: formId }, resetScroll: false });

  const saveNow = async () => {
    const clean = await queue.flush();
    if (clean) announce(t('editor.changesSaved'));
  };
  const goOn = async () => {
    const upToHere = forms.slice(0, index + 1).map((one) => one.id);
    store.showErrors(upToHere);
    void queue.flush().then((clean) => clean && announce(t('editor.changesSaved')));
    if (next) goTo(next.id);
  };
  const showSummary = () => {
    setListed((before) => before ?? []);
    setAsked(null);
    focusSummary();
    // What lay over the page gives the focus back to its button when it closes; the summary comes after that.
    if (asked !== null) setTimeout(focusSummary, afterOverlayMs);
  };
  const refuseSubmission = (problems: readonly Problem[], beyond: readonly Problem[] = []) => {
    notify(noticeTexts.errorsLeft);
    setListed(beyond.map((problem) => ({ problem, values: store.read(problem).values })));
    const first = problems[0];
    if (first) {
      toSummary.current = first.formId !== form?.id;
      goTo(first.formId);
    }
    showSummary();
  };
  const askToSubmit = () => {
    store.showErrors(forms.map((one) => one.id));
    const problems = store.allProblems().filter((problem) => !store.isComing(problem));
    if (problems.length > 0) refuseSubmission(problems);
    else if (uploads.any()) notify(noticeTexts.fileComing);
    else setAsked('submit');
  };
  const submitNow = async () => {
    setSubmitting(true);
    try {
      store.claimRows();
      const clean = await queue.flush();
      if (!clean) {
        setAsked(null);
        notify({
          type: 'error',
          message:
            store.questions().length > 0
              ? message('editor.submit.twoVersions')
              : message('editor.submit.notSaved'),
          closesAfterMs: 8000,
        });
        return;
      }
      waiting.current = new AbortController();
      const { signal } = waiting.current;
      const outcome = await submit(assignment, step, { tell: setCountsAt, signal }, why?.text);
      if (outcome.kind === 'reason_needed') {
        setWhy(why === null ? { text: '', error: null } : { ...why, error: t('editor.submit.reasonNeeded') });
        return;
      }
      setAsked(null);
      switch (outcome.kind) {
        case 'submitted':
          free.current = true;
          announceClosed(application.uid);
          notify(noticeTexts.submitted);
          props.onReceipt(true);
          window.scrollTo(0, 0);
          reload();
          return;
        case 'errors': {
          // The world around the form may have changed since it was opened.
          const known = new Set(store.allProblems().map(addressOf));
          const beyond = outcome.problems.filter(
            (problem) => store.element(problem.elementId) !== null && !known.has(addressOf(problem)),
          );
          for (const problem of beyond) {
            const holdsAnswer = store.element(problem.elementId)?.children === undefined;
            if (holdsAnswer) store.refuse(problem, translate(problem.message));
          }
          refuseSubmission(outcome.problems, beyond);
          return;
        }
        case 'left_waiting':
          return;
        case 'failed':
          notify({ type: 'error', sent: outcome.message, closesAfterMs: 8000 });
      }
    } finally {
      setSubmitting(false);
      setCountsAt(null);
    }
  };
  const notYet = () => {
    waiting.current?.abort();
    setAsked(null);
  };
  const leaveDeleted = () => {
    free.current = true;
    queue.close();
    void navigate({ to: '/applications' });
  };

  const proposalId = shownIdOf(application);
  const own = documents.filter(({ assignmentId }) => assignmentId === assignment.id).length;
  const mainButton = !editable ? null : next ? (
    <Button variant="filled" onClick={() => void goOn()}>
      {t('editor.next')}
    </Button>
  ) : (
    <Button variant="filled" onClick={askToSubmit}>
      {t('editor.submit.do')}
    </Button>
  );
  const stepsProps = { store, forms, laterSteps: application.laterSteps, title: step.title };
  const panelProps = {
    application,
    assignment,
    store,
    documents: [...documents],
    onDownload: (id: string) => void services.downloadFile(id),
    onDelete: application.can.delete ? () => setAsked('delete') : null,
    onShowAll: showSummary,
  };
  if (!form)
    return (
      <div className={`page ${classes.unopened}`}>
        <header className={classes.formHead}>
          <p className="small soft" lang={langOf(application.call, 'title')}>
            {application.call.title}
          </p>
          <h1 tabIndex={-1}>{proposalId}</h1>
        </header>
        <EditorNotices session={session} formId="" takenUp={0} />
      </div>
    );
  const guard = editable ? (
    <LeaveGuard
      queue={queue}
      uploads={uploads}
      formIds={forms.map((one) => one.id)}
      free={() => free.current}
    />
  ) : null;

  if (view === 'read') {
    return (
      <FormProvider value={services}>
        <WholeProposal session={session} formId={form.id} />
        {guard}
      </FormProvider>
    );
  }
  return (
    <FormProvider value={services}>
      <div className={classes.bar}>
        <div className={`page ${classes.barLine}`}>
          <div className={classes.identity}>
            {application.call.logo === null ? (
              <span className={classes.mono} aria-hidden="true">
                {[...application.call.title].slice(0, 2).join('')}
              </span>
            ) : (
              <img className={classes.logo} src={application.call.logo} alt="" width={40} height={40} />
            )}
            <div className={classes.identityText}>
              <BarTitle session={session} />
              <p className={`${classes.proposal} small`}>
                <b>{t('editor.proposalId', { id: proposalId })}</b>
                <StatusChip status={application.displayStatus} />
                <span className={`${classes.callTitle} soft only-wide`}>
                  <span lang={langOf(application.call, 'title')}>{application.call.title}</span>
                </span>
              </p>
            </div>
          </div>
          {editable ? (
            <>
              <div className="only-wide">
                <div className={classes.standing}>
                  <SaveStateText queue={queue} />
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
                <Button onClick={() => void saveNow()}>{t('editor.save')}</Button>
                {mainButton}
              </span>
            </>
          ) : null}
        </div>
      </div>

      <div className="page">
        <ApplicationProcess application={application} brief={editable} />
      </div>

      <div className={`page ${classes.columns}`}>
        <div className={`${classes.left} only-wide`}>
          <FormSteps {...stepsProps} current={form} />
        </div>

        <div className={classes.middle}>
          <div className={`${classes.narrowBar} only-narrow`}>
            <Button
              fullWidth
              onClick={() => setAsked('steps')}
              aria-haspopup="dialog"
              rightSection={<Icon name="chevron-down" />}
            >
              <span className={classes.cut}>
                {t('editor.form.ofNamed', { n: index + 1, total: forms.length, title: form.title })}
              </span>
            </Button>
            <IconButton icon="info" label={t('editor.details')} line big onClick={() => setAsked('panel')} />
          </div>

          <EditorNotices session={session} formId={form.id} takenUp={takenUp} />
          {completes ? (
            <p className={classes.completes}>
              <Button variant="filled" onClick={askToSubmit}>
                {t('editor.submit.do')}
              </Button>
            </p>
          ) : null}
          {listed !== null && (editable || completes) ? (
            <ErrorSummary session={session} forms={forms} listed={listed} />
          ) : null}

          <header className={classes.formHead}>
            <p className="small soft">{t('editor.form.of', { n: index + 1, total: forms.length })}</p>
            <h1 tabIndex={-1} lang={langOf(form, 'title')}>
              {form.title}
            </h1>
            {form.description ? (
              <p className={`lead ${classes.formText}`} lang={langOf(form, 'description')}>
                {form.description}
              </p>
            ) : null}
            {editable ? (
              <p className="soft small">
                <RichText
                  id="editor.everythingKept"
                  parts={{ star: () => <span className={classes.star}>*</span> }}
                />
              </p>
            ) : (
              <p>
                <WholeProposalLink store={store}>{t('editor.read.link')}</WholeProposalLink>
              </p>
            )}
          </header>

          <FormView key={form.id} form={form} />
          <NothingHere session={session} formId={form.id} />

          <div className={classes.end}>
            {index > 0 ? (
              <Button
                leftSection={<Icon name="chevron-left" />}
                onClick={() => goTo(forms[index - 1]?.id ?? form.id)}
              >
                {t('editor.back')}
              </Button>
            ) : (
              <span />
            )}
            <span className="small soft">{next ? t('editor.form.nextIs', { title: next.title }) : ''}</span>
            <span className="only-wide">
              {editable ? (
                mainButton
              ) : next ? (
                <Button variant="filled" onClick={() => goTo(next.id)}>
                  {t('editor.next')}
                </Button>
              ) : null}
            </span>
            {!editable && next ? (
              <span className="only-narrow">
                <Button variant="filled" onClick={() => goTo(next.id)}>
                  {t('editor.next')}
                </Button>
              </span>
            ) : null}
          </div>

          {editable ? (
            <div className={`${classes.bottom} only-narrow`}>
              <div className={classes.bottomText}>
                <SaveStateText queue={queue} />
                {assignment.deadline === null ? null : (
                  <b className={`${classes.timeText} num small`}>
                    {dueText(application, assignment)}{' '}
                    <Countdown end={assignment.deadline} over={t('editor.deadlinePassed')} inline />
                  </b>
                )}
              </div>
              <Button onClick={() => void saveNow()}>{t('editor.saveShort')}</Button>
              {mainButton}
            </div>
          ) : null}
        </div>

        <aside className={`${classes.right} only-wide`} aria-label={t('editor.about')}>
          <SidePanel {...panelProps} />
        </aside>
      </div>

      <Drawer
        opened={asked === 'steps'}
        onClose={() => setAsked(null)}
        title={t('editor.forms')}
        position="left"
      >
        <FormSteps {...stepsProps} current={form} onChoose={() => setAsked(null)} />
      </Drawer>
      <Drawer opened={asked === 'panel'} onClose={() => setAsked(null)} title={t('editor.about')}>
        <SidePanel {...panelProps} onGo={() => setAsked(null)} />
      </Drawer>
      <Dialog
        opened={asked === 'submit'}
        onClose={notYet}
        title={submitQuestion(step)}
        actions={
          <>
            <Button variant="filled" loading={submitting} onClick={() => void submitNow()}>
              {t('editor.submit.do')}
            </Button>
            <Button onClick={notYet}>{t('editor.submit.notYet')}</Button>
          </>
        }
      >
        <SubmissionFacts session={session} files={own} />
        <p>{nextText(application, step.id)}</p>
        <p>{t('editor.submit.after')}</p>
        <p role="status">
          {countsAt === null ? '' : t('editor.submit.inCheck', { at: dateTimeText(countsAt) })}
        </p>
        {why === null ? null : (
          <TextField
            label={t('editor.submit.reason')}
            hint={t('editor.submit.reasonHint')}
            required
            maxLength={3_000}
            error={why.error}
            value={why.text}
            onChange={(event) => setWhy({ text: event.target.value, error: null })}
          />
        )}
        <p>
          <WholeProposalLink store={store} onGo={() => setAsked(null)}>
            {t('editor.read.linkFirst')}
          </WholeProposalLink>
        </p>
      </Dialog>
      <ReceiptDialog
        session={session}
        opened={props.receipt && !editable}
        onClose={() => props.onReceipt(false)}
      />
      <DeleteApplication
        uid={application.uid}
        shownId={proposalId}
        files={documents.length}
        opened={asked === 'delete'}
        onClose={() => setAsked(null)}
        onDeleted={leaveDeleted}
      />
      {guard}
      <PrintedProposal session={session} />
      <p className="hidden-visually" role="status" aria-live="polite">
        {announcement}
      </p>
    </FormProvider>
  );
}

/** What the application is about, cut where it is long and whole where it is pointed at; it leads to all of it. */
function BarTitle({ session }: { session: EditorSession }) {
  const { application, store } = session;
  useChanges(store);
  const title = projectTitleOf(session);
  return (
    <p className={classes.barTitle}>
      <WholeProposalLink store={store} lang={title === '' ? langOf(application.call, 'title') : undefined}>
        {title === '' ? application.call.title : title}
      </WholeProposalLink>
    </p>
  );
}

/** What the server says when nothing more can be written here, whoever closed it. */
const closing: ReadonlySet<string> = new Set([
  'not_editable',
  'deadline_passed',
  'already_submitted',
  'not_found',
  'forbidden',
]);

const notAgainWithinMs = 30_000;
/** When each application was loaded again because nothing more could be written. */
const endedAtMs = new Map<string, number>();

/**
 * Where the application was closed meanwhile, in another tab or by the clock, the page shows it at once: what is not
 * saved is kept on this device, and the application is loaded as it is now.
 */
function useEnds(session: EditorSession, reload: () => void): void {
  const { application, queue, store } = session;
  useEffect(() => {
    if (!store.editable) return;
    let ended = false;
    const end = () => {
      if (ended) return;
      ended = true;
      void queue.keepNow().then(reload);
    };
    const forget = watchClosed(application.uid, end);
    const unwatch = queue.watch(() => {
      const state = queue.state();
      if (state.kind !== 'stopped' || !closing.has(state.code)) return;
      // Loaded a moment ago, and refused all the same: once more would only turn in circles.
      const before = endedAtMs.get(application.uid) ?? Number.NEGATIVE_INFINITY;
      endedAtMs.set(application.uid, Date.now());
      if (Date.now() - before > notAgainWithinMs) end();
    });
    return () => {
      forget();
      unwatch();
    };
  }, [application, queue, store, reload]);
}

function pendingOf(upload: Upload, store: FormStore): PendingFile {
  const { id, originalFilename, sizeBytes, refusal, flowElementId } = upload;
  const alone = (limitCount(store.element(flowElementId)?.config.max) ?? 1) === 1;
  return { id, name: originalFilename, sizeBytes, refusal: refusal?.message ?? null, alone };
}

function isOf(document: Document, key: FieldKey): boolean {
  return document.flowElementId === key.elementId && document.dataGroupId === key.groupId;
}

/** Saving for as long as the page is open: takes up what was left, and lets go in an orderly way. */
function useLooksAfter(session: EditorSession, tellTakenUp: (count: number) => void): void {
  const { queue, store } = session;
  const signedIn = useSession().state === 'signed-in';
  useEffect(() => {
    if (!store.editable) return;
    const letGo = session.hold();
    queue.open();
    void session.takeUp().then(tellTakenUp);
    const leaving = (event: Event) => {
      if (event.type === 'pagehide' || document.visibilityState === 'hidden') queue.leave();
    };
    const online = () => queue.retry();
    const sayKept = () => setKeptHere(store.unsavedCount());
    const unwatch = queue.watch(sayKept);
    sayKept();
    document.addEventListener('visibilitychange', leaving);
    window.addEventListener('pagehide', leaving);
    window.addEventListener('online', online);
    return () => {
      window.removeEventListener('pagehide', leaving);
      document.removeEventListener('visibilitychange', leaving);
      window.removeEventListener('online', online);
      unwatch();
      setKeptHere(null);
      queue.close();
      letGo();
    };
  }, [session, queue, store, tellTakenUp]);
  useEffect(() => {
    if (signedIn) queue.retry();
  }, [signedIn, queue]);
}

/** A form may have nothing for this kind of application; an empty page would look broken. */
function NothingHere(props: { session: EditorSession; formId: string }) {
  const { store, step } = props.session;
  useChanges(store);
  const form = step.forms.find((one) => one.id === props.formId);
  const anything = form?.elements.some(
    (element) => store.read({ elementId: element.id, groupId: null }).visible,
  );
  return anything ? null : <p className="soft">{t('editor.form.none')}</p>;
}
