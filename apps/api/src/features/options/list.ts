import { listOptions } from '@clearcall/contract/calls.ts';
import { cacheSeconds } from '@clearcall/domain/model/cache-lifetimes.ts';
import { deed } from '../../platform/http/bind.ts';
import { loadOptionGroups } from './sql.ts';

/** Lists to choose from, kept by browsers and by what stands between. */
export const list = deed(listOptions, async ({ query, reply }, { db }) => {
  const found = await loadOptionGroups(db, query);
  reply.header('Cache-Control', `public, max-age=${cacheSeconds.options}`);
  return found;
});
