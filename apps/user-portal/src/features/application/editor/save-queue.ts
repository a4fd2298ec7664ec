import type { Document } from '@clearcall/domain/applications/application.ts';
import type { FieldKey, Row } from '@clearcall/domain/forms/types.ts';
import { addressOf } from '@clearcall/ui/form/field-address.ts';
import type { FormStore } from '@clearcall/ui/form/form-store.ts';
import type { Batch, RemovedRow, StoredAnswer } from '@clearcall/ui/form/unsaved-answers.ts';
import { DeviceCopy, type Keeper } from './device-copy.ts';

/** What became of one attempt to reach the server. Expected failures are values. */
export type Outcome<T> =
  | { kind: 'done'; value: T }
  /** These values, and only these, are not acceptable; nothing of the call was stored. */
  | { kind: 'refused'; message: string; fields: FieldKey[] }
  /** Nobody answered, or the server is busy: worth another try. */
  | { kind: 'unreachable' }
  | { kind: 'signed-out' }
  /** The server will take no more changes: the deadline has passed, the application is gone, … */
  | { kind: 'stopped'; code: string; message: string };

export interface Saved {
  answers: StoredAnswer[];
  /** What somebody else changed since: not stored, and this is what stands there. */
  stale: StoredAnswer[];
  /** Rows that somebody removed elsewhere while this call wanted to write in them. */
  goneRows: string[];
  savedAt: string;
  known: Known;
}

/** Reply of the server about the version that was sent: the version that is stored now, and whether it has other changes. */
export interface Known {
  version: string | undefined;
  isBehind: boolean;
}

/** All that is stored of the assignment. */
export interface Stored {
  answers: StoredAnswer[];
  rows: Row[];
  documents: Document[];
  version: string | undefined;
}

export interface Server {
  save(batch: Batch, options: { keepalive: boolean; version: string | undefined }): Promise<Outcome<Saved>>;
  remove(rows: readonly RemovedRow[], version: string | undefined): Promise<Outcome<Removed>>;
  read(): Promise<Outcome<Stored>>;
}

interface Removed {
  known: Known;
  savedAt: string;
  /** Rows that stay, because somebody has written in them since, with what stands in them. */
  back: Row[];
  answers: StoredAnswer[];
}

export type SaveState =
  | { kind: 'saved'; at: string | null }
  | { kind: 'waiting' }
  | { kind: 'saving' }
  | { kind: 'offline'; changes: number }
  | { kind: 'signed-out'; changes: number }
  | { kind: 'deciding'; fields: number }
  | { kind: 'refused'; changes: number }
  | { kind: 'stopped'; code: string; message: string; changes: number };

const autosaveAfterMs = 200;
/** Who types without a pause is saved all the same. */
const autosaveAtLatestMs = 15_000;
const retriesMs = [2_000, 4_000, 8_000, 16_000, 30_000] as const;

/**
 * Brings the changes of a form to the server: after 200 ms of rest, one call at a time. What changes during a call goes
 * with the next one. Each change is written on this device at once, and the copy is removed only after the
 * acknowledgement. Without a connection it tries again, later and later, until it is told to stop.
 */
export class SaveQueue {
  private readonly store: FormStore;
  private readonly server: Server;
  /** What this page has written on the device. */
  readonly copy: DeviceCopy;
  private current: SaveState;
  private savedAt: string | null;
  private readonly watchers = new Set<() => void>();
  private timer: ReturnType<typeof setTimeout> | null = null;
  private decisions = 0;
  private firstChangeAtMs: number | null = null;
  private running: Promise<boolean> | null = null;
  private failures = 0;
  private closed = true;
  private forgetStore: () => void = () => {};
  private knownVersion: string | undefined;
  /** Something was stored elsewhere that this page does not show yet. */
  private isBehind = false;
  private changed: readonly FieldKey[] = [];

  private readonly takeStored: (stored: Stored) => readonly FieldKey[];
  private readonly restoreRemovedRows: (rows: readonly Row[]) => void;

  constructor(parts: {
    store: FormStore;
    server: Server;
    keeper: Keeper;
    savedAt: string | null;
    version?: string | undefined;
    /** Puts what is stored into the form, and gives the fields that changed. */
    takeStored?: (stored: Stored) => readonly FieldKey[];
    /** Rows that the reader has removed are in the form again. */
    restoreRemovedRows?: (rows: readonly Row[]) => void;
  }) {
    this.store = parts.store;
    this.server = parts.server;
    this.copy = new DeviceCopy(parts.store, parts.keeper);
    this.savedAt = parts.savedAt;
    this.knownVersion = parts.version;
    this.takeStored = parts.takeStored ?? (({ answers, rows }) => parts.store.takeStored(answers, rows));
    this.restoreRemovedRows = parts.restoreRemovedRows ?? (() => {});
    this.current = { kind: 'saved', at: parts.savedAt };
  }

