import { read } from '@clearcall/ui/session/call.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { LateWorkSearch } from '../../search-params.ts';

/** Rows that are loaded at first, and with each press for more. */
export const step = 100;
/** Rows that are loaded at most. */
export const most = 500;

/** The late work of an address, its first rows. */
export const lateWorkQuery = ({ answer: _answer, ...search }: LateWorkSearch, limit = step) =>
  queryOptions({
    queryKey: ['late-work', search, limit],
    queryFn: read('POST /v2/assignments/late', {
      query: { limit, offset: 0 },
      body: {
        ...(search.lateness === undefined ? {} : { lateness: search.lateness }),
        ...(search.days === undefined ? {} : { unansweredDays: search.days }),
        ...(search.call === undefined ? {} : { callId: search.call }),
        ...(search.step === undefined ? {} : { flowElementId: search.step }),
      },
    }),
    placeholderData: keepPreviousData,
  });
