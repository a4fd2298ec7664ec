import type { FieldKey } from '@clearcall/domain/forms/types.ts';
import { t } from '../kit/text/translate.ts';
import { sentenceOf } from '../session/call-error.ts';
import { isUnanswered } from '../session/retry.ts';
import { addressOf } from './field-address.ts';
import type { FormStore } from './form-store.ts';

/** A file that is sent under one key however often it takes. */
export interface Chosen {
  file: File;
  sendKey: string;
}

/** A file that the server has and that is in no answer yet: it waits for its check, or was refused with a sentence. */
export interface PendingFile {
  id: string;
  name: string;
  sizeBytes: number;
  refusal: string | null;
  /** Its field takes one file: it comes before all others that wait there. */
  alone: boolean;
}

/** What the page knows of the files that somebody chose for a field. */
export interface UploadState {
  /** What is on its way, and how much of it has left: 0 to 1. */
  sending: { name: string; share: number } | null;
  /** What did not arrive, through no fault of its own. */
  unsent: Chosen | null;
  /** Why the last file is not there. */
  complaint: string | null;
  /** What has arrived and is being checked, or was refused. */
  pending: readonly PendingFile[];
}

/**
 * Brings a file to the server. Gives what is to be waited for; null when it stands in the element already. A refusal is
 * thrown with a sentence as its message.
 */
export type SendFile = (
  key: FieldKey,
  file: File,
  options: {
    onProgress: (share: number) => void;
    signal: AbortSignal;
    /** Of this file in this field: sent again with it, it stands there once. */
    sendKey: string;
  },
) => Promise<PendingFile | null>;

/** How a file stands: waiting, gone, refused with a sentence, or passed, and then it stands in its element. */
export type AskFile = (
  key: FieldKey,
  id: string,
) => Promise<'waiting' | 'passed' | 'gone' | { refusal: string }>;

const idle: UploadState = { sending: null, unsent: null, complaint: null, pending: [] };

/** How long to wait before asking how a check goes: most take a moment, in a rush all of them longer. */
const pausesMs = [400, 800, 1_600, 3_000, 6_000, 10_000] as const;

/**
 * The files that are on their way into a form, one per field, and those that are being checked. They belong to the form,
 * not to the fields on the page: somebody may go to another form of it meanwhile. What its field lacks until then is not
 * held against the reader. A file ends with its row.
 */
export class Uploads {
  private readonly store: FormStore;
  private readonly sendFile: SendFile;
  private readonly askFile: AskFile;
  /** Told when a file is there, or could not be sent; `isSeen`: whether its field is on the page and shows it. */
  private readonly tell: (outcome: { complaint: string | null; name: string; isSeen: boolean }) => void;
  /** Said to those who hear the page. */
  private readonly announce: (sentence: string) => void;
  private readonly states = new Map<string, UploadState>();
  private readonly ends = new Map<string, { key: FieldKey; end: AbortController }>();
  /** What is asked about from time to time, by the id of the file. */
  private readonly asked = new Map<string, { key: FieldKey; timer: ReturnType<typeof setTimeout> }>();
  private readonly listeners = new Map<string, Set<() => void>>();

  constructor(parts: {
    store: FormStore;
    sendFile: SendFile;
    askFile: AskFile;
    tell: Uploads['tell'];
    announce: Uploads['announce'];
  }) {
    this.store = parts.store;
    this.sendFile = parts.sendFile;
    this.askFile = parts.askFile;
    this.tell = parts.tell;
    this.announce = parts.announce;
    parts.store.subscribe(() => {
      for (const { key, end } of [...this.ends.values()])
        if (key.groupId !== null && this.store.row(key.groupId) === null) end.abort();
      for (const [id, { key }] of [...this.asked])
        if (key.groupId !== null && this.store.row(key.groupId) === null) this.forget(key, id);
    });
  }

  /** The same object until something changes. */
  read(key: FieldKey): UploadState {
    return this.states.get(addressOf(key)) ?? idle;
  }

  subscribe(key: FieldKey, listener: () => void): () => void {
    const address = addressOf(key);
    const set = this.listeners.get(address) ?? new Set();
    this.listeners.set(address, set);
    set.add(listener);
    return () => set.delete(listener);
  }

  /** Whether any file is on its way; one that is being checked has arrived. */
  any(): boolean {
    return this.ends.size > 0;
  }

  /** A file is not sent, for a reason that is known here. */
  refuse(key: FieldKey, sentence: string): void {
    if (this.ends.has(addressOf(key))) return;
    this.become(key, { sending: null, unsent: null, complaint: sentence });
    this.announce(sentence);
  }

