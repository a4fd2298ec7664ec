import { safeReturnAddress } from '@clearcall/ui/session/return-address.ts';
import { useSearch } from '@tanstack/react-router';

/**
 * The page that was asked for before the login, as the address names it: for the links between the account pages, and
 * for the mails that lead back to them. Empty where none was asked for, or none that may be gone to.
 */
export function useWayBack(): { return?: string } {
  const { return: asked } = useSearch({ strict: false });
  const page = safeReturnAddress(asked, '');
  return page === '' ? {} : { return: page };
}
