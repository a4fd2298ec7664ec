import type { Thread } from '@clearcall/domain/applications/thread.ts';
import type { Element, FieldKey } from '@clearcall/domain/forms/types.ts';
import { addressOf } from '@clearcall/ui/form/field-address.ts';
import { FieldSlotsContext } from '@clearcall/ui/form/field-slots.tsx';
import { useForm } from '@clearcall/ui/form/use-form.tsx';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { useCommand } from '@clearcall/ui/kit/command/use-command.ts';
import { AreaField } from '@clearcall/ui/kit/field/area-field.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { Chip } from '@clearcall/ui/kit/status-chip.tsx';
import { quoted, quoting } from '@clearcall/ui/kit/text/quoting.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { CallError } from '@clearcall/ui/session/call-error.ts';
import { createContext, type ReactNode, useContext, useMemo, useRef, useState } from 'react';
import { forgetText, textsWith, useKept, useWhose } from '../../../parts/kept/kept-text.ts';
import type { EditorSession } from '../editor/editor-session.ts';
import { nameOf, ProblemLink } from '../editor/problem-links.tsx';
import { useChanges } from '../editor/use-gathered.ts';
import classes from './changes.module.css';
import { ThreadName, ThreadTexts } from './thread-texts.tsx';
import {
  answerKey,
  answerPrefix,
  isToAnswer,
  type PlacedThread,
  placeThreads,
  withAnswer,
  withMark,
} from './threads.ts';

/** What was asked for of the open assignment, as it stands on this page. */
interface AskedChanges {
  session: EditorSession;
  threads: readonly Thread[];
  answer: (send: typeof call, thread: Thread, text: string) => Promise<void>;
  mark: (send: typeof call, thread: Thread, answered: boolean) => Promise<void>;
  /** Answers that were typed and not sent. */
  typed: () => { thread: Thread; text: string }[];
}

const AskedContext = createContext<AskedChanges | null>(null);

/** Hands what was asked for at single fields to the editor below: to its fields, its lists and its ways through the form. */
export function AskedChangesProvider(props: { session: EditorSession; userId: number; children: ReactNode }) {
  const { session, userId } = props;
  const { application, assignment } = session;
  const [threads, setThreads] = useState(() =>
    application.threads.filter(({ assignmentId }) => assignmentId === assignment.id),
  );
  const asked = useMemo<AskedChanges>(() => {
    const params = (thread: Thread) => ({ id: assignment.id, threadId: thread.id });
    return {
      session,
      threads,
      async answer(send, thread, text) {
        const reply = await send('POST /v2/assignments/:id/threads/:threadId/comments', {
          params: params(thread),
          body: { text },
          once: `comment.${thread.id}.${text.length}.${text.slice(0, 40)}`,
        });
        setThreads((before) => withAnswer(before, thread.id, { ...reply, text, role: assignment.role }));
      },
      async mark(send, thread, answered) {
        await send('PUT /v2/assignments/:id/threads/:threadId', {
          params: params(thread),
          body: { answered },
        });
        setThreads((before) => withMark(before, thread.id, answered));
      },
      typed() {
        const texts = textsWith(userId, answerPrefix);
        return threads.flatMap((thread) => {
          const text = texts.get(thread.id) ?? '';
          return thread.can.answer && text.trim() !== '' ? [{ thread, text }] : [];
        });
      },
    };
  }, [session, assignment, threads, userId]);
  const slots = useMemo(
    () => ({
      under: ({ elementId, groupId }: FieldKey, element: Element) => {
        const thread = threads.find((one) => one.flowElementId === elementId && one.dataGroupId === groupId);
        return thread === undefined ? null : (
          <ThreadAtField thread={thread} element={element} uid={session.application.uid} />
        );
      },
    }),
    [threads, session],
  );
  return (
    <AskedContext.Provider value={asked}>
      <FieldSlotsContext.Provider value={slots}>{props.children}</FieldSlotsContext.Provider>
    </AskedContext.Provider>
  );
}

const threadId = ({ id }: Thread): string => `thread:${id}`;

/** What was asked for at a field, what was answered, and the answer that is being written. */
function ThreadAtField(props: { thread: Thread; element: Element; uid: string }) {
  const { thread } = props;
  const asked = useContext(AskedContext);
  const { announce } = useForm();
  const name = t('changes.answer.at', { name: props.element.title });
  const [text, keepText, forget] = useKept({ key: answerKey(thread), uid: props.uid, name }, '', {
    inline: true,
  });
  const [opened, setOpened] = useState(text !== '');
  const [error, setError] = useState<string | null>(null);
  const box = useRef<HTMLFieldSetElement>(null);
  const answer = useCommand({
    send: async (send, sent: string) => asked?.answer(send, thread, sent),
    after: () => {
      forget();
      setOpened(false);
      box.current?.focus();
      announce(t('changes.answer.sent'));
    },
  });
  const mark = useCommand({
    send: async (send, answered: boolean) => asked?.mark(send, thread, answered),
    after: (_marked, answered) => {
      box.current?.focus();
      announce(answered ? t('changes.markedDone') : t('changes.markedOpen'));
    },
  });
  if (asked === null) return null;
  const keep = (words: string) => {
    keepText(words);
    setError(null);
  };
  const send = () => {
    if (text.trim() === '') setError(t('changes.answer.empty'));
    else answer.send(text);
  };
  const writes = thread.can.answer && (isToAnswer(thread) || opened);
  return (
    <fieldset
      ref={box}
      id={threadId(thread)}
      tabIndex={-1}
      className={classes.thread}
      data-open={isToAnswer(thread) || undefined}
    >
      <ThreadName element={props.element} />
      <ThreadHead thread={thread} />
      <ThreadTexts thread={thread} />
      {writes ? (
        <AreaField
          label={t('changes.answer.label')}
          hint={t('changes.answer.hint')}
          rows={3}
          maxLength={3_000}
          value={text}
          error={error}
          onChange={(event) => keep(event.target.value)}
        />
      ) : null}
      {thread.can.answer ? (
        <div className={classes.actions}>
          {writes ? (
            <Button size="sm" loading={answer.isPending} onClick={send}>
              {t('changes.answer.send')}
            </Button>
          ) : (
            <Button size="sm" onClick={() => setOpened(true)}>
              {t('changes.answer.more')}
            </Button>
          )}
          <Button size="sm" variant="subtle" onClick={() => mark.send(!thread.answered)}>
            {thread.answered ? t('changes.notDone') : t('changes.markDone')}
          </Button>
        </div>
      ) : null}
    </fieldset>
  );
}

