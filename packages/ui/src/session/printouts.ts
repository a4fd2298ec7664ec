import { message } from '@clearcall/i18n/message.ts';
import { useSyncExternalStore } from 'react';
import { notify } from '../kit/state/notices.ts';
import { callMadeFile, type Operation, saveFile } from './call.ts';
import { CallError } from './call-error.ts';

/** The operations whose file is made when somebody asks for it. */
export type PrintoutOperation = Extract<
  Operation,
  | 'GET /v2/applications/:id/download'
  | 'GET /v2/applications/:id/download/consolidated'
  | 'GET /download/assignment/:id'
  | 'GET /download/call/:id/form'
  | 'GET /download/call/pdf/:id'
  | 'GET /admin/calls/:id/preview/form'
  | 'POST /call-previews/form'
>;

/** Under way, with how many of its files are looked through; or what was said when it failed. */
export type Printing = { files: number; filesDone: number } | { failed: string };

/** What is asked for, also while the reader goes on to another page. */
const under = new Map<string, Printing>();
const watchers = new Set<() => void>();

function become(key: string, state: Printing | null): void {
  if (state === null) under.delete(key);
  else under.set(key, state);
  for (const watcher of watchers) watcher();
}

const keyOf = (operation: PrintoutOperation, id: string | number): string => `${operation} ${id}`;

/**
 * Has a PDF made and saved: asked again until it is there, whatever page the reader is on by then. A second press while
 * it is under way does nothing.
 */
export async function print(operation: PrintoutOperation, id: string | number): Promise<void> {
  const key = keyOf(operation, id);
  const before = under.get(key);
  if (before !== undefined && !('failed' in before)) return;
  become(key, { files: 0, filesDone: 0 });
  try {
    // The token of a link is in the body: addresses are logged.
    const input =
      operation === 'POST /call-previews/form'
        ? { body: { token: String(id) } }
        : { params: { id: String(id) } };
    const file = await callMadeFile(operation, { ...input, quiet: true }, (progress) =>
      become(key, progress),
    );
    become(key, null);
    saveFile(file);
    notify({ type: 'success', message: message('parts.printout.ready', { name: file.filename }) });
  } catch (error) {
    become(key, { failed: error instanceof CallError ? error.message : '' });
  }
}

/** How far one is; null where nobody has asked, and once it is there. */
export function printingOf(operation: PrintoutOperation, id: string | number): Printing | null {
  return under.get(keyOf(operation, id)) ?? null;
}

/** A PDF that can be made. */
export interface Printout {
  operation: PrintoutOperation;
  id: string | number;
}

/** State of the first of some PDFs that is being made or could not be made; null if there is none. */
export function usePrinting(printouts: readonly Printout[]): Printing | null {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => {
      for (const { operation, id } of printouts) {
        const state = printingOf(operation, id);
        if (state !== null) return state;
      }
      return null;
    },
  );
}
