import { call } from '@clearcall/ui/session/call.ts';
import { useQuery } from '@tanstack/react-query';

/** The addresses of those who work on it, for readers who may know them. */
export function useAddresses(uid: string): ReadonlyMap<number, string> {
  const { data = [] } = useQuery({
    queryKey: ['applications', 'people', uid],
    queryFn: () => call('GET /users/application/:id', { params: { id: uid }, quiet: true }),
  });
  return new Map(data.flatMap(({ id, email }) => (email === undefined ? [] : [[id, email]])));
}
