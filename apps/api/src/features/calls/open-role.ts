import { openCallRole } from '@clearcall/contract/calls.ts';
import { operation } from '../../platform/http/bind.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { loadDownloadRight } from './download-right.ts';

/** The caller's role for a call, and whether the caller may download what it collected. */
export const openRole = operation(openCallRole, async ({ params, actor }, { db }) => {
  const right = await loadDownloadRight(db, actor, params.id);
  return right === null
    ? refuse('not_found')
    : { role: actor.role, canDownloadBundle: right.extent !== null };
});
