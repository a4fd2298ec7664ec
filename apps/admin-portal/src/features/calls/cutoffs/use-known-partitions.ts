import { hasRight } from '@clearcall/domain/permissions/administration.ts';
import { call as callApi } from '@clearcall/ui/session/call.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { OpenedCall } from '../calls-queries.ts';

export interface KnownPartition {
  id: string;
  name: string;
  centre: string;
  /** Null for one that is known from the live call alone. */
  unit: string | null;
  disabled: boolean;
}

const everyPartition = queryOptions({
  queryKey: ['organisation', 'partitions', 'of calls'],
  queryFn: ({ signal }) => callApi('GET /admin/partitions', { signal, quiet: true }),
});

/** The partitions of the live call; for people who may change it and read partitions also every other one. */
export function useKnownPartitions({ partitions }: OpenedCall, mayEdit: boolean): KnownPartition[] {
  // A request without the right would end the session.
  const enabled = hasRight(useUser().role, 'read_organisation') && mayEdit;
  const every = useQuery({ ...everyPartition, enabled }).data?.data;
  return useMemo(() => {
    const known = new Map<string, KnownPartition>(
      partitions.map(({ id, name, centre, disabled }) => [id, { id, name, centre, unit: null, disabled }]),
    );
    for (const { id, name, unit, disabled, centre } of every ?? [])
      known.set(id, { id, name, centre: centre.name, unit, disabled: disabled || centre.disabled });
    return [...known.values()];
  }, [partitions, every]);
}
