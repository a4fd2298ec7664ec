import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { test as base } from '@playwright/test';
import { freePort } from './free-port.ts';

/**
 * A journey with a portal of its own: it moves the clock, or takes what the demonstration has once, and leaves that of
 * the others alone. It starts with the build that is there, and goes with all that it holds.
 */
export const test = base.extend<{ ownPortal: string }>({
  ownPortal: [
    // biome-ignore lint/correctness/noEmptyPattern: a fixture says so that it needs no other
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'clearcall-journey-'));
      const log = join(folder, 'portal.log');
      const port = await freePort();
      const address = `http://localhost:${port}`;
      const portal = spawn(process.execPath, ['apps/start/main.mjs', 'start'], {
        cwd: join(import.meta.dirname, '..'),
        stdio: ['ignore', openSync(log, 'w'), openSync(log, 'a')],
        env: {
          ...process.env,
          // As under npm: it ends when this run has been killed.
          npm_lifecycle_event: 'test',
          PORT: String(port),
          DATA_DIR: join(folder, 'data'),
          PUBLIC_URL: address,
          RATE_LIMITS: 'off',
        },
      });
      const ended = once(portal, 'exit');
      try {
        while (!(await isThere(address))) {
          if (portal.exitCode !== null) throw new Error(readFileSync(log, 'utf8'));
          await setTimeout(250);
        }
        await use(address);
      } finally {
        portal.kill('SIGTERM');
        await ended;
        rmSync(folder, { recursive: true, force: true });
      }
    },
    { timeout: 180_000 },
  ],
  baseURL: ({ ownPortal }, use) => use(ownPortal),
});

async function isThere(address: string): Promise<boolean> {
  try {
    return (await fetch(`${address}/api/health`)).ok;
  } catch {
    return false;
  }
}
