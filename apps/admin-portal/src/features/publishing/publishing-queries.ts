import { call, type Reply, read } from '@clearcall/ui/session/call.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

export type Check = Reply<'GET /admin/calls/:id/check'>;
export type Finding = Check['findings'][number];

/** The draft of a call with what its publication would change and do, and what prevents it. */
export const draftToPublish = (id: string) =>
  queryOptions({
    queryKey: ['administered-calls', 'publish', id],
    queryFn: async ({ signal }) => {
      const input = { params: { id }, signal, quiet: true } as const;
      const [check, { definition }] = await Promise.all([
        call('GET /admin/calls/:id/check', input),
        call('GET /admin/calls/:id/draft', input),
      ]);
      return { check, naming: { definition, partitions: check.partitions } };
    },
    staleTime: 0,
  });

export type HistoryPage = Reply<'GET /admin/calls/:id/history'>;
export type Edit = HistoryPage['edits'][number];

/** Edits of a call, the newest first, a hundred at a time, or those of one publication. */
export const historyOf = (id: string, publication: number | undefined) =>
  infiniteQueryOptions({
    queryKey: ['administered-calls', 'history', id, publication],
    queryFn: ({ pageParam, signal }) =>
      call('GET /admin/calls/:id/history', {
        params: { id },
        query: {
          ...(pageParam === undefined ? {} : { before: pageParam }),
          ...(publication === undefined ? {} : { publication }),
        },
        signal,
        quiet: true,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ edits, more }) => (more ? edits.at(-1)?.revision : undefined),
    staleTime: 0,
  });

/** The definition of a call as it is edited. */
export const editedCall = (id: string) =>
  queryOptions({
    queryKey: ['administered-calls', 'draft', id],
    queryFn: read('GET /admin/calls/:id/draft', { params: { id } }),
    staleTime: 0,
  });

/** The way back to what a publication made live. */
export const wayBackTo = (id: string, number: number) =>
  queryOptions({
    queryKey: ['administered-calls', 'publication', id, number],
    queryFn: read('GET /admin/calls/:id/publications/:number', { params: { id, number } }),
    staleTime: 0,
  });
