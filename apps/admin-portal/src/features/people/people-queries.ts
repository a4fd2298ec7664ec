import { type Invitee, maxInvited } from '@clearcall/domain/people/read-invitations.ts';
import type { Role } from '@clearcall/domain/people/roles.ts';
import { pageSize } from '@clearcall/ui/kit/table/page-count.ts';
import type { Reply } from '@clearcall/ui/session/call.ts';
import { read } from '@clearcall/ui/session/call.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { PeopleSearch } from './people-search.ts';

export type PersonRow = Reply<'POST /admin/people'>['data'][number];
export type Person = Reply<'GET /admin/people/:id'>;
export type Choices = Reply<'GET /admin/people/choices'>;

/** One page of people. Rows shown before stay until the next ones arrive. */
export const peoplePage = ({ page = 1, member, ...filters }: PeopleSearch) =>
  queryOptions({
    queryKey: ['people', 'page', page, member ?? '', filters],
    queryFn: read('POST /admin/people', {
      body: { ...filters, ...membershipOf(member), page: page - 1, pageSize },
    }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** One person with what was changed about them. */
export const personOf = (id: string) =>
  queryOptions({
    queryKey: ['people', 'one', id],
    queryFn: read('GET /admin/people/:id', { params: { id } }),
    staleTime: 0,
  });

/** Returns a preview of inviting these people. */
export const checkedInvitations = (people: readonly Invitee[], role: Role) =>
  queryOptions({
    queryKey: ['people', 'check', people, role],
    queryFn: read('POST /admin/invitations/check', { body: { people: [...people], role } }),
    enabled: people.length > 0 && people.length <= maxInvited,
    staleTime: 60_000,
  });

/** Centres and fields to choose from. */
export const peopleChoices = queryOptions({
  queryKey: ['people', 'choices'],
  queryFn: read('GET /admin/people/choices'),
  staleTime: 60_000,
});

/** The filter of a membership as the address has it: 'centre:csc' or 'panel:PE8'. */
function membershipOf(member: string | undefined): { centreId?: string; panel?: string } {
  const [, kind, id] = /^(centre|panel):(.+)$/.exec(member ?? '') ?? [];
  if (id === undefined) return {};
  return kind === 'centre' ? { centreId: id } : { panel: id };
}
