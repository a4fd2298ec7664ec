import type { CallDefinition } from '@clearcall/domain/calls/definition/call-definition.ts';
import type { Address } from '@clearcall/domain/calls/definition/finding.ts';
import { hasRight } from '@clearcall/domain/permissions/administration.ts';
import type { Language } from '@clearcall/i18n/language.ts';
import { authorLanguage } from '@clearcall/ui/kit/text/author-language.ts';
import { callQuietly, type Reply } from '@clearcall/ui/session/call.ts';
import { followEvents } from '@clearcall/ui/session/follow-events.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { workflowNow } from '@clearcall/ui/session/server-clock.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import type { OpenedCall } from '../calls-queries.ts';
import { stepsOf } from '../cutoffs/steps-of.ts';
import { useKnownPartitions } from '../cutoffs/use-known-partitions.ts';
import { checkOf, editedCallOf } from './editing-queries.ts';
import { type EditingState, EditingStore, type OpenedDraft } from './editing-store.ts';
import type { PlaceNames } from './place-text.ts';
import { SteadyFocus } from './steady-focus.tsx';

type Check = Reply<'GET /admin/calls/:id/check'>;
type Events = Reply<'GET /admin/calls/:id/draft/events'>;

export interface CallEditing
  extends EditingState,
    Pick<EditingStore, 'edit' | 'hold' | 'undo' | 'redo' | 'answer' | 'retry' | 'forgetLost' | 'settled'> {
  id: number;
  definition: CallDefinition;
  /** Whether the reader may change the call, it is not archived, and no publication of its draft waits. */
  mayEdit: boolean;
  /** The language in which the page shows the texts of the call to edit. */
  language: Language;
  chooseLanguage: (language: Language) => void;
  /** Size of the largest file of a document. */
  uploadMaxMb: number;
  /** Other people who have the draft open. Empty while the connection is lost. */
  people: Events['people'];
  /** Findings of the stored definition. Empty until they are loaded. */
  findings: Check['findings'];
  /** The check of the stored definition; undefined until it is loaded. */
  check: Check | undefined;
}

const Context = createContext<CallEditing | null>(null);

/** How long after a lost connection edits are sent again. */
const pauseMs = 5_000;
/** How long after the last stored edit the call is checked. */
const restMs = 400;

const storeOf = (id: number, opened: OpenedDraft): EditingStore => {
  const params = { id: String(id) };
  return new EditingStore(opened, {
    load: () => callQuietly('GET /admin/calls/:id/draft', { params }),
    change: (base, changes) =>
      callQuietly('POST /admin/calls/:id/changes', {
        params,
        body: { base, changes: changes as never },
      }),
    undo: (revision) => callQuietly('POST /admin/calls/:id/undo', { params, body: { revision } }),
    later: (retry) => void setTimeout(retry, pauseMs),
    now: workflowNow,
  });
};

/** Lets the parts of the page of a call read and change its draft. `opened` is the newest that the page has loaded. */
export function CallEditingProvider(props: {
  call: Pick<OpenedCall, 'id' | 'standing' | 'planned'>;
  opened: OpenedDraft & { uploadMaxMb: number };
  children: ReactNode;
}) {
  const { call, opened } = props;
  const [store] = useState(() => storeOf(call.id, opened));
  useEffect(() => store.take(opened), [store, opened]);
  useEffect(() => {
    window.addEventListener('online', store.retry);
    return () => window.removeEventListener('online', store.retry);
  }, [store]);
  const state = useSyncExternalStore(store.subscribe, store.read);
  const people = useEvents(call.id, store);
  const mayEdit =
    hasRight(useUser().role, 'change_calls') && call.standing !== 'archived' && call.planned === null;
  const [language, chooseLanguage] = useState(authorLanguage);
  const check = useCheck(call.id, state);
  const editing = useMemo<CallEditing>(
    () => ({
      ...state,
      id: call.id,
      mayEdit,
      language,
      chooseLanguage,
      uploadMaxMb: opened.uploadMaxMb,
      people,
      findings: check?.findings ?? [],
      check,
      edit: store.edit,
      hold: store.hold,
      undo: store.undo,
      redo: store.redo,
      answer: store.answer,
      retry: store.retry,
      forgetLost: store.forgetLost,
      settled: store.settled,
    }),
    [state, call.id, mayEdit, language, opened.uploadMaxMb, people, check, store],
  );
  return (
    <Context.Provider value={editing}>
      <SteadyFocus others={state.others} people={people}>
        {props.children}
      </SteadyFocus>
    </Context.Provider>
  );
}

/**
 * Follows the draft: the store hears of each state, and the page is loaded again when a publication may have changed more
 * than the draft. Returns the other people who have it open.
 */
function useEvents(id: number, store: EditingStore): Events['people'] {
  const queries = useQueryClient();
  const [people, setPeople] = useState<Events['people']>([]);
  useEffect(() => {
    let last: Events['draft'] | null = null;
    return followEvents(
      'GET /admin/calls/:id/draft/events',
      { params: { id } },
      {
        draft: (draft) => {
          store.hear(draft);
          if (last !== null && (draft.isDraft !== last.isDraft || draft.isPlanned !== last.isPlanned))
            void queries.invalidateQueries({ queryKey: editedCallOf(String(id)).queryKey });
          last = draft;
        },
        people: setPeople,
      },
      () => setPeople([]),
    );
  }, [id, store, queries]);
  return people;
}

/** While a person types at a place, what others change there becomes a question. */
export function useHeld(at: Address, isTyping: boolean): void {
  const { hold } = useCallEditing();
  const place = JSON.stringify(at);
  useEffect(() => (isTyping ? hold(JSON.parse(place)) : undefined), [hold, place, isTyping]);
}

/** Checks the stored definition a moment after it was changed. */
function useCheck(id: number, { revision, isDraft, state }: EditingState): Check | undefined {
  const [rested, setRested] = useState(revision);
  useEffect(() => {
    if (state !== 'saved') return;
    const timer = setTimeout(() => setRested(revision), restMs);
    return () => clearTimeout(timer);
  }, [revision, state]);
  const { data } = useQuery({ ...checkOf(id, rested, isDraft), placeholderData: keepPreviousData });
  return data;
}

/** The draft of the call that the page shows. */
export function useCallEditing(): CallEditing {
  const editing = useContext(Context);
  if (editing === null) throw new Error('A part of a call is outside of its CallEditingProvider.');
  return editing;
}

/** The names that places of the draft are written with. */
export function usePlaceNames(call: OpenedCall): PlaceNames {
  const { definition, live, mayEdit } = useCallEditing();
  const partitions = useKnownPartitions(call, mayEdit);
  return useMemo(() => {
    const steps = [definition, live].flatMap((one) => (one === null ? [] : stepsOf(one.flow)));
    return { definition, live, partitions, steps };
  }, [definition, live, partitions]);
}
