import { pageSize } from '@clearcall/ui/kit/table/page-count.ts';
import { read } from '@clearcall/ui/session/call.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

/** One page of the own finished reviews. What is submitted meanwhile makes it old, as with every list of applications. */
export const finishedReviews = (page: number) =>
  queryOptions({
    queryKey: ['applications', 'finished', page],
    queryFn: read('GET /v2/assignments/finished', {
      query: { limit: pageSize, offset: pageSize * (page - 1) },
    }),
    placeholderData: keepPreviousData,
  });

/** What a certificate says. It never changes. */
export const certificateOf = (code: string) =>
  queryOptions({
    queryKey: ['certificate', code],
    queryFn: read('GET /certificates/:code', { params: { code } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
