import { newId } from '@clearcall/ui/kit/new-id.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import type { Reply } from '@clearcall/ui/session/call.ts';
import { sentenceOf } from '@clearcall/ui/session/call-error.ts';
import { isUnanswered } from '@clearcall/ui/session/retry.ts';

export type StoredFile = Reply<'POST /admin/calls/:id/documents'>;

/** A file on its way to the server. */
export interface QueuedFile {
  /** The same however often the file is sent. */
  key: string;
  file: File;
  /** The document that it is for, or null for a new one. */
  document: string | null;
  /** Sent share, 0 to 1; null while other files are sent. */
  share: number | null;
  /** Why it was not taken, or null. */
  refusal: string | null;
  /** Whether it may be taken if it is sent again. */
  mayRetry: boolean;
}

interface World {
  send(
    file: File,
    options: { key: string; signal: AbortSignal; onProgress: (share: number) => void },
  ): Promise<StoredFile>;
  /** Returns why a file is not worth sending, or null. */
  refusalOf(file: File): string | null;
  /** Makes a stored file part of the draft. Returns why it cannot, or null. */
  take(stored: StoredFile, queued: QueuedFile): string | null;
}

/**
 * Files that are sent one after the other. A file leaves the queue once the draft has it; one that was refused stays with
 * the reason until the reader removes it. Sending goes on when its page is left.
 */
export class FileQueue {
  readonly #listeners = new Set<() => void>();
  #world: World;
  #files: readonly QueuedFile[] = [];
  #sending: { key: string; end: AbortController } | null = null;

  constructor(world: World) {
    this.#world = world;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** The files in their order: the same list until something changes. */
  read = (): readonly QueuedFile[] => this.#files;

  /** Whether a file is on its way or waits for it. */
  isBusy = (): boolean => this.#files.some(({ refusal }) => refusal === null);

  /** Replaces the functions that the queue calls, which know the present draft. */
  follow(world: World): void {
    this.#world = world;
  }

  /** Sends files; those that are not worth it are refused at once. A document takes one file. */
  add(files: readonly File[], document: string | null): void {
    const chosen = document === null ? files : files.slice(0, 1);
    const before = this.#files.filter((one) => document === null || one.document !== document);
    const added = chosen.map((file) => ({
      key: newId(),
      file,
      document,
      share: null,
      refusal: this.#world.refusalOf(file),
      mayRetry: false,
    }));
    if (this.#files.some((one) => one.key === this.#sending?.key && !before.includes(one)))
      this.#sending?.end.abort();
    this.#become([...before, ...added]);
    void this.#run();
  }

  /** Sends a file again. */
  retry(key: string): void {
    this.#change(key, { refusal: null, mayRetry: false, share: null });
    void this.#run();
  }

  /** Removes a file from the queue, and stops it if it is on its way. */
  remove(key: string): void {
    if (this.#sending?.key === key) this.#sending.end.abort();
    this.#become(this.#files.filter((one) => one.key !== key));
  }

  async #run(): Promise<void> {
    if (this.#sending !== null) return;
    for (;;) {
      const next = this.#files.find(({ refusal }) => refusal === null);
      if (next === undefined) return;
      const { key, file } = next;
      const end = new AbortController();
      this.#sending = { key, end };
      this.#change(key, { share: 0 });
      try {
        const stored = await this.#world.send(file, {
          key,
          signal: end.signal,
          onProgress: (share) => this.#change(key, { share }),
        });
        const queued = this.#files.find((one) => one.key === key);
        const refusal = queued === undefined ? null : this.#world.take(stored, queued);
        if (refusal === null) this.#become(this.#files.filter((one) => one.key !== key));
        else this.#change(key, { refusal });
      } catch (error) {
        this.#change(key, {
          refusal: sentenceOf(error, t('forms.file.notUploaded')),
          mayRetry: isUnanswered(error),
        });
      } finally {
        this.#sending = null;
      }
    }
  }

  #change(key: string, part: Partial<QueuedFile>): void {
    if (this.#files.every((one) => one.key !== key)) return;
    this.#become(this.#files.map((one) => (one.key === key ? { ...one, ...part } : one)));
  }

  #become(files: readonly QueuedFile[]): void {
    this.#files = files;
    for (const listener of [...this.#listeners]) listener();
  }
}
