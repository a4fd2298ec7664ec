import type { Application } from '@clearcall/domain/applications/application.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';

import { read } from '@clearcall/ui/session/call.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';

import { standingOf } from './standing-of.ts';

export const peopleOf = (uid: string) =>
  queryOptions({
    queryKey: ['applications', 'people', uid],
    queryFn: read('GET /users/application/:id', { params: { id: uid } }),
  });

/** The addresses of those who work on it, for readers who may know them. */
export function useAddresses(uid: string): ReadonlyMap<number, string> {
  const { data = [] } = useQuery(peopleOf(uid));
  return new Map(data.flatMap(({ id, email }) => (email === undefined ? [] : [[id, email]])));
}

/** Returns what a person with an address has to do with an application, in place of the offer to invite them; null if nothing. */
export function useStanding(application: Application): (email: string) => string | null {
  const addresses = useAddresses(application.uid);
  return (email) => {
    const standing = standingOf(application, addresses, email);
    if (standing === null) return null;
    if (standing === 'works') return t('staff.invite.works');
    return standing === 'conflicted'
      ? t('staff.assign.obstacle.conflict')
      : t(`staff.assign.ended.${standing}`);
  };
}
