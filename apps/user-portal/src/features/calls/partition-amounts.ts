import type { CutoffPartition } from '@clearcall/domain/calls/call.ts';

const units = ['own', 'core', 'gpu'] as const;
export type AmountUnit = (typeof units)[number];

/** The amounts of a partition as plain numbers in one unit; null where there is none, or no way to convert. */
export interface PartitionAmounts {
  min: number | null;
  max: number | null;
  fixed: number | null;
  pool: number | null;
}

/**
 * The limits of a partition in its own unit, in core hours or in GPU hours. For reading alone: what counts are the
 * decimals of the server, so whole numbers are enough. Null when the partition has nothing of that unit.
 */
export function amountsIn(partition: CutoffPartition, unit: AmountUnit): PartitionAmounts | null {
  const perUnit = { own: '1', core: partition.coreHoursPerUnit, gpu: partition.gpuHoursPerUnit }[unit];
  if (perUnit === null) return null;
  const factor = Number(perUnit);
  const convert = (amount: string | null) =>
    amount === null ? null : unit === 'own' ? Number(amount) : Math.round(Number(amount) * factor);
  return {
    min: convert(partition.min),
    max: convert(partition.max),
    fixed: convert(partition.fixed),
    pool: convert(partition.pool),
  };
}

/** The units that at least one partition can be shown in. */
export function offeredUnits(partitions: readonly CutoffPartition[]): AmountUnit[] {
  return units.filter((unit) => partitions.some((partition) => amountsIn(partition, unit) !== null));
}

/** A bar without an upper limit needs room to be seen fading. */
const openEndRoom = 1.4;

/** Where the limit bars of all rows end: a little beyond the largest limit, on a round number. */
export function commonScale(rows: readonly (PartitionAmounts | null)[]): number {
  const largest = Math.max(1, ...rows.map((row) => row?.fixed ?? row?.max ?? (row?.min ?? 0) * openEndRoom));
  const step = 10 ** Math.floor(Math.log10(largest)) / 2;
  return Math.ceil((largest * 1.02) / step) * step;
}
