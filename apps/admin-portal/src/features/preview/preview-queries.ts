import { type Reply, read } from '@clearcall/ui/session/call.ts';
import { queryOptions } from '@tanstack/react-query';

export type Preview = Reply<'GET /admin/calls/:id/preview'>;
export type PreviewLink = Reply<'GET /admin/calls/:id/preview-links'>['data'][number];

/** The edited call as visitors would see it. */
export const previewOf = (id: string) =>
  queryOptions({
    queryKey: ['administered-calls', 'preview', id],
    queryFn: read('GET /admin/calls/:id/preview', { params: { id } }),
    staleTime: 0,
  });

/** The links that open the preview of a call. */
export const previewLinksOf = (id: string) =>
  queryOptions({
    queryKey: ['administered-calls', 'preview-links', id],
    queryFn: read('GET /admin/calls/:id/preview-links', { params: { id } }),
  });
