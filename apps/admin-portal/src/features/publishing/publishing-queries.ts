import { call, type Reply } from '@clearcall/ui/session/call.ts';
import { queryOptions } from '@tanstack/react-query';

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
