import { callQuietly, type Reply, read } from '@clearcall/ui/session/call.ts';
import { queryOptions } from '@tanstack/react-query';
import type { OpenedCall } from '../calls-queries.ts';

/** A call as it is live, with its draft. */
export interface EditedCall {
  call: OpenedCall;
  opened: Reply<'GET /admin/calls/:id/draft'>;
}

/** The data for the page of a call. It is loaded again when the reader returns to the window. */
export const editedCallOf = (id: string) =>
  queryOptions({
    queryKey: ['administered-calls', 'one', id, 'page'],
    queryFn: async ({ signal }): Promise<EditedCall> => {
      const input = { params: { id }, signal };
      const [call, opened] = await Promise.all([
        callQuietly('GET /admin/calls/:id', input),
        callQuietly('GET /admin/calls/:id/draft', input),
      ]);
      return { call, opened };
    },
    staleTime: 0,
    // The cache does not outlive a visit: own edits made since then would look like those of others.
    gcTime: 0,
    refetchOnWindowFocus: true,
  });

/** The check of a draft at one of its revisions. */
export const checkOf = (id: number, revision: number, isDraft: boolean) =>
  queryOptions({
    queryKey: ['administered-calls', 'one', String(id), 'check', revision, isDraft],
    queryFn: read('GET /admin/calls/:id/check', { params: { id: String(id) } }),
    staleTime: 0,
  });
