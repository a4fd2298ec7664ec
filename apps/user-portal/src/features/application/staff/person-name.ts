import type { Application, Assignment } from '@clearcall/domain/model/application.ts';
import { roleMessage } from '@clearcall/domain/model/roles.ts';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';

/** Whether nobody has it yet, as far as the reader knows: to whom an owner is not told, it looks the same otherwise. */
export const isUnowned = ({ owner, commands }: Assignment): boolean =>
  owner === undefined && commands.take !== undefined && commands.take !== 'not_unowned';

/** Who has an assignment: the person, or whom the reader may know in their place. */
export function whoHas(assignment: Assignment): string {
  const { owner, role, labelNumber } = assignment;
  if (owner !== undefined) return `${owner.firstName} ${owner.lastName}`;
  const name = translate(roleMessage(role));
  if (isUnowned(assignment)) return t('staff.nobodyOf', { role: name });
  return labelNumber === null ? name : t('parts.role.numbered', { role: name, n: labelNumber });
}

export const partitionName = (application: Application, id: string | null): string =>
  id === null ? t('staff.allPartitions') : (application.partitions.find((one) => one.id === id)?.name ?? id);
