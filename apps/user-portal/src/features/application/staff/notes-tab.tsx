import type { Application } from '@clearcall/domain/applications/application.ts';
import type { Note as WrittenNote } from '@clearcall/domain/applications/note.ts';
import { fullName } from '@clearcall/domain/people/person-name.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { CommandDialog } from '@clearcall/ui/kit/command/command-dialog.tsx';
import { useCommand } from '@clearcall/ui/kit/command/use-command.ts';
import { AreaField } from '@clearcall/ui/kit/field/area-field.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { noticeTexts } from '@clearcall/ui/kit/state/notice-texts.ts';
import { CallFailure, LoadingRows } from '@clearcall/ui/kit/state/page-states.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { call } from '@clearcall/ui/session/call.ts';
import type { CallError } from '@clearcall/ui/session/call-error.ts';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useKept } from '../../../parts/kept/kept-text.ts';
import classes from './staff.module.css';

export const notesOf = (uid: string) =>
  infiniteQueryOptions({
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

/** The last two notes about an application, and a box for the next one. */
export function NewestNotes({ application }: { application: Application }) {
  const { uid, call: ofCall } = application;
  const { data } = useInfiniteQuery(notesOf(uid));
  return (
    <>
      <ul className={classes.newest}>
        {data?.pages[0]?.data.slice(0, 2).map((note) => (
          <li key={note.id}>
            <p className={classes.noteText}>{note.text}</p>
            <NoteFacts note={note} zone={ofCall.timeZone} />
          </li>
        ))}
      </ul>
      <NewNote uid={uid} short />
    </>
  );
}

/** What staff noted about an application, for each other alone. */
export function NotesTab(props: { application: Application }) {
  const { uid } = props.application;
  const zone = props.application.call.timeZone;
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    notesOf(uid),
  );
  const heading = useRef<HTMLHeadingElement>(null);
  if (error !== null && data === undefined)
    return <CallFailure query={{ error, refetch }} what={t('staff.note.what')} />;
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

function NewNote(props: { uid: string; short?: boolean }) {
  const place = { key: `note:new:${props.uid}`, uid: props.uid, name: t('staff.note.new') };
  const [text, setText, forget] = useKept(place, '', { inline: true });
  const [error, setError] = useState<string | null>(null);
  const add = useCommand({
    send: (call, sent: string, once) =>
      call('POST /v2/applications/:id/notes', { params: { id: props.uid }, body: { text: sent }, once }),
    done: noticeTexts.changesSaved,
    after: forget,
  });
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() === '') setError(t('refusals.input.noteEmpty'));
        else add.send(text);
      }}
    >
      <AreaField
        label={t('staff.note.new')}
        {...(props.short ? { rows: 1 } : { hint: t('staff.note.hint') })}
        error={error}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setError(null);
        }}
      />
      <p>
        <Button
          type="submit"
          {...(props.short ? { size: 'sm' } : { variant: 'filled' })}
          loading={add.isPending}
        >
          {t('staff.note.add')}
        </Button>
      </p>
    </form>
  );
}

function NoteFacts({ note, zone }: { note: WrittenNote; zone: string }) {
  return (
    <p className="small soft">
      {fullName(note.author)}, <DateTime at={note.createdAt} zone={zone} />
      {note.changedAt === null ? null : (
        <>
          {', '}
          {t('staff.note.changed')} <DateTime at={note.changedAt} />
        </>
      )}
    </p>
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
  const [removing, setRemoving] = useState(false);
  const change = useRef<HTMLButtonElement>(null);
  const close = () => {
    forget();
    setOpened(false);
    setStale(false);
    requestAnimationFrame(() => change.current?.focus());
  };
  const params = { id: uid, noteId: note.id };
  const onRefused = ({ code }: CallError) => {
    if (code !== 'stale_revision') return;
    setStale(true);
    onStale();
  };
  const save = useCommand({
    // After a refusal the current note has been shown: then the text goes over it.
    send: (call, text: string) =>
      call('PATCH /v2/applications/:id/notes/:noteId', {
        params,
        body: { text, revision: stale ? note.revision : draft.revision },
      }),
    done: noticeTexts.changesSaved,
    after: close,
    onRefused,
  });
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
      <NoteFacts note={note} zone={zone} />
      {note.can.change ? (
        <div className="row">
          {!writes ? (
            <>
              <Button
                ref={change}
                size="sm"
                variant="subtle"
                leftSection={<Icon name="edit" />}
                onClick={() => setOpened(true)}
              >
                {t('staff.note.edit')}
              </Button>
              <Button
                size="sm"
                variant="subtle"
                leftSection={<Icon name="trash" />}
                onClick={() => setRemoving(true)}
              >
                {t('staff.note.remove')}
              </Button>
            </>
          ) : (
            <>
              <Button
                size="sm"
                variant="filled"
                loading={save.isPending}
                onClick={() => draft.text.trim() !== '' && save.send(draft.text)}
              >
                {t('staff.save')}
              </Button>
              <Button size="sm" variant="subtle" onClick={close}>
                {t('frame.kit.cancel')}
              </Button>
            </>
          )}
        </div>
      ) : null}
      {removing ? (
        <CommandDialog
          title={t('staff.note.removeTitle')}
          verb={t('staff.note.remove')}
          danger
          send={(call) =>
            call('DELETE /v2/applications/:id/notes/:noteId', { params, body: { revision: note.revision } })
          }
          done={noticeTexts.changesSaved}
          after={onGone}
          onRefused={onRefused}
          onClose={() => setRemoving(false)}
        >
          {t('staff.note.removeText')}
        </CommandDialog>
      ) : null}
    </li>
  );
}
