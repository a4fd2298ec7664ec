import { emailStates } from '@clearcall/domain/mail/email-state.ts';

/** State of the list of emails in the address of its page. Absent means the default. */
export interface EmailsSearch {
  page?: number;
  search?: string;
  state?: (typeof emailStates)[number];
}

/** Invalid values in an address fall back to the default. */
export function emailsSearch(raw: Record<string, unknown>): EmailsSearch {
  const page = Number(raw.page);
  return {
    page: Number.isInteger(page) && page > 1 && page <= 1_000 ? page : undefined,
    search: typeof raw.search === 'string' && raw.search !== '' ? raw.search.slice(0, 200) : undefined,
    state: emailStates.find((one) => one === raw.state),
  } as EmailsSearch;
}