  /** Begins to look after the form; `close` ends it, and it may begin again. */
  open(): void {
    if (!this.closed) return;
    this.closed = false;
    this.forgetStore = this.store.subscribe(() => this.noticeChange());
    this.noticeChange();
  }

  state(): SaveState {
    return this.current;
  }

  watch(watcher: () => void): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  /** Whether leaving now would leave something behind that the server does not have. */
  hasUnsaved(): boolean {
    return this.running !== null || this.store.unsavedCount() > 0;
  }

  /** Saves now. True when the server has everything afterwards. */
  async flush(options: { keepalive: boolean } = { keepalive: false }): Promise<boolean> {
    this.stopTimer();
    // A call under way may have left before the last change, or before the connection was back: then one more is needed.
    let isOlder = this.running !== null;
    for (let round = 0; round < 20; round += 1) {
      const clean = await this.run(options);
      if (!clean && !(isOlder && this.current.kind === 'offline')) return false;
      isOlder = false;
      if (clean && this.store.takeBatch() === null) break;
    }
    return this.store.unsavedCount() === 0;
  }

  /** Names what this page knows to be stored. */
  version(): string | undefined {
    return this.knownVersion;
  }

  /** Fields that were changed in another window or on another device, until the reader has seen it. */
  changedElsewhere(): readonly FieldKey[] {
    return this.changed;
  }

  dismissChanges(): void {
    this.changed = [];
    this.tellWatchers();
  }

  /** Saves, and takes what was stored elsewhere. True if this page then shows exactly what is stored. */
  async catchUp(): Promise<boolean> {
    if (!this.store.editable) return true;
    // Another check that fails meanwhile says nothing of what is saved.
    while (this.running !== null) await this.running;
    const clean = await this.flush();
    while (this.running !== null) await this.running;
    if (this.current.kind === 'stopped' || this.current.kind === 'signed-out') return false;
    const isRead = await this.alone(() => this.readStored());
    return clean && isRead && this.store.unsavedCount() === 0;
  }

  private async readStored(): Promise<boolean> {
    const outcome = await this.server.read();
    // The next save asks again.
    if (outcome.kind === 'unreachable') return false;
    if (outcome.kind !== 'done') return this.fail(outcome);
    this.isBehind = false;
    this.knownVersion = outcome.value.version;
    const known = new Set(this.changed.map(addressOf));
    const changed = this.takeStored(outcome.value).filter((key) => !known.has(addressOf(key)));
    if (changed.length > 0) {
      this.changed = [...this.changed, ...changed];
      this.tellWatchers();
    }
    await this.copy.write();
    return true;
  }

  /** The connection or the session is back. */
  retry(): void {
    if (this.current.kind === 'offline' || this.current.kind === 'signed-out') void this.flush();
  }

  /**
   * The page may end now, without another step: what is not saved is written on this device at once, also what changed
   * since a save that is under way, and a last save is sent. Neither is waited for.
   */
  leave(): void {
    if (this.store.unsaved() !== null) this.copy.writeAtOnce();
    void this.copy.write();
    void this.flush({ keepalive: true });
  }

  close(): void {
    this.closed = true;
    this.stopTimer();
    this.forgetStore();
  }

  private noticeChange(): void {
    if (this.closed) return;
    if (this.store.decisionCount() !== this.decisions) {
      this.decisions = this.store.decisionCount();
      // What was decided against must not come back, however this page ends.
      this.copy.writeAtOnce();
    }
    void this.copy.write();
    if (this.running !== null) return;
    if (this.current.kind === 'stopped' || this.current.kind === 'signed-out') {
      this.become({ ...this.current, changes: this.store.unsavedCount() });
      return;
    }
    if (this.store.takeBatch() === null) {
      this.rest();
      return;
    }
    if (this.current.kind === 'offline') {
      this.become({ kind: 'offline', changes: this.store.unsavedCount() });
      return;
    }
    this.become({ kind: 'waiting' });
    this.schedule();
  }

  private schedule(): void {
    const nowMs = Date.now();
    this.firstChangeAtMs ??= nowMs;
    const latestMs = this.firstChangeAtMs + autosaveAtLatestMs - nowMs;
    this.stopTimer();
    this.timer = setTimeout(
      () => void this.run({ keepalive: false }),
      Math.max(0, Math.min(autosaveAfterMs, latestMs)),
    );
  }

