import { type Reply, read } from '@clearcall/ui/session/call.ts';
import { queryOptions } from '@tanstack/react-query';

export type CallRow = Reply<'GET /admin/calls'>['data'][number];
export type OpenedCall = Reply<'GET /admin/calls/:id'>;

export const allCalls = queryOptions({
  queryKey: ['administered-calls', 'list'],
  queryFn: read('GET /admin/calls'),
  select: ({ data }) => data,
  staleTime: 0,
});

/** Numbers of findings. Calls that are not checked yet are absent. */
export const callChecks = queryOptions({
  queryKey: ['administered-calls', 'checks'],
  queryFn: read('GET /admin/call-checks'),
  staleTime: 0,
});

/** The templates of a new call. They change only with the version of the portal. */
export const callTemplates = queryOptions({
  queryKey: ['call-templates'],
  queryFn: read('GET /admin/call-templates'),
  select: ({ data }) => data,
});
