import type { Fields } from '@clearcall/ui/kit/command/command-field.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';

const line = (label: string, required?: string, hint?: string) =>
  ({ type: 'text', label, maxLength: 200, required, hint }) as const;

/** The fields of a centre, by their names of the wire. */
export const centreFields = () =>
  ({
    name: { ...line(t('admin.field.name'), t('admin.nameNeeded')), codes: ['name_taken'] },
    city: line(t('admin.field.city')),
    country: line(t('admin.field.country')),
    contact: line(t('admin.field.contact'), undefined, t('admin.centre.contactHint')),
  }) as const satisfies Fields;

/** The fields of a partition, by their names of the wire. */
export const partitionFields = () => {
  const needed = t('admin.partition.needed');
  return {
    name: { ...line(t('admin.field.name'), t('admin.nameNeeded')), codes: ['name_taken'] },
    system: line(t('admin.field.system'), needed, t('admin.partition.systemHint')),
    kind: line(t('admin.field.kind'), needed, t('admin.partition.kindHint')),
    description: line(t('admin.field.description'), undefined, t('admin.partition.descriptionHint')),
    unit: { ...line(t('admin.field.unit'), needed, t('admin.partition.unitHint')), codes: ['unit_used'] },
    coreHoursPerUnit: line(t('admin.field.coreHoursPerUnit')),
    gpuHoursPerUnit: line(t('admin.field.gpuHoursPerUnit')),
    maxNodesPerJob: line(t('admin.field.maxNodesPerJob')),
    yearlySupply: line(t('admin.field.yearlySupply'), undefined, t('admin.partition.supplyHint')),
  } as const satisfies Fields;
};
