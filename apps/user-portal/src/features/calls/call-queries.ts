import { cleanHtml } from '@clearcall/ui/kit/text/clean-html.ts';
import { call, read } from '@clearcall/ui/session/call.ts';
import { workflowNow } from '@clearcall/ui/session/server-clock.ts';
import { queryOptions } from '@tanstack/react-query';
import { freshForMs } from './call-texts.ts';

/**
 * All published calls, asked for again when the next one opens or closes. Other features keep the same answer under the
 * same key, so it stands there as the server gave it.
 */
export const publishedCalls = queryOptions({
  queryKey: ['calls', 'published'],
  queryFn: ({ signal }) => call('GET /v2/calls/published', { signal, quiet: true }),
  select: ({ data }) => data,
  refetchInterval: (query) => freshForMs(query.state.data?.data ?? [], workflowNow()),
});

/** One call, its rich text cleaned before anybody draws it. */
export const oneCall = (id: string) =>
  queryOptions({
    queryKey: ['calls', 'one', id],
    queryFn: async ({ signal }) => {
      const found = await call('GET /v2/calls/:id', { params: { id }, signal, quiet: true });
      return { ...found, info: await cleanHtml(found.info) };
    },
    refetchInterval: (query) => freshForMs(query.state.data ? [query.state.data] : [], workflowNow()),
  });

/** Which part the reader plays in a call, and whether what it collected may be downloaded. */
export const callRole = (callId: string) =>
  queryOptions({
    queryKey: ['calls', 'role', callId],
    queryFn: read('GET /v2/calls/:id/role', { params: { id: callId } }),
  });

/** A report that was made for the reader. */
export const madeReport = (reportId: string) =>
  queryOptions({
    queryKey: ['calls', 'report', reportId],
    queryFn: read('GET /v2/reports/:reportId', { params: { reportId } }),
  });

/** How many applications the reader has for a call, and how many of them are submitted. */
export const applicationCount = (callId: string) =>
  queryOptions({
    queryKey: ['applications', 'count', callId],
    queryFn: read('GET /v2/applications/count/:callId', { params: { callId } }),
    staleTime: 0,
  });
