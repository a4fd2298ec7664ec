import { openOptionGroup } from '@clearcall/contract/calls.ts';
import { cacheSeconds } from '@clearcall/domain/organisation/cache-lifetimes.ts';
import { publicOperation } from '../../platform/http/bind.ts';
import { loadOptionGroups } from './sql.ts';

/** One list to choose from. */
export const open = publicOperation(
  openOptionGroup,
  { topics: ['options'], maxAgeSeconds: cacheSeconds.options },
  async ({ params, reader }, { db }) => {
    const { data } = await loadOptionGroups(db, { id: params.id, limit: 1, offset: 0 }, reader);
    return data[0] === undefined ? null : { reply: data[0], until: null };
  },
);
