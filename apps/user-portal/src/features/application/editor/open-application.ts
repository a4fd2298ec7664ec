import type {
  Application,
  ApplicationPart,
  ConflictedApplication,
  EndedApplication,
} from '@clearcall/domain/applications/application.ts';
import { unpackApplication } from '@clearcall/domain/applications/pack-application.ts';
import { CallError } from '@clearcall/ui/session/call-error.ts';
import { rememberParts } from '../../../parts/kept/known-parts.ts';
import { askForApplication, partOf } from './ask-for-application.ts';

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
 * Opens an application: its data with its parts. With a conflict of interest, or if the own work
 * has ended, it gives that instead. Fails like `call`,
 * whichever of them cannot be had, and when it is given up.
 */
export async function openApplication(
  uid: string,
  userId: number,
  signal: AbortSignal,
): Promise<Application | ConflictedApplication | EndedApplication> {
  const opened = await askForApplication(uid, userId, signal);
  if ('conflict' in opened || 'ended' in opened) return opened;
  const parts = await Promise.all(opened.parts.map(neededPart));
  signal.throwIfAborted();
  rememberParts(userId, uid, opened.parts);
  return unpackApplication(opened, parts);
}
