import type {
  Application,
  ConflictedApplication,
  EndedApplication,
} from '@clearcall/domain/applications/application.ts';
import type { SessionUser } from '@clearcall/domain/people/user.ts';
import { Button, ButtonLink } from '@clearcall/ui/kit/button.tsx';
import { useOrganisation } from '@clearcall/ui/kit/page/organisation.tsx';
import { ErrorState } from '@clearcall/ui/kit/state/page-states.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t, withTexts } from '@clearcall/ui/kit/text/translate.ts';
import { CallError, isOffline } from '@clearcall/ui/session/call-error.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { type ComponentProps, lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { UnsentTextsGuard } from '../../parts/kept/unsent-texts-guard.tsx';
import { AskedChangesProvider } from './changes/asked-changes.tsx';
import { PointingProvider } from './changes/pointing.tsx';
import { AssignmentEditor } from './editor/assignment-editor.tsx';
import { type EditorSession, leftOverOf, openEditor } from './editor/editor-session.ts';
import { EditorSkeleton } from './editor/editor-skeleton.tsx';
import { KeptTextsNote } from './editor/kept-texts.tsx';
import { openApplication } from './editor/open-application.ts';
import { looksAfter } from './staff/for-whom.ts';
import type { prefetchStaff as PrefetchStaff, StaffApplication } from './staff/staff-application.tsx';
import { Farewell, type Left, OwnReason } from './work/farewell.tsx';
import { actsOnWork, isOwnWork, seesApplicant } from './work/own-work.ts';
import { ReadPage, WorkPage } from './work/work-page.tsx';

const loadStaff = withTexts(['staff', 'refusals'], () => import('./staff/staff-application.tsx'));
// Applicants do not load what they never see.
const LazyStaffApplication = lazy(async () => ({ default: (await loadStaff()).StaffApplication }));
let loadedStaff: typeof StaffApplication | undefined;

/** Loads the page of staff and what is drawn between its rows, so that nothing moves once it is there. */
async function bringStaff(...[queries, ...of]: Parameters<typeof PrefetchStaff>): Promise<void> {
  try {
    const { StaffApplication: Page, prefetchStaff } = await loadStaff();
    loadedStaff = Page;
    await prefetchStaff(queries, ...of);
  } catch {
    // The page asks for it again, and says so when it does not come.
  }
}

function StaffPart(props: ComponentProps<typeof StaffApplication>) {
  const [Page] = useState(() => loadedStaff ?? LazyStaffApplication);
  return <Page {...props} />;
}

type Loading =
  | { kind: 'loading' }
  /**
   * `again`: in place of one that was open on this page. `atWork`: its reader came for own work, and stays with it when it
   * is handed in, also who looks after the application from then on.
   */
  | { kind: 'opened'; session: EditorSession; again: boolean; atWork: boolean }
  | { kind: 'nothing'; application: Application }
  | { kind: 'conflict'; conflict: ConflictedApplication['conflict'] }
  | { kind: 'ended'; ended: EndedApplication['ended'] }
  | { kind: 'not-found' }
  | { kind: 'failed'; error: unknown };

/**
 * Loads an application afresh each time it is opened. Not through the cache of queries: what is being written must not
 * go when a cache is cleared or an answer becomes old.
 */
