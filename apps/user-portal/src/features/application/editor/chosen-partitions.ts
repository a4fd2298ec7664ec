import type { Application } from '@clearcall/domain/applications/application.ts';
import { multiplied } from '@clearcall/domain/forms/amounts.ts';
import { isDecimal } from '@clearcall/domain/forms/decimals.ts';
import type { FormStore } from '@clearcall/ui/form/form-store.ts';

interface Chosen {
  key: string;
  partitionId: string;
  name: string;
  amount: string | null;
  unit: string;
  pool: string | null;
  coreHours: string | null;
}

/** The partitions that were asked for, with their amounts: wherever an amount names the element that holds its partition. */
export function chosenPartitions(store: FormStore, application: Application): Chosen[] {
  const chosen: Chosen[] = [];
  for (const element of store.step.forms.flatMap((form) => form.elements)) {
    const amounts = [element, ...(element.children ?? [])].filter(
      (one) => one.config.partitionFrom !== undefined,
    );
    for (const amount of amounts) {
      const rows = element.children === undefined ? [null] : store.rows(element.id).map((row) => row.id);
      for (const groupId of rows) {
        const key = { elementId: amount.id, groupId };
        const state = store.read(key);
        const from = store.read(store.keyBeside(key, amount.config.partitionFrom ?? amount.id));
        const partition = application.partitions.find((one) => one.id === from.values[0]);
        if (!state.visible || !partition) continue;
        const value = state.values.find(isDecimal) ?? null;
        chosen.push({
          key: `${amount.id}@${groupId}`,
          partitionId: partition.id,
          name: partition.name,
          amount: value,
          unit: partition.unit,
          pool: partition.pool,
          coreHours:
            value === null || partition.coreHoursPerUnit === null || partition.coreHoursPerUnit === '1'
              ? null
              : multiplied(value, partition.coreHoursPerUnit),
        });
      }
    }
  }
  return chosen;
}
