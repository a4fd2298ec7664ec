import { type CallStanding, callStanding } from '@clearcall/domain/calls/archive-call.ts';

/** State of the list of calls in the address of its page. */
export interface CallsSearch {
  search?: string;
  /** Without it, archived calls are left out. */
  state?: CallStanding;
}

/** Invalid values in an address fall back to the default. */
export function callsSearch(raw: Record<string, unknown>): CallsSearch {
  const { search } = raw;
  return {
    search:
      (typeof search === 'string' || typeof search === 'number') && search !== ''
        ? String(search).slice(0, 200)
        : undefined,
    state: callStanding.find((one) => one === raw.state),
    // The router lays these over the address: a key that says `undefined` takes a corrupt value out of it.
  } as CallsSearch;
}
