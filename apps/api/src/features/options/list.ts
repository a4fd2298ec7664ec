import { listOptions } from '@clearcall/contract/calls.ts';
import { deed } from '../../platform/http/bind.ts';
import { loadOptionGroups } from './sql.ts';

/** Lists to choose from. Browsers keep them for half an hour (Specification 1, section 9). */
export const list = deed(listOptions, async ({ query, reply }, { db }) => {
  const found = await loadOptionGroups(db, query);
  reply.header('Cache-Control', 'public, max-age=1800');
  return found;
});
