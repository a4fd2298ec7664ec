import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

/**
 * The portal of the journeys is started while other tests still go on: then the journeys wait here until the file that
 * CLEARCALL_E2E_TURN names is there. Whoever would write it may have been killed.
 */
export default async function waitForTurn(): Promise<void> {
  const turn = process.env.CLEARCALL_E2E_TURN;
  const starter = process.ppid;
  while (turn !== undefined && !existsSync(turn)) {
    if (process.ppid !== starter) throw new Error('Who started the journeys has ended.');
    await setTimeout(200);
  }
}