  private stopTimer(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  /** One round; while one is under way everybody waits for that one. */
  private run(options: { keepalive: boolean }): Promise<boolean> {
    return this.running ?? this.alone(() => this.round(options));
  }

  private alone(act: () => Promise<boolean>): Promise<boolean> {
    this.running = act().finally(() => {
      this.running = null;
      this.noticeChange();
    });
    return this.running;
  }

  private async round(options: { keepalive: boolean }): Promise<boolean> {
    this.stopTimer();
    this.firstChangeAtMs = null;
    const batch = this.store.takeBatch();
    if (batch === null) {
      await this.copy.write();
      return this.current.kind !== 'stopped';
    }
    this.become({ kind: 'saving' });
    this.store.sending(batch);
    await this.copy.write();

    if (batch.removed.length > 0) {
      const removal = await this.server.remove(batch.removed, this.knownVersion);
      if (removal.kind !== 'done') return this.fail(removal);
      this.note(removal.value.known);
      this.savedAt = removal.value.savedAt;
      const { back, answers } = removal.value;
      this.store.acknowledgeRemoval(batch.removed, back, answers);
      if (back.length > 0) this.restoreRemovedRows(back);
    }
    if (batch.answers.length + batch.rows.length > 0) {
      const outcome = await this.server.save(batch, { ...options, version: this.knownVersion });
      if (outcome.kind === 'refused') return await this.isolate(batch, outcome);
      if (outcome.kind !== 'done') return this.fail(outcome);
      this.take(batch, outcome.value);
    }
    this.failures = 0;
    if (this.isBehind && !(await this.readStored()) && this.current.kind !== 'saving') return false;
    await this.copy.write();
    this.rest();
    return true;
  }

  private note({ version, isBehind }: Known): void {
    if (isBehind) this.isBehind = true;
    else if (!this.isBehind) this.knownVersion = version;
  }

  private take(batch: Batch, saved: Saved): void {
    this.savedAt = saved.savedAt;
    this.note(saved.known);
    this.store.acknowledge(batch, saved);
  }

  /**
   * One value that the server will not have must not hold up the others: the ones it named are set aside; when it
   * named none, each answer goes alone.
   */
  private async isolate(batch: Batch, refusal: { message: string; fields: FieldKey[] }): Promise<boolean> {
    const only = batch.answers[0];
    // Only what was sent can be set aside; a name that was not would bring the same refusal for ever.
    const sent = new Set([
      ...batch.answers.map(addressOf),
      ...batch.groups.map(({ elementId }) => addressOf({ elementId, groupId: null })),
    ]);
    const blamed = refusal.fields.filter((field) => sent.has(addressOf(field)));
    const named =
      blamed.length === 0 && batch.rows.length === 0 && only && batch.answers.length === 1 ? [only] : blamed;
    if (named.length > 0) {
      for (const field of named) this.store.refuse(field, refusal.message);
      this.failures = 0;
      // The rest is sent with the next round.
      return true;
    }
    if (batch.answers.length === 0) {
      return this.fail({ kind: 'stopped', code: 'invalid_value', message: refusal.message });
    }
    for (const answer of batch.answers) {
      const alone: Batch = { ...batch, answers: [answer], removed: [] };
      const outcome = await this.server.save(alone, { keepalive: false, version: this.knownVersion });
      if (outcome.kind === 'refused') this.store.refuse(answer, outcome.message);
      else if (outcome.kind === 'done') this.take(alone, outcome.value);
      else return this.fail(outcome);
    }
    return true;
  }

  private fail(outcome: Exclude<Outcome<unknown>, { kind: 'done' }>): boolean {
    const changes = this.store.unsavedCount();
    if (outcome.kind === 'unreachable') {
      const waitMs = retriesMs[Math.min(this.failures, retriesMs.length - 1)] ?? 30_000;
      this.failures += 1;
      this.become({ kind: 'offline', changes });
      this.stopTimer();
      if (!this.closed) this.timer = setTimeout(() => void this.run({ keepalive: false }), waitMs);
    } else if (outcome.kind === 'signed-out') this.become({ kind: 'signed-out', changes });
    else {
      const code = outcome.kind === 'stopped' ? outcome.code : 'invalid_value';
      this.become({ kind: 'stopped', code, message: outcome.message, changes });
    }
    return false;
  }

  /** Nothing left to send: say how things stand. */
  private rest(): void {
    const left = this.store.unsavedCount();
    const conflicts = this.store.questions().length;
    if (conflicts > 0) this.become({ kind: 'deciding', fields: conflicts });
    else if (left > 0) this.become({ kind: 'refused', changes: left });
    else this.become({ kind: 'saved', at: this.savedAt });
  }

  private become(next: SaveState): void {
    const before = this.current;
    this.current = next;
    if (JSON.stringify(before) !== JSON.stringify(next)) this.tellWatchers();
  }

  private tellWatchers(): void {
    for (const watcher of [...this.watchers]) watcher();
  }
}
