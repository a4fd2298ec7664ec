import type { Application } from '@clearcall/domain/applications/application.ts';
import type { Step } from '@clearcall/domain/forms/types.ts';
import { read } from '@clearcall/ui/session/call.ts';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { type Candidate, type Evidence, partsToCheck, rolesOfStep } from './candidates.ts';

const shown = 20;

interface Asked {
  search: string;
  everybody: boolean;
  partitionId: string | null;
  chosen: readonly Candidate[];
}

// Who has what changes with every assignment: nothing of it is kept.
const asItStands = { staleTime: 0, gcTime: 0 } as const;

const idOf = ({ id }: Candidate): number => id;

/** Who can be put on the step, the best fit first, with what speaks for a conflict of those who are shown or chosen. */
export function useCandidates(
  application: Application,
  step: Step,
  { search, everybody, partitionId, chosen }: Asked,
) {
  const { uid } = application;
  const isApplicants = step.ownerRole === 'applicant';
  const found = useQuery({
    queryKey: ['assign', uid, step.id, partitionId, everybody, search],
    enabled: !isApplicants,
    queryFn: read('POST /users/suggestions', {
      body: {
        search,
        roles: everybody ? [] : (rolesOfStep(step) as never),
        applicationId: uid,
        flowElementId: step.id,
        partitionId,
        page: 0,
        pageSize: shown,
      },
    }),
    placeholderData: keepPreviousData,
    ...asItStands,
  });
  const { owner } = application;
  // A step of the applicant goes to the applicant, who is suggested for nothing else.
  const people: readonly Candidate[] | undefined = isApplicants
    ? owner === undefined
      ? []
      : [{ ...owner, role: 'user', work: { centres: [], fit: null, isOngoing: false } }]
    : found.data?.data;
  const evidence = useQueries({
    queries: (isApplicants ? [] : partsToCheck((people ?? []).map(idOf), chosen.map(idOf))).map((ids) => ({
      queryKey: ['assign', uid, 'evidence', ids.join()],
      queryFn: read('GET /v2/applications/:id/conflicts/evidence', {
        params: { id: uid },
        query: { userIds: ids.join() },
      }),
      ...asItStands,
    })),
    combine: (parts) => parts.flatMap(({ data = [] }) => data),
  });
  return {
    people,
    total: isApplicants ? (people?.length ?? 0) : (found.data?.total ?? 0),
    error: found.error,
    isOld: found.isPlaceholderData,
    evidenceOf: (id: number): Evidence | undefined =>
      isApplicants ? [] : evidence.find(({ userId }) => userId === id)?.evidence,
  };
}
