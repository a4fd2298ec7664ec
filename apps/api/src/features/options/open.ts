import { openOptionGroup } from '@clearcall/contract/calls.ts';
import { cacheSeconds } from '@clearcall/domain/model/cache-lifetimes.ts';
import { deed } from '../../platform/http/bind.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { loadOptionGroups } from './sql.ts';

// Option groups are numbered in 32 bits; a greater number names none.
const greatest = 2_147_483_647;

/** One list to choose from. */
export const open = deed(openOptionGroup, async ({ params, reply }, { db }) => {
  if (params.id > greatest) return refuse('not_found');
  const { data } = await loadOptionGroups(db, { id: params.id, limit: 1, offset: 0 });
  if (data[0] === undefined) return refuse('not_found');
  reply.header('Cache-Control', `public, max-age=${cacheSeconds.options}`);
  return data[0];
});
