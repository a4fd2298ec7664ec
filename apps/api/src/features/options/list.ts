import { listOptions } from '@clearcall/contract/calls.ts';
import { cacheSeconds } from '@clearcall/domain/organisation/cache-lifetimes.ts';
import { publicOperation } from '../../platform/http/bind.ts';
import { loadOptionGroups } from './sql.ts';

/** Lists to choose from, kept by browsers and by what stands between. */
export const list = publicOperation(
  listOptions,
  { topics: ['options'], maxAgeSeconds: cacheSeconds.options },
  async ({ query, reader }, { db }) => ({
    reply: await loadOptionGroups(db, query, reader),
    until: null,
  }),
);
