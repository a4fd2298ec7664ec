import type { Application } from '@clearcall/domain/applications/application.ts';

/** The name of a partition of an application; its id where the cut-off does not offer it any more. */
export const partitionName = ({ partitions }: Application, id: string): string =>
  partitions.find((one) => one.id === id)?.name ?? id;
