import { cleanHtml } from '@clearcall/ui/kit/text/clean-html.ts';
import { call, type Reply, read } from '@clearcall/ui/session/call.ts';
import { queryOptions } from '@tanstack/react-query';

export type CallRow = Reply<'GET /admin/calls'>['data'][number];
export type OpenedCall = Reply<'GET /admin/calls/:id'>;

export const allCalls = queryOptions({
  queryKey: ['administered-calls', 'list'],
  queryFn: read('GET /admin/calls'),
  select: ({ data }) => data,
  staleTime: 0,
});

/** One call, its rich text cleaned before it is drawn. */
export const callOf = (id: string) =>
  queryOptions({
    queryKey: ['administered-calls', 'one', id],
    queryFn: async ({ signal }) => {
      const found = await call('GET /admin/calls/:id', { params: { id }, signal, quiet: true });
      return { ...found, info: await cleanHtml(found.info) };
    },
    staleTime: 0,
  });
