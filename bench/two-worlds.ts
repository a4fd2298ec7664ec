import type { Row } from './row.ts';
import { timesOfProof } from './times-of-proof.ts';

interface Times {
  what: string;
  route: string;
  hereMs: number;
  thereMs: number;
}

/** It has the two worlds and the people who may not know. */
const longProof = 'apps/api/src/across/proofs/two-worlds.full.test.ts';

/** What the time of an answer could tell of a secret: the middle of pairs in two worlds that differ in it alone. */
export async function run(): Promise<Row[]> {
  const times = await timesOfProof<Times[]>(longProof, { variable: 'TWO_WORLDS_TIMES' });
  return times.map(({ what, route, hereMs, thereMs }) => ({
    figure: `${what}: ${route}`,
    bound: '',
    measured: `${hereMs.toFixed(2)} ms and ${thereMs.toFixed(2)} ms (${(((thereMs - hereMs) / hereMs) * 100).toFixed(1)} %)`,
    kept: null,
    peers: '',
  }));
}
