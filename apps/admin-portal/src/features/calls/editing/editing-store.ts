import type { CallDefinition } from '@clearcall/domain/calls/definition/call-definition.ts';
import { applyChanges, type Change, isWithin, valueAt } from '@clearcall/domain/calls/definition/change.ts';
import { diffCalls, isSame } from '@clearcall/domain/calls/definition/diff-calls.ts';
import type { Address } from '@clearcall/domain/calls/definition/finding.ts';
import { type Conflict, placeOf } from '@clearcall/domain/calls/definition/merge-changes.ts';
import { CallError, sentenceOf } from '@clearcall/ui/session/call-error.ts';
import { isUnanswered } from '@clearcall/ui/session/retry.ts';

/** A call as the server opens it for editing. */
export interface OpenedDraft {
  definition: CallDefinition;
  revision: number;
  draft: { changedAt: string; by: string | null } | null;
  live?: CallDefinition | null | undefined;
}

interface Edited {
  revision: number;
  changes: readonly Change[];
}

/** The operations that the store needs of the world around it. */
export interface EditingServer {
  load(): Promise<OpenedDraft>;
  change(base: number, changes: readonly Change[]): Promise<Edited>;
  undo(revision: number): Promise<Edited>;
  /** Calls back after a pause, to send again. */
  later(retry: () => void): void;
  now(): number;
}

/** A value that the server did not take. It stays here, so that its field shows what was typed. */
export interface RefusedValue {
  at: Address;
  value: unknown;
  sentence: string;
}

/** A place that two people changed, with both values. */
export interface AskedConflict {
  at: Address;
  mine: unknown;
  theirs: unknown;
}

/** Changes made by others since this page loaded the draft. */
export interface OthersChanges {
  /** The revision of the draft that contains these changes. */
  revision: number;
  /** The author's name. Null if there were several edits or the name is unknown. */
  by: string | null;
  places: readonly Address[];
  /** Whether the draft was published or discarded. */
  isGone: boolean;
}

export interface EditingState {
  /** The stored definition with the edits that are on their way. */
  definition: CallDefinition;
  /** The live call, or null if it was never published. */
  live: CallDefinition | null;
  isDraft: boolean;
  /** Revision of the last edit that is stored. */
  revision: number;
  state: 'saved' | 'saving' | 'offline' | 'failed';
  /** Why the edits are not sent, if `state` is `failed`. */
  failure: string | null;
  /** Milliseconds since 1970, or null if there is no draft. */
  savedAt: number | null;
  /** Number of edits that are not stored yet. */
  unsent: number;
  question: readonly AskedConflict[] | null;
  refused: readonly RefusedValue[];
  /** Changes that were not kept because their places are gone. */
  lost: readonly Change[];
  /** The last changes of others that the page shows; null if there are none. */
  others: OthersChanges | null;
  canUndo: boolean;
  canRedo: boolean;
}

/** One edit of this page. */
interface Entry {
  changes: readonly Change[];
  inverses: readonly Change[];
  /** Null until it is stored. */
  revision: number | null;
}

/** An edit that waits to be sent. */
interface Item {
  entry: Entry;
  /** The edit that it takes back. */
  of: Entry | null;
  /** The revision that its author had seen, if others have changed the same place since; null for the newest. */
  base: number | null;
}

/** A place that a person types in, with the same base as the edit that will come of it. */
interface Held {
  at: Address;
  base: number | null;
}

const changesOf = ({ entry, of }: Item) => (of === null ? entry.changes : of.inverses);
const isSameAddress = (one: Address, other: Address) => one.join('\n') === other.join('\n');

/** Refusals after which the same request may succeed. Until then it stays the first one. */
const passing = new Set([401, 403, 429]);

/**
 * Edits of one call: applied at once, sent one after the other, each on the revision that the one before it made. Edits
 * stay in the queue until the server has stored or refused them.
 */
