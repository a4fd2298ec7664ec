import { openCallRole } from '@clearcall/contract/calls.ts';
import { deed } from '../../platform/http/bind.ts';
import { refuse } from '../../platform/http/refuse.ts';

/** The caller's role for a call, and whether that role may download its bundle. */
export const openRole = deed(openCallRole, async ({ params, actor }, { db }) => {
  const call = await db
    .selectFrom('calls')
    .select('download_roles')
    .where('id', '=', params.id)
    .where('published', '=', true)
    .executeTakeFirst();
  if (call === undefined) return refuse('not_found');
  return { role: actor.role, canDownloadBundle: call.download_roles.includes(actor.role) };
});
