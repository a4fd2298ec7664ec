import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the portal of the journeys writes what it says and logs. */
export const logOfPortal = (dataDir: string): string => `${dataDir}.log`;

/** An address, or a name that people of the journeys and of the demonstration have and no sentence of ours. */
const somebody = /[\w.+-]+@[\w-]+\.[a-z]|Siobhán|Chaoimh|Vandenbroucke/i;

/** After all journeys: no line that the portal or its database logged names anybody. What a start prints is no log. */
export default function nobodyIsNamed(): void {
  const dataDir = process.env.CLEARCALL_E2E_DATA ?? '';
  const portal = logOfPortal(dataDir);
  if (!existsSync(portal)) return;
  const note = join(dataDir, 'postgres-is-in');
  const home = existsSync(note) ? readFileSync(note, 'utf8').trim() : dataDir;
  const logged = [
    ...readFileSync(portal, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('{')),
    ...readFileSync(join(home, 'postgres.log'), 'utf8').split('\n'),
  ];
  const named = logged.filter((line) => somebody.test(line));
  if (named.length === 0) return;
  throw new Error(`${named.length} lines of the logs name people:\n${named.slice(0, 10).join('\n')}`);
}
