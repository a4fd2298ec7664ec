import type {
  Application,
  ApplicationPart,
  ConflictedApplication,
} from '@clearcall/domain/model/application.ts';
import { unpackApplication } from '@clearcall/domain/model/pack-application.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { CallError } from '@clearcall/ui/session/call-error.ts';
import { knownParts, rememberParts } from '../../shell/known-parts.ts';

/** What this page has asked for: it never changes. The browser keeps it for the pages after this one. */
const asked = new Map<string, Promise<ApplicationPart>>();

function partOf(hash: string): Promise<ApplicationPart> {
  const known = asked.get(hash);
  if (known !== undefined) return known;
  const answer = call('GET /v2/parts/:hash', { params: { hash }, quiet: true });
  asked.set(hash, answer);
  answer.catch(() => asked.delete(hash));
  return answer;
}

/** A part is named by an application that is there: that it cannot be had says nothing about the application. */
async function neededPart(hash: string): Promise<ApplicationPart> {
  try {
    return await partOf(hash);
  } catch (error) {
    if (error instanceof CallError && (error.status === 404 || error.status === 403))
      throw new Error('a part of the application could not be had', { cause: error });
    throw error;
  }
}

/**
 * Opens an application. Its parts that this device had for the person at the last opening in the call are asked for
 * beside its data, the others once the data names them. Whoever has a conflict of interest gets that instead. Fails like
 * `call`, whichever of them cannot be had.
 */
export async function openApplication(
  uid: string,
  userId: number,
  signal: AbortSignal,
): Promise<Application | ConflictedApplication> {
  // A guess: what of it is needed is asked for again where it failed.
  for (const hash of knownParts(userId, uid)) partOf(hash).catch(() => undefined);
  const opened = await call('GET /v2/applications/:id', { params: { id: uid }, signal, quiet: true });
  if ('conflict' in opened) return opened;
  const parts = await Promise.all(opened.parts.map(neededPart));
  rememberParts(userId, uid, opened.parts);
  return unpackApplication(opened, parts);
}
