import type { Routes } from '@clearcall/contract/routes.ts';

/** The operations that may change something of a kind, as the contract declares them. */
type Changing<Kind extends Routes[keyof Routes]['changes']> = {
  [K in keyof Routes]: Kind extends Routes[K]['changes'] ? K : never;
}[keyof Routes];

/**
 * Those that change applications. The contract reaches browsers as a type alone, so they stand here once more: one that
 * is missing, or too much, does not compile.
 */
const changesApplications: Record<Changing<'applications'>, true> = {
  'POST /v2/applications': true,
  'DELETE /v2/applications/:id': true,
  'POST /v2/applications/duplicate/:id': true,
  'PUT /v2/assignments/:id/save': true,
  'PUT /v2/assignments/:id/submit': true,
  'DELETE /v2/assignments/:id/data': true,
  'POST /v2/assignments/:id/upload': true,
  'DELETE /v2/assignments/:id/upload/:uploadId': true,
  'POST /v2/applications/:id/assign': true,
  'POST /v2/applications/:id/invite': true,
  'PUT /v2/assignments/:id/accept': true,
  'PUT /v2/assignments/:id/hand-on': true,
  'PUT /v2/assignments/:id/take': true,
  'PUT /v2/assignments/:id/hand-back': true,
  'PUT /v2/assignments/:id/conflict': true,
  'PUT /v2/assignments/:id/decide': true,
  'PUT /v2/assignments/:id/points': true,
  'DELETE /v2/assignments/:id/points': true,
  'POST /v2/assignments/:id/threads/:threadId/comments': true,
  'PUT /v2/assignments/:id/threads/:threadId': true,
  'PUT /v2/assignments/:id/reopen': true,
  'PUT /v2/assignments/:id/revoke': true,
  'PUT /v2/assignments/:id/deadline': true,
  'PUT /v2/assignments/:id/more-time': true,
  'PUT /v2/assignments/:id/more-time/decline': true,
  'PATCH /v2/applications/:applicationId/assignments/:assignmentId/lead': true,
  'PUT /v2/assignments/:id/rows/:rowId/mark': true,
  'POST /v2/applications/:id/withdraw': true,
  'POST /v2/applications/:id/take-back': true,
  'POST /v2/applications/:id/release': true,
  'POST /v2/applications/:id/unlock': true,
  'POST /v2/applications/:id/lock': true,
  'PUT /v2/applications/:id/panel': true,
  'POST /v2/applications/:id/outcome': true,
  'PUT /v2/applications/:id/conflicts/:userId': true,
  'PUT /v2/applications/:id/conflicts/:userId/clear': true,
  'POST /v2/applications/:id/actions/:actionId/retry': true,
  'POST /v2/applications/:id/actions/:actionId/skip': true,
  'POST /v2/calls/:callId/start': true,
  'POST /v2/calls/:callId/release': true,
  'POST /v2/calls/:callId/deadlines': true,
  'POST /v2/applications/:id/notes': true,
  'PATCH /v2/applications/:id/notes/:noteId': true,
  'DELETE /v2/applications/:id/notes/:noteId': true,
  'POST /v2/assignments/:id/reminder': true,
  'POST /v2/releases/:id/stop': true,
  'POST /demo/clock': true,
};

const watchers = new Set<(place: 'here' | 'elsewhere') => void>();
let channel: BroadcastChannel | null = null;

/** Called with every operation that succeeded: those that change an application make what was kept of them old. */
export function noteOwnChange(operation: string): void {
  if (!Object.hasOwn(changesApplications, operation)) return;
  for (const watcher of watchers) watcher('here');
  channel?.postMessage('changed');
}

/** Told after each own change to an application, here or in another tab of this browser. */
export function watchOwnChanges(watcher: (place: 'here' | 'elsewhere') => void): () => void {
  if (channel === null && typeof BroadcastChannel !== 'undefined') {
    channel = new BroadcastChannel('clearcall.changes');
    channel.onmessage = () => {
      for (const one of watchers) one('elsewhere');
    };
  }
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}
