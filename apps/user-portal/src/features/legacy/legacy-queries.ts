import type { LegacyRow } from '@clearcall/domain/archive/legacy.ts';
import { cacheSeconds } from '@clearcall/domain/organisation/cache-lifetimes.ts';
import { pageSize } from '@clearcall/ui/kit/table/page-count.ts';
import { cleanHtml } from '@clearcall/ui/kit/text/clean-html.ts';
import { call, read } from '@clearcall/ui/session/call.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { LegacySearch } from '../../search-params.ts';

const keptMs = cacheSeconds.search * 1_000;

/** One page of the archive. What was shown a moment ago stands while the next page is on its way. */
export const legacyPage = ({ page = 1, search }: LegacySearch) =>
  queryOptions({
    queryKey: ['legacy', 'page', page, search ?? ''],
    queryFn: read('GET /cines', {
      query: {
        limit: pageSize,
        offset: pageSize * (page - 1),
        ...(search === undefined ? {} : { search }),
      },
    }),
    placeholderData: keepPreviousData,
    staleTime: keptMs,
  });

/** One archived application. */
export const legacyRecord = (id: string) =>
  queryOptions({
    queryKey: ['legacy', 'one', id],
    queryFn: async ({ signal }) => {
      const found = await call('GET /cines/:id', { params: { id }, signal, quiet: true });
      const { description } = found.call;
      if (description === undefined) return found;
      return { ...found, call: { ...found.call, description: await cleanHtml(description) } };
    },
    staleTime: keptMs,
  });

/** Whom the list names: the contact of the regular access, else of the preparatory one. */
export function contactOf(row: Pick<LegacyRow, 'regular' | 'preparatory'>): { name: string; email: string } {
  const contact = row.regular ?? row.preparatory;
  return { name: contact?.contact_name ?? '', email: contact?.contact_email ?? '' };
}

/** All machines of the call, those of a preparatory access among them. */
export function machinesOf({ call: { machines, machinePreparatory } }: Pick<LegacyRow, 'call'>): string[] {
  return [...new Set([...machines, ...machinePreparatory.map(({ name }) => name)])];
}
