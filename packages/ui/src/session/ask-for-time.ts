import { call } from './call.ts';
import { isTimeKnown } from './server-clock.ts';

const repeatAfterMs = 30_000;

/**
 * Asks for the server's time unless an answer has brought it, until one does. A page for visitors may have nothing but
 * answers that can come from a cache, and those carry no time.
 */
export async function askForTime(): Promise<void> {
  if (isTimeKnown()) return;
  await call('GET /time', { quiet: true }).catch(() => undefined);
  if (!isTimeKnown()) setTimeout(() => void askForTime(), repeatAfterMs);
}