function useLoaded(
  uid: string,
  user: SessionUser,
  assignment: string | undefined,
  staffRoles: readonly string[],
): { loading: Loading; reload: () => void } {
  const [loading, setLoading] = useState<Loading>({ kind: 'loading' });
  const [round, setRound] = useState(0);
  const cameFor = useRef<string>(undefined);
  const queries = useQueryClient();
  const userId = user.id;
  const isStaff = staffRoles.includes(user.role);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the round asks again
  useEffect(() => {
    const end = new AbortController();
    setLoading((before) =>
      (before.kind === 'opened' && before.session.application.uid === uid) ||
      (before.kind === 'nothing' && before.application.uid === uid)
        ? before
        : { kind: 'loading' },
    );
    const opened = openApplication(uid, userId, end.signal);
    const bring = () => bringStaff(queries, uid, isStaff, opened);
    const staffPart = isStaff && assignment === undefined ? bring() : undefined;
    opened
      .then(async (application) => {
        await staffPart;
        if (end.signal.aborted) return;
        if ('conflict' in application)
          return setLoading({ kind: 'conflict', conflict: application.conflict });
        if ('ended' in application) return setLoading({ kind: 'ended', ended: application.ended });
        if (
          !isStaff &&
          assignment === undefined &&
          looksAfter(application, user, { staffRoles, isAsked: true })
        )
          await bring();
        if (end.signal.aborted) return;
        const kept = cameFor.current;
        const session = openEditor(application, userId, assignment ?? kept);
        const atWork =
          session !== null &&
          assignment === undefined &&
          (session.assignment.id === kept ||
            (isOwnWork(application, session.assignment, userId) &&
              !looksAfter(application, user, { staffRoles, isAsked: false })));
        // Applicants stay with the step that they submit, although another one may have opened.
        const isApplicant = application.owner?.id === userId && assignment === undefined;
        cameFor.current = atWork || isApplicant ? session?.assignment.id : undefined;
        setLoading((before) =>
          session
            ? { kind: 'opened', session, again: before.kind === 'opened', atWork }
            : { kind: 'nothing', application },
        );
      })
      .catch((error: unknown) => {
        if (end.signal.aborted) return;
        const missing = error instanceof CallError && (error.status === 404 || error.status === 403);
        setLoading(missing ? { kind: 'not-found' } : { kind: 'failed', error });
      });
    return () => end.abort();
  }, [uid, userId, assignment, isStaff, round]);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  return { loading, reload };
}

/**
 * The page of one application: its form to fill in, or to read. Where somebody else logs in meanwhile, in another tab of
 * this browser, nothing of the one before stays.
 */
export function ApplicationPage() {
  const { uid = '' } = useParams({ strict: false });
  const user = useUser();
  const { externalPortal } = useOrganisation();
  const elsewhere = externalPortal.pattern !== '' && uid.includes(externalPortal.pattern);
  useEffect(() => {
    if (elsewhere)
      window.location.replace(`${externalPortal.address.replace(/\/$/, '')}/${encodeURIComponent(uid)}`);
  }, [elsewhere, externalPortal.address, uid]);
  if (elsewhere) return <EditorSkeleton />;
  return (
    <>
      <LoadedApplication key={`${user.id} ${uid}`} uid={uid} />
      <UnsentTextsGuard />
    </>
  );
}

