import type { Application } from '@clearcall/domain/model/application.ts';
import type { Note as WrittenNote } from '@clearcall/domain/model/note.ts';
import { fullName } from '@clearcall/domain/model/person-name.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { AreaField } from '@clearcall/ui/kit/field/area-field.tsx';
import { newId } from '@clearcall/ui/kit/new-id.ts';
import { Dialog } from '@clearcall/ui/kit/overlay/dialog.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { noticeTexts } from '@clearcall/ui/kit/state/notice-texts.ts';
import { notify } from '@clearcall/ui/kit/state/notices.ts';
import { CallFailure, LoadingRows } from '@clearcall/ui/kit/state/page-states.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { call, showFailure } from '@clearcall/ui/session/call.ts';
import { CallError } from '@clearcall/ui/session/call-error.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Actions, carryOut } from '../../../shell/deed-parts.tsx';
import { useKept } from '../../../shell/kept-text.ts';
import classes from './staff.module.css';

/** What staff noted about an application, for each other alone. */
export function NotesTab(props: { application: Application }) {
  const { uid } = props.application;
  const zone = props.application.call.timeZone;
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['applications', 'notes', uid],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      call('GET /v2/applications/:id/notes', {
        params: { id: uid },
        query: { ...(pageParam === undefined ? {} : { before: pageParam }) },
        quiet: true,
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const heading = useRef<HTMLHeadingElement>(null);
  if (error !== null && data === undefined)
    return <CallFailure error={error} what={t('staff.note.what')} onRetry={() => void refetch()} />;
  const notes = data?.pages.flatMap((page) => page.data);
  return (
    <div className={classes.notes}>
      <NewNote uid={uid} />
      <h2 ref={heading} tabIndex={-1}>
        {t('staff.note.title')}
      </h2>
      {notes === undefined ? <LoadingRows rows={3} /> : null}
      {notes?.length === 0 ? <p className="soft">{t('staff.note.none')}</p> : null}
      <ul>
        {notes?.map((note) => (
          <OneNote
            key={note.id}
            uid={uid}
            note={note}
            zone={zone}
            onGone={() => heading.current?.focus()}
            onStale={() => void refetch()}
          />
        ))}
      </ul>
      {hasNextPage ? (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('staff.note.more')}
        </Button>
      ) : null}
    </div>
  );
}

function NewNote(props: { uid: string }) {
  const place = { key: `note:new:${props.uid}`, uid: props.uid, name: t('staff.note.new') };
  const [text, setText, forget] = useKept(place, '', { inline: true });
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  // One note is added once, however often it is sent.
  const name = useRef(newId());
  const send = async () => {
    if (busy) return;
    if (text.trim() === '') return setError(t('refusals.input.noteEmpty'));
    setBusy(true);
    const done = await carryOut(async () => {
      await call('POST /v2/applications/:id/notes', {
        params: { id: props.uid },
        body: { text },
        once: name.current,
      });
      notify(noticeTexts.changesSaved);
    });
    setBusy(false);
    if (!done) return;
    name.current = newId();
    forget();
  };
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <AreaField
        label={t('staff.note.new')}
        hint={t('staff.note.hint')}
        error={error}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setError(null);
        }}
      />
      <p>
        <Button type="submit" variant="filled" loading={busy}>
          {t('staff.note.add')}
        </Button>
      </p>
    </form>
  );
}

function OneNote(props: {
  uid: string;
  note: WrittenNote;
  zone: string;
  onGone: () => void;
  onStale: () => void;
}) {
  const { uid, note, zone, onGone, onStale } = props;
  const place = { key: `note:${note.id}`, uid, name: t('staff.note.change') };
  const stored = { text: note.text, revision: note.revision };
  /** The text with the revision that it was written upon. */
  const [draft, setDraft, forget] = useKept(place, stored, { inline: true });
  const [opened, setOpened] = useState(false);
  const writes = opened || draft.text !== stored.text;
  /** Somebody changed it meanwhile: what was written here stays until it is saved over that or given up. */
  const [stale, setStale] = useState(false);
  const [busy, setBusy] = useState(false);
  const [removing, setRemoving] = useState(false);
  const change = useRef<HTMLButtonElement>(null);
  const close = () => {
    forget();
    setOpened(false);
    setStale(false);
    requestAnimationFrame(() => change.current?.focus());
  };
  const act = async (action: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    try {
      await action();
      notify(noticeTexts.changesSaved);
      return true;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.code === 'stale_revision') {
        setStale(true);
        onStale();
      } else showFailure(error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  const params = { id: uid, noteId: note.id };
  const save = async () => {
    if (draft.text.trim() === '') return;
    // After a refusal the current note has been shown: then the text goes over it.
    const body = { text: draft.text, revision: stale ? note.revision : draft.revision };
    if (await act(() => call('PATCH /v2/applications/:id/notes/:noteId', { params, body, quiet: true })))
      close();
  };
  const remove = async () => {
    const body = { revision: note.revision };
    if (await act(() => call('DELETE /v2/applications/:id/notes/:noteId', { params, body, quiet: true })))
      onGone();
    setRemoving(false);
  };
  const author = fullName(note.author);
  return (
    <li>
      {stale ? (
        <Note kind="warn" live>
          {t('staff.note.stale')}
        </Note>
      ) : null}
      {!writes ? (
        <p className={classes.noteText}>{note.text}</p>
      ) : (
        <AreaField
          label={t('staff.note.change')}
          data-autofocus
          value={draft.text}
          onChange={(event) => setDraft({ ...draft, text: event.currentTarget.value })}
        />
      )}
      <p className="small soft">
        {author}, <DateTime at={note.createdAt} zone={zone} />
        {note.changedAt === null ? null : (
          <>
            {', '}
            {t('staff.note.changed')} <DateTime at={note.changedAt} />
          </>
        )}
      </p>
      {note.can.change ? (
        <div className="row">
          {!writes ? (
            <>
              <Button ref={change} size="sm" onClick={() => setOpened(true)}>
                {t('staff.note.edit')}
              </Button>
              <Button size="sm" variant="danger" onClick={() => setRemoving(true)}>
                {t('staff.note.remove')}
              </Button>
            </>
          ) : (
            <>
              <Button size="sm" variant="filled" loading={busy} onClick={() => void save()}>
                {t('staff.save')}
              </Button>
              <Button size="sm" variant="subtle" onClick={close}>
                {t('staff.cancel')}
              </Button>
            </>
          )}
        </div>
      ) : null}
      <Dialog
        opened={removing}
        onClose={() => setRemoving(false)}
        title={t('staff.note.removeTitle')}
        actions={
          <Actions
            verb={t('staff.note.remove')}
            danger
            busy={busy}
            onSend={() => void remove()}
            onClose={() => setRemoving(false)}
          />
        }
      >
        <p>{t('staff.note.removeText')}</p>
      </Dialog>
    </li>
  );
}
