import type { Routes } from '@clearcall/contract/routes.ts';
import { queryOptions } from '@tanstack/react-query';
import DataLoader from 'dataloader';
import { call } from './call.ts';

type Person = Routes['POST /users']['reply'][number];

const gatheredForMs = 600;
/** As many as one call takes. */
const maxAtOnce = 200;

const lookups = new DataLoader<number, Person | null>(
  async (ids) => {
    const found = await call('POST /users', { body: [...ids], quiet: true });
    return ids.map((id) => found.find((person) => person.id === id) ?? null);
  },
  {
    // Who is known may change with the session; the queries keep what may be kept.
    cache: false,
    maxBatchSize: maxAtOnce,
    batchScheduleFn: (send) => void setTimeout(send, gatheredForMs),
  },
);

/**
 * The name of a person whose id is known; null for whom the reader may not know. All that is asked for within 600 ms
 * goes out as one call. A lookup that fails shows no notice: the page says 'No users found.' in its place. Source:
 * Requirements 1, 8.21 and 9.11.
 */
export const onePerson = (id: number) =>
  queryOptions({ queryKey: ['people', id], queryFn: () => lookups.load(id) });
