import type { EventName } from '@clearcall/domain/forms/event-names.ts';
import type { Db } from '../../../platform/db/pool.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { CompiledFlow } from '../flow-facts.ts';

/** TODO */
export async function noteArrivals(
  _tx: Db,
  _platform: Platform,
  _on: { applicationId: number; flow: CompiledFlow; events: readonly EventName[]; now: Date },
): Promise<void> {}