export class EditingStore {
  readonly #server: EditingServer;
  readonly #listeners = new Set<() => void>();
  #stored: CallDefinition;
  #definition: CallDefinition;
  #revision: number;
  /** The last revision up to which the stored definition has all edits. */
  #seen: number;
  #live: CallDefinition | null;
  #isDraft: boolean;
  #savedAt: number | null;
  #queue: Item[] = [];
  #done: Entry[] = [];
  #undone: Entry[] = [];
  #conflicts: readonly Conflict[] | null = null;
  #refused: readonly RefusedValue[] = [];
  #lost: readonly Change[] = [];
  /** Conflicts in which the own value was chosen, until the draft is loaded again. */
  #settled: readonly Conflict[] = [];
  #held = new Set<Held>();
  #others: OthersChanges | null = null;
  /** The state of the draft as the server told it last, if it may be news. */
  #heard: { revision: number; isDraft: boolean } | null = null;
  #isSending = false;
  #isOffline = false;
  #failure: string | null = null;
  /** Whether the stored definition lacks edits of other people. */
  #isBehind = false;
  #state: EditingState;

  constructor(opened: OpenedDraft, server: EditingServer) {
    this.#server = server;
    this.#stored = opened.definition;
    this.#definition = opened.definition;
    this.#revision = opened.revision;
    this.#seen = opened.revision;
    this.#isDraft = opened.draft !== null;
    this.#live = opened.draft === null ? opened.definition : (opened.live ?? null);
    this.#savedAt = opened.draft === null ? null : Date.parse(opened.draft.changedAt);
    this.#state = this.#read();
  }

  /** Calls the listener after each change, until the returned function is called. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** The present state: the same object until something changes. */
  read = (): EditingState => this.#state;