/** That something was asked for here, and whether it is done. */
export function ThreadHead(props: { thread: Thread }) {
  const { thread } = props;
  return (
    <p className={classes.head}>
      <b>{t('changes.thread')}</b>
      {isToAnswer(thread) ? (
        <Chip tone="warn" icon="ring">
          {t('changes.toAnswer')}
        </Chip>
      ) : thread.answered ? (
        <Chip tone="ok" icon="check">
          {t('changes.done')}
        </Chip>
      ) : (
        <Chip tone="quiet" icon="ring">
          {t('changes.notMarked')}
        </Chip>
      )}
    </p>
  );
}

/** Those that are asked of the reader now, in the order of the form. */
function useAskedNow(): { session: EditorSession; placed: PlacedThread[]; open: number } | null {
  const asked = useContext(AskedContext);
  if (asked === null) return null;
  const now = asked.threads.filter(({ can }) => can.answer);
  if (now.length === 0) return null;
  const { store, step } = asked.session;
  const placed = placeThreads(step, now, (group, row) => store.rows(group).findIndex(({ id }) => id === row));
  return { session: asked.session, placed, open: now.filter(isToAnswer).length };
}

function ThreadLines(props: {
  session: EditorSession;
  placed: readonly PlacedThread[];
  onGo?: (() => void) | undefined;
}) {
  const { store } = props.session;
  useChanges(store);
  return (
    <ul className={classes.lines}>
      {props.placed.map(({ thread, element, group, formId }) => {
        const key = { elementId: element.id, groupId: thread.dataGroupId };
        const isGone = group !== null && store.rows(group.id).every(({ id }) => id !== thread.dataGroupId);
        const name = nameOf(store, { ...key, title: element.title });
        const isShown = !isGone && store.read(key).visible;
        return (
          <li key={thread.id}>
            <Icon name={isToAnswer(thread) ? 'ring' : 'check'} />
            <span>
              {isShown ? (
                <ProblemLink
                  store={store}
                  name={name}
                  address={addressOf(key)}
                  formId={formId}
                  {...(props.onGo ? { onGo: props.onGo } : {})}
                />
              ) : (
                quoting(t('changes.list.gone', { name: element.title }), quoted(element, 'title'))
              )}{' '}
              <small>{isToAnswer(thread) ? t('changes.toAnswer') : t('changes.done')}</small>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** Above the form: how many changes are asked for at single fields, and the way to each. */
export function AskedChangesNote() {
  const now = useAskedNow();
  if (now === null) return null;
  return (
    <Note kind={now.open === 0 ? 'ok' : 'warn'}>
      <p>
        <b>{t('changes.list.title', { n: now.placed.length })}</b>{' '}
        {now.open === 0 ? t('changes.list.allDone') : t('changes.list.open', { n: now.open })}
      </p>
      <ThreadLines {...now} />
    </Note>
  );
}

/** The same in the side panel. */
export function AskedChangesPart(props: { onGo?: (() => void) | undefined }) {
  const now = useAskedNow();
  if (now === null) return null;
  return (
    <section>
      <h2>
        {t('changes.list.heading')}
        <span className="num">{now.placed.length}</span>
      </h2>
      <ThreadLines {...now} onGo={props.onGo} />
    </section>
  );
}

/** How many are still to be answered in a form; 0 where nothing is asked. */
export function useToAnswer(): (formId: string) => number {
  const now = useAskedNow();
  return (formId) => now?.placed.filter((one) => one.formId === formId && isToAnswer(one.thread)).length ?? 0;
}

/** Sends the answers that were typed and not sent; false if one could not be sent. */
export function useSendTyped(): () => Promise<boolean> {
  const asked = useContext(AskedContext);
  const userId = useWhose();
  return async () => {
    try {
      for (const { thread, text } of asked?.typed() ?? []) {
        await asked?.answer(call, thread, text);
        forgetText(userId, answerKey(thread));
      }
      return true;
    } catch (error) {
      if (error instanceof CallError) return false;
      throw error;
    }
  };
}

/** Before it is submitted again: which answers go with it, and what was asked for and is not said to be done. */
export function UnansweredNote() {
  const asked = useContext(AskedContext);
  const now = useAskedNow();
  if (asked === null || now === null) return null;
  const typed = asked.typed();
  const open = now.placed.filter(
    ({ thread }) => isToAnswer(thread) && typed.every((one) => one.thread.id !== thread.id),
  ).length;
  return (
    <>
      {typed.length === 0 ? null : <Note kind="info">{t('changes.submit.typed', { n: typed.length })}</Note>}
      {open === 0 ? null : <Note kind="warn">{t('changes.submit.open', { n: open })}</Note>}
    </>
  );
}
