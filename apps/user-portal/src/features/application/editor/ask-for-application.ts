import type { ApplicationPart } from '@clearcall/domain/applications/application.ts';
import { call, type Reply } from '@clearcall/ui/session/call.ts';
import { knownParts } from '../../../parts/kept/known-parts.ts';

type Answer = Promise<Reply<'GET /v2/applications/:id'>>;

/** What was asked for this long ago is no answer to somebody who opens an application now. */
const maxAheadMs = 10_000;

/** What this page has asked for: it never changes. The browser keeps it for the pages after this one. */
const asked = new Map<string, Promise<ApplicationPart>>();

export function partOf(hash: string): Promise<ApplicationPart> {
  const known = asked.get(hash);
  if (known !== undefined) return known;
  const answer = call('GET /v2/parts/:hash', { params: { hash }, quiet: true });
  asked.set(hash, answer);
  answer.catch(() => asked.delete(hash));
  return answer;
}

/** Whoever needs a part asks again for one that failed. */
function askForParts(hashes: readonly string[]): void {
  for (const hash of hashes) partOf(hash).catch(() => undefined);
}

async function ask(uid: string, userId: number, signal?: AbortSignal): Answer {
  // A guess: those that the person's last opening in this call had.
  askForParts(knownParts(userId, uid));
  const opened = await call('GET /v2/applications/:id', {
    params: { id: uid },
    quiet: true,
    ...(signal && { signal }),
  });
  if ('parts' in opened) askForParts(opened.parts);
  return opened;
}

let ahead: { uid: string; userId: number; answer: Answer } | null = null;

/** Asks for an application whose page is about to be shown, while the code of that page is still on its way. */
export function askAhead(uid: string, userId: number): void {
  const mine = { uid, userId, answer: ask(uid, userId) };
  // Whoever opens it is told of a failure.
  mine.answer.catch(() => undefined);
  ahead = mine;
  setTimeout(() => {
    if (ahead === mine) ahead = null;
  }, maxAheadMs);
}

/**
 * The data of an application and, beside them, its parts (`partOf`): those that the data name, and before them those
 * that are guessed. An answer that was asked for ahead is given once. Fails like `call`.
 */
export function askForApplication(uid: string, userId: number, signal: AbortSignal): Answer {
  const early = ahead;
  ahead = null;
  return early?.uid === uid && early.userId === userId ? early.answer : ask(uid, userId, signal);
}
