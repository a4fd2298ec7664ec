import { type ChangeAction, changeActions } from '@clearcall/domain/organisation/configuration-change.ts';

export const periods = ['week', 'month', 'year'] as const;

/** State of the list of changes in the address of its page. Absent means the default. */
export interface ChangesSearch {
  page?: number;
  search?: string;
  action?: ChangeAction;
  period?: (typeof periods)[number];
}

/** Invalid values in an address fall back to the default. */
export function changesSearch(raw: Record<string, unknown>): ChangesSearch {
  const page = Number(raw.page);
  return {
    page: Number.isInteger(page) && page > 1 && page <= 1_000 ? page : undefined,
    search: typeof raw.search === 'string' && raw.search !== '' ? raw.search.slice(0, 200) : undefined,
    action: changeActions.find((one) => one === raw.action),
    period: periods.find((one) => one === raw.period),
  } as ChangesSearch;
}
