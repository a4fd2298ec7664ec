import type { DataItem, Document, Upload } from '@clearcall/domain/applications/application.ts';
import { limitCount } from '@clearcall/domain/forms/limits.ts';
import type { FieldKey } from '@clearcall/domain/forms/types.ts';
import { message } from '@clearcall/i18n/message.ts';
import type { FormStore } from '@clearcall/ui/form/form-store.ts';
import { quotingTitles } from '@clearcall/ui/form/quoting-titles.ts';
import { type PendingFile, Uploads } from '@clearcall/ui/form/uploads.ts';
import type { FormServices } from '@clearcall/ui/form/use-form.tsx';
import { keepBeforeReload } from '@clearcall/ui/kit/page/new-version.ts';
import { useOrganisation } from '@clearcall/ui/kit/page/organisation.tsx';
import { noticeTexts } from '@clearcall/ui/kit/state/notice-texts.ts';
import { notify } from '@clearcall/ui/kit/state/notices.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { call, callFile, callUpload, saveFile } from '@clearcall/ui/session/call.ts';
import { CallError } from '@clearcall/ui/session/call-error.ts';
import { useSession } from '@clearcall/ui/session/session.ts';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { watchClosed } from '../../../parts/applications/closed-applications.ts';
import { setKeptHere } from '../../../parts/kept/kept-here.ts';
import { storedAnswer } from './assignment-calls.ts';
import { contextOf, type EditorSession, withStoredDocuments } from './editor-session.ts';
import { requestedFor } from './requested-for.ts';
import { templatesOf } from './templates-of.ts';

export interface OpenForm {
  services: FormServices;
  uploads: Uploads;
  /** Of the application, those that came since it was opened among them. */
  documents: readonly Document[];
  /** How many changes an earlier page had left on this device. */
  takenUp: number;
  /** Its submission waits for files: it can be completed after the deadline, too. */
  completes: boolean;
  /** Said last to those who hear the page. */
  announcement: ReactNode;
  /** Saves what is not saved yet and says so: with a notice, or `onTheWay` to something else in passing. */
  saveNow: (onTheWay?: 'on the way') => Promise<void>;
}

/**
 * The form of an assignment for as long as a page shows it: its answers are saved and kept on the device, its files come
 * and go. How it looks is up to the page.
 */
export function useOpenForm(session: EditorSession, reload: () => void): OpenForm {
  const { application, assignment, store, queue } = session;
  const organisation = useOrganisation();
  const [documents, setDocuments] = useState<readonly Document[]>(application.documents);
  const [takenUp, setTakenUp] = useState(0);
  const [announcement, setAnnouncement] = useState<ReactNode>('');
  const completes = !store.editable && assignment.can.submit;

  useLooksAfter(session, setTakenUp);
  useEnds(session, reload);
  useEffect(() => keepBeforeReload(() => queue.copy.write()), [queue]);

  const announce = useCallback((sentence: ReactNode) => {
    // The same sentence twice is only heard twice when something lies between.
    setAnnouncement('');
    requestAnimationFrame(() => setAnnouncement(sentence));
  }, []);

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

  useEffect(() => {
    session.takesDocuments.current = (stored) =>
      takeDocuments(withStoredDocuments(session, stored, latest.current));
    return () => {
      session.takesDocuments.current = () => {};
    };
  }, [session, takeDocuments]);

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
        // The row must be on the server before a file can stand in it, and so must the answer that asks for the file.
        const rowId = key.groupId;
        const isNewRow = rowId !== null && !store.isStoredRow(rowId);
        if (isNewRow) store.claimRows([rowId]);
        if (isNewRow || queue.hasUnsaved()) {
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
            draw: (sentence) => quotingTitles(store, sentence),
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
      awards: application.awardLimits,
      requested: requestedFor(application, store.step, assignment),
      ranks: application.ranks,
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

  const saveNow = async (onTheWay?: 'on the way') => {
    const clean = await queue.flush();
    if (!clean) return;
    if (onTheWay === undefined) notify(noticeTexts.changesSaved);
    else announce(t('parts.said.changesSaved'));
  };
  return { services, uploads, documents, takenUp, completes, announcement, saveNow };
}

/** What the server says when nothing more can be written here, for whatever reason. */
const closing: ReadonlySet<string> = new Set([
  'not_editable',
  'deadline_passed',
  'already_submitted',
  'not_found',
  'forbidden',
  'form_changed',
]);

const notAgainWithinMs = 30_000;
/** When each application was loaded again because nothing more could be written. */
const endedAtMs = new Map<string, number>();

/**
 * Where the application was closed meanwhile, in another tab or by the clock, or has another form now, the page shows it
 * at once: what is not saved is kept on this device, and the application is loaded as it is now.
 */
function useEnds(session: EditorSession, reload: () => void): void {
  const { application, queue, store } = session;
  useEffect(() => {
    if (!store.editable) return;
    let ended = false;
    const end = () => {
      if (ended) return;
      ended = true;
      void queue.copy.write().then(reload);
    };
    const forget = watchClosed(application.uid, end);
    const unwatch = queue.watch(() => {
      const state = queue.state();
      if (state.kind !== 'stopped' || !closing.has(state.code)) return;
      // Loaded a moment ago, and refused all the same: once more would only turn in circles.
      const before = endedAtMs.get(application.uid) ?? Number.NEGATIVE_INFINITY;
      endedAtMs.set(application.uid, Date.now());
      if (Date.now() - before <= notAgainWithinMs) return;
      if (state.code === 'form_changed')
        notify({ type: 'info', message: message('editor.formChanged'), closesAfterMs: 10_000 });
      end();
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
