import type { Application, Assignment } from '@clearcall/domain/model/application.ts';
import { roleMessage } from '@clearcall/domain/model/roles.ts';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';

/** Who has an assignment: the person, or whom the reader may know in their place. */
export function whoHas({ owner, role, labelNumber }: Assignment): string {
  if (owner !== undefined) return `${owner.firstName} ${owner.lastName}`;
  const name = translate(roleMessage(role));
  return labelNumber === null
    ? t('staff.nobodyOf', { role: name })
    : t('parts.role.numbered', { role: name, n: labelNumber });
}

export const partitionName = (application: Application, id: string | null): string =>
  id === null ? t('staff.allPartitions') : (application.partitions.find((one) => one.id === id)?.name ?? id);
