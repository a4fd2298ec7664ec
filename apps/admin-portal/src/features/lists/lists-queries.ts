import { type Reply, read } from '@clearcall/ui/session/call.ts';
import { queryOptions } from '@tanstack/react-query';

export type List = Reply<'GET /admin/lists/:id'>;
export type Option = List['options'][number];

export const allLists = queryOptions({
  queryKey: ['option-lists', 'all'],
  queryFn: read('GET /admin/lists'),
  select: ({ data }) => ({ data, total: data.length }),
  staleTime: 0,
});

export const listOf = (id: string) =>
  queryOptions({
    queryKey: ['option-lists', 'one', id],
    queryFn: read('GET /admin/lists/:id', { params: { id } }),
    staleTime: 0,
  });
