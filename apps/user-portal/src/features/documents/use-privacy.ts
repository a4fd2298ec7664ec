import { read } from '@clearcall/ui/session/call.ts';
import { useQuery } from '@tanstack/react-query';

/** The periods and versions of the settings, as the legal pages name them. */
export function usePrivacy() {
  return useQuery({
    queryKey: ['privacy'],
    queryFn: read('GET /v2/privacy'),
  });
}
