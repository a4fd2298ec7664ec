import { openActionStates } from '@clearcall/domain/automation/open-action.ts';

/** State of the list of planned actions in the address of its page. Absent means the default. */
export interface ActionsSearch {
  page?: number;
  state?: (typeof openActionStates)[number];
}

/** Invalid values in an address fall back to the default. */
export function actionsSearch(raw: Record<string, unknown>): ActionsSearch {
  const page = Number(raw.page);
  return {
    page: Number.isInteger(page) && page > 1 && page <= 1_000 ? page : undefined,
    state: openActionStates.find((one) => one === raw.state),
  } as ActionsSearch;
}