function LoadedApplication(props: { uid: string }) {
  const user = useUser();
  const { assignment, tab } = useSearch({ strict: false });
  const { staffRoles } = useOrganisation();
  const { loading, reload } = useLoaded(props.uid, user, assignment, staffRoles);
  // Outlives the page too: whoever gives work away may find nothing there any more.
  const [left, setLeft] = useState<Left | null>(null);
  // Outlives the editor: what was submitted is opened afresh.
  const [receipt, setReceipt] = useState(false);
  const leftOver = useCallback(() => leftOverOf(props.uid, user.id), [props.uid, user.id]);
  const opened =
    loading.kind === 'opened'
      ? loading.session.application
      : loading.kind === 'nothing'
        ? loading.application
        : null;
  // An address that names an assignment is that of the work on it.
  if (
    opened !== null &&
    assignment === undefined &&
    !(loading.kind === 'opened' && loading.atWork && tab === undefined) &&
    looksAfter(opened, user, { staffRoles, isAsked: tab !== undefined })
  )
    return (
      <Suspense fallback={<EditorSkeleton />}>
        <PointingProvider key={opened.id} application={opened}>
          <StaffPart application={opened} reload={reload} />
        </PointingProvider>
      </Suspense>
    );
  switch (loading.kind) {
    case 'loading':
      return <EditorSkeleton />;
    case 'opened':
      return (
        <PointingProvider key={sessionKey(loading.session)} application={loading.session.application}>
          <AskedChangesProvider session={loading.session} userId={user.id}>
            <OpenedApplication
              session={loading.session}
              again={loading.again}
              reload={reload}
              receipt={receipt}
              onReceipt={setReceipt}
              onLeft={setLeft}
            />
          </AskedChangesProvider>
        </PointingProvider>
      );
    case 'nothing':
      return (
        <div className="page">
          <ErrorState
            title={t('editor.missing.nothing')}
            actions={
              <ButtonLink to="/applications" variant="filled">
                {t('editor.missing.applications')}
              </ButtonLink>
            }
          >
            <p>
              <RichText
                id="editor.missing.nothingWhy"
                values={{ call: loading.application.call.title, uid: loading.application.uid }}
                parts={{
                  title: (title) => <span lang={langOf(loading.application.call, 'title')}>{title}</span>,
                }}
              />
            </p>
          </ErrorState>
        </div>
      );
    case 'conflict':
      if (left !== null) return <Farewell left={left} />;
      return (
        <div className="page">
          <ErrorState
            title={loading.conflict.title}
            actions={
              <ButtonLink to="/dashboard" variant="filled">
                {t('work.left.dashboard')}
              </ButtonLink>
            }
          >
            <p lang={langOf(loading.conflict, 'callTitle')}>{loading.conflict.callTitle}</p>
            {loading.conflict.message !== null && <p>{loading.conflict.message}</p>}
          </ErrorState>
        </div>
      );
    case 'ended':
      if (left !== null) return <Farewell left={left} />;
      return (
        <div className="page">
          <ErrorState
            title={loading.ended.message}
            actions={
              <ButtonLink to="/dashboard" variant="filled">
                {t('work.left.dashboard')}
              </ButtonLink>
            }
          >
            <p lang={langOf(loading.ended, 'callTitle')}>{loading.ended.callTitle}</p>
            {loading.ended.reason === null ? null : <OwnReason reason={loading.ended.reason} />}
            <KeptTextsNote load={leftOver} />
          </ErrorState>
        </div>
      );
    case 'not-found':
      if (left !== null) return <Farewell left={left} />;
      return (
        <div className="page">
          <ErrorState
            code="404"
            title={t('editor.missing.notFound')}
            actions={
              <ButtonLink to="/applications" variant="filled">
                {t('editor.missing.applications')}
              </ButtonLink>
            }
          >
            <p>{t('editor.missing.notFoundWhy')}</p>
            <KeptTextsNote load={leftOver} />
          </ErrorState>
        </div>
      );
    case 'failed':
      return (
        <div className="page">
          <ErrorState
            code={
              loading.error instanceof CallError && loading.error.status > 0
                ? String(loading.error.status)
                : ''
            }
            title={t('editor.missing.failed')}
            kept={[{ where: t('editor.missing.keptWhere'), what: t('editor.missing.kept') }]}
            actions={
              <Button variant="filled" onClick={reload}>
                {t('frame.wrong.tryAgain')}
              </Button>
            }
            reference={props.uid}
          >
            <p>{isOffline(loading.error) ? t('editor.missing.offline') : t('editor.missing.ours')}</p>
          </ErrorState>
        </div>
      );
  }
}

/** Own work on the application of somebody else, all that may be read of it, or the form of its applicant. */
function OpenedApplication(props: {
  session: EditorSession;
  again: boolean;
  reload: () => void;
  receipt: boolean;
  onReceipt: (shown: boolean) => void;
  onLeft: (left: Left) => void;
}) {
  const { id } = useUser();
  const { application, assignment } = props.session;
  if (actsOnWork(application, assignment, id)) return <WorkPage {...props} />;
  const reads = application.owner === undefined && !seesApplicant(application, id);
  return reads ? <ReadPage {...props} /> : <AssignmentEditor {...props} />;
}

let opened = 0;
const keys = new WeakMap<EditorSession, number>();

/** Each opening is a new editor: nothing of the one before stays in its controls. */
function sessionKey(session: EditorSession): number {
  const known = keys.get(session);
  if (known !== undefined) return known;
  opened += 1;
  keys.set(session, opened);
  return opened;
}
