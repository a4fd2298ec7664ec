import type { Reply } from '@clearcall/ui/session/call.ts';
import { read } from '@clearcall/ui/session/call.ts';
import { queryOptions } from '@tanstack/react-query';

/** The settings, with the numbers of people that a change affects. */
export type Opened = Reply<'GET /admin/organisation'>;

export const settingsQuery = queryOptions({
  queryKey: ['organisation'],
  queryFn: read('GET /admin/organisation'),
  staleTime: 0,
});