  /** Sends a file; nothing while another one of the same field is on its way. Done when that has come to an end. */
  async send(key: FieldKey, chosen: Chosen): Promise<void> {
    const address = addressOf(key);
    if (this.ends.has(address)) return;
    const { file, sendKey } = chosen;
    const { name } = file;
    const end = new AbortController();
    const { signal } = end;
    this.ends.set(address, { key, end });
    this.become(key, { sending: { name, share: 0 }, unsent: null, complaint: null });
    this.store.presentation.awaitFile(key, true);
    let complaint: string | null = null;
    let unsent: Chosen | null = null;
    let taken: PendingFile | null = null;
    try {
      taken = await this.sendFile(key, file, {
        signal,
        sendKey,
        onProgress: (share) => {
          if (!signal.aborted) this.become(key, { sending: { name, share } });
        },
      });
    } catch (error) {
      if (!signal.aborted) {
        complaint = sentenceOf(error, t('forms.file.notUploaded'));
        unsent = isUnanswered(error) ? chosen : null;
      }
    }
    this.ends.delete(address);
    this.become(key, { sending: null, unsent, complaint });
    if (taken !== null) this.add(key, taken);
    this.settle(key);
    if (signal.aborted) return;
    if (complaint !== null && this.isSeen(key)) this.announce(complaint);
    if (taken === null) this.tell({ complaint, name, isSeen: this.isSeen(key) });
    else this.announce(t('forms.file.waits', { name }));
  }

  stop(key: FieldKey): void {
    this.ends.get(addressOf(key))?.end.abort();
  }

  /** Takes up what is at the server already, as the form is opened. */
  takeUp(files: readonly { key: FieldKey; file: PendingFile }[]): void {
    for (const { key, file } of files) {
      this.add(key, file);
      this.settle(key);
    }
  }

  /** A file that was removed. */
  forget(key: FieldKey, id: string): void {
    if (!this.read(key).pending.some((file) => file.id === id)) return;
    this.leave(id);
    this.become(key, { pending: this.read(key).pending.filter((file) => file.id !== id) });
    this.settle(key);
  }

  /** The form goes from the page. */
  stopAll(): void {
    for (const { end } of [...this.ends.values()]) end.abort();
    for (const id of [...this.asked.keys()]) this.leave(id);
  }

  private add(key: FieldKey, file: PendingFile): void {
    const others = this.read(key).pending.filter(({ id }) => id !== file.id);
    if (file.alone) for (const { id } of others) this.leave(id);
    this.become(key, { pending: file.alone ? [file] : [...others, file] });
    if (file.refusal === null) this.askLater(key, file, 0);
  }

  private askLater(key: FieldKey, file: PendingFile, nth: number): void {
    this.leave(file.id);
    const timer = setTimeout(() => void this.ask(key, file, nth), pausesMs[nth] ?? pausesMs.at(-1));
    this.asked.set(file.id, { key, timer });
  }

  private async ask(key: FieldKey, file: PendingFile, nth: number): Promise<void> {
    // Nobody answers: it is asked again, like one that waits.
    const outcome = await this.askFile(key, file.id).catch(() => 'waiting' as const);
    if (!this.asked.has(file.id)) return;
    if (outcome === 'waiting') return this.askLater(key, file, nth + 1);
    const { name } = file;
    if (typeof outcome === 'object') {
      const { refusal } = outcome;
      this.leave(file.id);
      const pending = this.read(key).pending.map((one) => (one.id === file.id ? { ...one, refusal } : one));
      this.become(key, { pending });
      this.settle(key);
      if (this.isSeen(key)) this.announce(t('forms.file.withReason', { name, why: refusal }));
      this.tell({ complaint: refusal, name, isSeen: this.isSeen(key) });
      return;
    }
    this.forget(key, file.id);
    if (outcome === 'passed') this.tell({ complaint: null, name, isSeen: this.isSeen(key) });
  }

  private leave(id: string): void {
    clearTimeout(this.asked.get(id)?.timer);
    this.asked.delete(id);
  }

  /** What the form is to think of a field after its files have changed. */
  private settle(key: FieldKey): void {
    const { pending } = this.read(key);
    const refused = pending.find(({ refusal }) => refusal !== null);
    const coming = this.ends.has(addressOf(key)) || pending.some(({ refusal }) => refusal === null);
    this.store.presentation.awaitFile(key, coming);
    this.store.refuseFile(key, refused?.refusal ?? null);
    if (!coming) this.store.presentation.leave(key);
  }

  private isSeen(key: FieldKey): boolean {
    return (this.listeners.get(addressOf(key))?.size ?? 0) > 0;
  }

  private become(key: FieldKey, part: Partial<UploadState>): void {
    const address = addressOf(key);
    this.states.set(address, { ...this.read(key), ...part });
    for (const listener of [...(this.listeners.get(address) ?? [])]) listener();
  }
}
