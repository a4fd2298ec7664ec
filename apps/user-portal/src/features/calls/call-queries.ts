import { cleanHtml } from '@clearcall/ui/kit/clean-html.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { serverNow } from '@clearcall/ui/session/server-clock.ts';
import { queryOptions } from '@tanstack/react-query';
import { freshForMs } from './call-words.ts';

/** All published calls, asked for again when the next one opens or closes. */
export const publishedCalls = queryOptions({
  queryKey: ['calls', 'published'],
  queryFn: async ({ signal }) => (await call('GET /v2/calls/published', { signal, quiet: true })).data,
  refetchInterval: (query) => freshForMs(query.state.data ?? [], serverNow()),
});

/** One call, its rich text cleaned before anybody draws it. */
export const oneCall = (id: string) =>
  queryOptions({
    queryKey: ['calls', id],
    queryFn: async ({ signal }) => {
      const found = await call('GET /v2/calls/:id', { params: { id }, signal, quiet: true });
      return { ...found, info: await cleanHtml(found.info) };
    },
    refetchInterval: (query) => freshForMs(query.state.data ? [query.state.data] : [], serverNow()),
  });

/** How many applications the reader has for a call, and how many of them are submitted. */
export const applicationCount = (callId: string) =>
  queryOptions({
    queryKey: ['applications', 'count', callId],
    queryFn: ({ signal }) =>
      call('GET /v2/applications/count/:callId', { params: { callId }, signal, quiet: true }),
    staleTime: 0,
  });