  /** Takes the call as it was loaded again, unless edits wait or it is older than what is known. */
  take(opened: OpenedDraft): void {
    if (this.#queue.length > 0 || this.#isSending || opened.revision < this.#revision) return;
    if (this.#heard !== null && this.#heard.revision <= opened.revision) this.#heard = null;
    this.#accept(opened);
    this.#publish();
  }

  /** Hears of the state of the draft, which is loaded if it has changes of others. */
  hear = (state: { revision: number; isDraft: boolean }): void => {
    this.#heard = state;
    if (this.#hasNews()) void this.#send();
  };

  /**
   * Marks a place as being edited until the returned function is called. If another editor changes it meanwhile, the next
   * edit of the place asks which version to keep.
   */
  hold = (at: Address): (() => void) => {
    const held: Held = { at, base: null };
    this.#held.add(held);
    return () => void this.#held.delete(held);
  };

  /** Applies changes and sends them as one edit. Changes whose place is gone are refused at once. */
  edit = (changes: readonly Change[]): void => {
    if (changes.length === 0) return;
    const entry: Entry = { changes, inverses: [], revision: null };
    const places = changes.map(placeOf);
    this.#refused = this.#refused.filter(({ at }) => !places.some((place) => isWithin(at, place)));
    this.#enqueue({ entry, of: null, base: this.#baseOf(places) });
    this.#undone = [];
    if (this.#queue.at(-1)?.entry === entry) this.#done.push(entry);
    this.#publish();
    void this.#send();
  };

  /** Takes back the last edit of this page. */
  undo = (): void => this.#turn(this.#done, this.#undone);

  /** Repeats the edit that was undone last. */
  redo = (): void => this.#turn(this.#undone, this.#done);

  /** Settles the conflicts. At the places given, this person's value replaces the other one. */
  answer = (mine: readonly Address[]): void => {
    const [item] = this.#queue;
    const conflicts = this.#conflicts;
    if (item === undefined || conflicts === null) return;
    const dropped = conflicts.filter(({ at }) => !mine.some((place) => isSameAddress(place, at)));
    const changes = changesOf(item).filter(
      (change) => !dropped.some(({ at }) => isSameAddress(at, placeOf(change))),
    );
    this.#conflicts = null;
    this.#settled = conflicts.filter(({ at }) => mine.some((place) => isSameAddress(place, at)));
    item.base = null;
    if (changes.length === 0) this.#drop(item);
    else {
      // The server cannot take back an edit that others built upon, so its inverse is sent as an edit.
      item.entry.changes = changes;
      item.of = null;
    }
    this.#isBehind = true;
    this.#publish();
    void this.#send();
  };

  /** Sends again at once. */
  retry = (): void => {
    void this.#send();
  };

  /** Resolves once no request is on its way: true if everything is stored. */
  settled = async (): Promise<boolean> => {
    while (this.#state.state === 'saving')
      await new Promise<void>((resolve) => {
        const stop = this.subscribe(() => {
          stop();
          resolve();
        });
      });
    return this.#queue.length === 0;
  };

  /** Forgets the notice about changes that were not kept. */
  forgetLost = (): void => {
    this.#lost = [];
    this.#publish();
  };

  #turn(from: Entry[], to: Entry[]): void {
    const of = from.pop();
    if (of === undefined) return;
    const entry: Entry = { changes: of.inverses, inverses: [], revision: null };
    this.#enqueue({ entry, of, base: null });
    if (this.#queue.at(-1)?.entry === entry) to.push(entry);
    this.#publish();
    void this.#send();
  }

  /** The base of an edit of these places, if others have changed what is typed in. */
  #baseOf(places: readonly Address[]): number | null {
    let base: number | null = null;
    for (const held of this.#held) {
      const meets = places.some((at) => isWithin(at, held.at) || isWithin(held.at, at));
      if (held.base === null || !meets) continue;
      base = Math.min(base ?? held.base, held.base);
      // From here on its author has seen what the answer to this edit says.
      held.base = null;
    }
    return base;
  }

  #hasNews(): boolean {
    if (this.#heard === null) return false;
    const { revision, isDraft } = this.#heard;
    return revision === this.#revision ? isDraft !== this.#isDraft : revision > this.#revision;
  }

  #enqueue(item: Item): void {
    this.#queue.push(item);
    this.#rebase();
  }

  async #send(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    this.#failure = null;
    try {
      while (this.#conflicts === null && (this.#isBehind || this.#queue.length > 0 || this.#hasNews()))
        await this.#sendNext();
      this.#isOffline = false;
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#isSending = false;
      this.#publish();
    }
  }

  async #sendNext(): Promise<void> {
    const [item] = this.#queue;
    if (this.#isBehind || item === undefined) {
      const heard = this.#heard;
      const opened = await this.#server.load();
      this.#isBehind = false;
      if (this.#heard === heard) this.#heard = null;
      this.#accept(opened);
      this.#publish();
      return;
    }
    const { entry, of, base } = item;
    if (of !== null && of.revision === null) {
      // The edit that it takes back changed nothing, or was refused.
      this.#drop(item);
      return;
    }
    try {
      const edited =
        of?.revision == null
          ? await this.#server.change(base ?? this.#revision, entry.changes)
          : await this.#server.undo(of.revision);
      this.#acknowledge(item, edited);
    } catch (error) {
      if (!this.#refuse(item, error)) throw error;
    }
    this.#publish();
  }

  #acknowledge(item: Item, { revision, changes }: Edited): void {
    this.#queue.shift();
    const applied = applyChanges(this.#stored, changes);
    const isNext = revision === this.#revision + (changes.length > 0 ? 1 : 0);
    // Edits of other people came between, or an answer was lost and this one is about an edit that is known.
    this.#isBehind = !applied.ok || !isNext || this.#isOffline;
    if (applied.ok) {
      this.#stored = applied.definition;
      item.entry.inverses = applied.inverses;
    }
    item.entry.changes = changes;
    this.#revision = Math.max(this.#revision, revision);
    if (!this.#isBehind) this.#seen = this.#revision;
    this.#isOffline = false;
    if (changes.length === 0) this.#forget(item.entry);
    else {
      item.entry.revision = revision;
      this.#isDraft = true;
      this.#savedAt = this.#server.now();
    }
    this.#rebase();
  }

  /** Takes a refusal that ends the wait of an edit. Returns false for one after which it can be sent again. */
  #refuse(item: Item, error: unknown): boolean {
    if (!(error instanceof CallError) || isUnanswered(error) || passing.has(error.status)) return false;
    const { code, body } = error;
    if (code === 'changed_meanwhile') {
      this.#conflicts = (body as { conflicts: readonly Conflict[] }).conflicts;
      return true;
    }
    if (code === 'place_gone' || code === 'not_found') {
      this.#lost = [...this.#lost, ...changesOf(item)];
      this.#isBehind = true;
    } else {
      const { places = [] } = body as { places?: readonly Address[] };
      const sentence = sentenceOf(error);
      const values = changesOf(item).map((change) => ({ change, at: placeOf(change) }));
      const wrong = values.filter(({ at }) =>
        places.some((place) => isWithin(place, at) || isWithin(at, place)),
      );
      this.#refused = [
        ...this.#refused,
        ...(wrong.length > 0 ? wrong : values).map(({ change, at }) => ({
          at,
          value: change.do === 'set' ? change.value : change.do === 'add' ? change.thing : undefined,
          sentence,
        })),
      ];
    }
    this.#drop(item);
    return true;
  }

  #fail(error: unknown): void {
    const isQuiet = this.#queue.length === 0 && !this.#isBehind;
    if (error instanceof CallError && (isUnanswered(error) || error.status === 429)) {
      this.#isOffline = !isQuiet;
      this.#server.later(() => void this.#send());
    } else if (isQuiet) this.#heard = null;
    else this.#failure = sentenceOf(error);
  }

  #accept({ definition, revision, draft, live }: OpenedDraft): void {
    this.#contest(definition);
    const shown = this.#definition;
    const isOneEdit = revision === this.#seen + 1;
    const isGone = draft === null && this.#isDraft;
    this.#stored = definition;
    this.#revision = revision;
    this.#seen = revision;
    if (draft === null) {
      // It was published or discarded: its edits can no longer be taken back.
      this.#done = this.#done.filter((entry) => entry.revision === null);
      this.#undone = [];
    }
    this.#isDraft = draft !== null;
    this.#live = draft === null ? definition : (live ?? null);
    this.#savedAt = draft === null ? null : Date.parse(draft.changedAt);
    this.#rebase();
    const places = isGone ? [] : diffCalls(shown, this.#definition).map(({ change }) => placeOf(change));
    if (isGone || places.length > 0)
      this.#others = { revision, by: isOneEdit ? (draft?.by ?? null) : null, places, isGone };
  }

  /**
   * Gives the edits that wait, and those that will come of what is typed, the base on which they were made if others have
   * changed the same place: with the newest one they would replace a value that their author has never seen.
   */
  #contest(loaded: CallDefinition): void {
    const settled = this.#settled;
    this.#settled = [];
    const isChanged = (at: Address) => {
      const known = settled.find((conflict) => isSameAddress(conflict.at, at));
      return !isSame(known === undefined ? valueAt(this.#stored, at) : known.now, valueAt(loaded, at));
    };
    for (const item of this.#queue)
      if (changesOf(item).some((change) => isChanged(placeOf(change)))) item.base ??= this.#seen;
    for (const held of this.#held) if (isChanged(held.at)) held.base ??= this.#seen;
  }

  /** Applies the edits that wait again. Those whose places are gone are dropped. */
  #rebase(): void {
    let definition = this.#stored;
    for (const item of [...this.#queue]) {
      const applied = applyChanges(definition, changesOf(item));
      if (applied.ok) {
        definition = applied.definition;
        item.entry.inverses = applied.inverses;
      } else if (!(this.#isSending && item === this.#queue[0])) {
        this.#lost = [...this.#lost, ...changesOf(item)];
        this.#queue = this.#queue.filter((other) => other !== item);
        this.#forget(item.entry);
      }
    }
    this.#definition = definition;
  }

  #drop(item: Item): void {
    this.#queue = this.#queue.filter((other) => other !== item);
    this.#forget(item.entry);
    this.#rebase();
  }

  #forget(entry: Entry): void {
    entry.revision = null;
    this.#done = this.#done.filter((other) => other !== entry);
    this.#undone = this.#undone.filter((other) => other !== entry);
  }

  #publish(): void {
    this.#state = this.#read();
    for (const listener of [...this.#listeners]) listener();
  }

  #read(): EditingState {
    const definition = this.#definition;
    const [first] = this.#queue;
    const waits = this.#queue.length > 0 || this.#isBehind;
    return {
      definition,
      live: this.#live,
      isDraft: this.#isDraft || this.#queue.length > 0,
      revision: this.#revision,
      state:
        this.#failure !== null || this.#conflicts !== null
          ? 'failed'
          : this.#isOffline
            ? 'offline'
            : waits
              ? 'saving'
              : 'saved',
      failure: this.#failure,
      savedAt: this.#savedAt,
      unsent: this.#queue.length,
      question:
        this.#conflicts === null || first === undefined
          ? null
          : this.#conflicts.map(({ at, now }) => ({ at, mine: valueAt(definition, at), theirs: now })),
      refused: this.#refused,
      lost: this.#lost,
      others: this.#others,
      canUndo: this.#done.length > 0,
      canRedo: this.#undone.length > 0,
    };
  }
}
