import type { FieldKey } from '@clearcall/domain/forms/types.ts';
import { sentenceOf } from '../session/call-error.ts';
import { isUnanswered } from '../session/repeat.ts';
import { addressOf } from './field-address.ts';
import type { FormStore } from './form-store.ts';

/** A file that is sent under one key however often it takes. */
export interface Chosen {
  file: File;
  sendKey: string;
}

/** What the page knows of the file that somebody chose for a field. */
export interface UploadState {
  /** What is on its way, and how much of it has left: 0 to 1. */
  sending: { name: string; share: number } | null;
  /** What did not arrive, through no fault of its own. */
  unsent: Chosen | null;
  /** Why the last file is not there. */
  complaint: string | null;
}

/** Brings a file to the server and its id into the element. A refusal is thrown with a sentence as its message. */
export type SendFile = (
  key: FieldKey,
  file: File,
  manner: {
    onProgress: (share: number) => void;
    signal: AbortSignal;
    /** Of this file in this field: sent again with it, it stands there once. */
    sendKey: string;
  },
) => Promise<void>;

const idle: UploadState = { sending: null, unsent: null, complaint: null };

/**
 * The files that are on their way into a form, one per field. They belong to the form, not to the fields on the page:
 * somebody may go to another form of it meanwhile. What its field lacks until then is not held against the reader. A
 * file ends with its row.
 */
export class Uploads {
  private readonly store: FormStore;
  private readonly sendFile: SendFile;
  /** Told when a file is there, or could not be sent; `isSeen`: whether its field is on the page and shows it. */
  private readonly tell: (outcome: { complaint: string | null; name: string; isSeen: boolean }) => void;
  private readonly states = new Map<string, UploadState>();
  private readonly ends = new Map<string, { key: FieldKey; end: AbortController }>();
  private readonly listeners = new Map<string, Set<() => void>>();

  constructor(parts: { store: FormStore; sendFile: SendFile; tell: Uploads['tell'] }) {
    this.store = parts.store;
    this.sendFile = parts.sendFile;
    this.tell = parts.tell;
    parts.store.subscribe(() => {
      for (const { key, end } of [...this.ends.values()])
        if (key.groupId !== null && !this.store.hasRow(key.groupId)) end.abort();
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

  /** Whether any file is on its way. */
  any(): boolean {
    return this.ends.size > 0;
  }

  /** A file is not sent, for a reason that is known here. */
  refuse(key: FieldKey, sentence: string): void {
    if (!this.ends.has(addressOf(key))) this.become(key, { ...idle, complaint: sentence });
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
    this.become(key, { ...idle, sending: { name, share: 0 } });
    this.store.awaitFile(key, true);
    let after = idle;
    try {
      await this.sendFile(key, file, {
        signal,
        sendKey,
        onProgress: (share) => {
          if (!signal.aborted) this.become(key, { ...idle, sending: { name, share } });
        },
      });
    } catch (error) {
      if (!signal.aborted) {
        const complaint = sentenceOf(error, 'Something went wrong. The file could not be uploaded.');
        after = { ...idle, complaint, unsent: isUnanswered(error) ? chosen : null };
      }
    }
    this.ends.delete(address);
    this.store.awaitFile(key, false);
    this.store.leave(key);
    const isSeen = (this.listeners.get(address)?.size ?? 0) > 0;
    this.become(key, after);
    if (!signal.aborted) this.tell({ complaint: after.complaint, name, isSeen });
  }

  stop(key: FieldKey): void {
    this.ends.get(addressOf(key))?.end.abort();
  }

  /** The form goes from the page. */
  stopAll(): void {
    for (const { end } of [...this.ends.values()]) end.abort();
  }

  private become(key: FieldKey, state: UploadState): void {
    const address = addressOf(key);
    this.states.set(address, state);
    for (const listener of [...(this.listeners.get(address) ?? [])]) listener();
  }
}
