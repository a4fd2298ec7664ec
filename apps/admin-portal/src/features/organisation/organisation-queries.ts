import { type Reply, read } from '@clearcall/ui/session/call.ts';
import { queryOptions } from '@tanstack/react-query';

export type Centre = Reply<'GET /admin/centres/:id'>;
export type Partition = Reply<'GET /admin/partitions/:id'>;
export type PartitionRow = Reply<'GET /admin/partitions'>['data'][number];

/** A list without pages, as list pages take it. */
const whole = <Row>({ data }: { data: Row[] }) => ({ data, total: data.length });

export const allCentres = queryOptions({
  queryKey: ['organisation', 'centres'],
  queryFn: read('GET /admin/centres'),
  select: whole,
  staleTime: 0,
});

export const centreOf = (id: string) =>
  queryOptions({
    queryKey: ['organisation', 'centre', id],
    queryFn: read('GET /admin/centres/:id', { params: { id } }),
    staleTime: 0,
  });

export const allPartitions = queryOptions({
  queryKey: ['organisation', 'partitions'],
  queryFn: read('GET /admin/partitions'),
  select: whole,
  staleTime: 0,
});

export const partitionOf = (id: string) =>
  queryOptions({
    queryKey: ['organisation', 'partition', id],
    queryFn: read('GET /admin/partitions/:id', { params: { id } }),
    staleTime: 0,
  });

export const allPanels = queryOptions({
  queryKey: ['organisation', 'panels'],
  queryFn: read('GET /admin/panels'),
  select: whole,
  staleTime: 0,
});

export const panelOf = (id: string) =>
  queryOptions({
    queryKey: ['organisation', 'panel', id],
    queryFn: read('GET /admin/panels/:id', { params: { id } }),
    staleTime: 0,
  });
