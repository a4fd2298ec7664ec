import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { freePort } from './free-port.ts';
import { logOfPortal } from './logs.ts';

/**
 * The journeys run against the portal as `npm start` serves it: built pages, embedded database, demonstration world in a
 * data directory of its own. CLEARCALL_E2E_URL names a portal that is already running instead.
 */
const running = process.env.CLEARCALL_E2E_URL;
// Workers load this file again, with the environment of the first: what that one chose holds for all.
process.env.CLEARCALL_E2E_PORT ??= String(await freePort());
process.env.CLEARCALL_E2E_PROVIDER_PORT ??= String(await freePort());
const port = Number(process.env.CLEARCALL_E2E_PORT);
const providerPort = Number(process.env.CLEARCALL_E2E_PROVIDER_PORT);
const baseURL = running ?? `http://localhost:${port}`;
process.env.CLEARCALL_E2E_DATA ??= mkdtempSync(join(tmpdir(), 'clearcall-e2e-'));

// An identity provider beside the portal, and one that is away.
const provider = { clientId: 'clearcall', clientSecret: 'a secret of the tests' };
const providers = [
  { ...provider, id: 'test', label: 'Test ID', issuer: `http://127.0.0.1:${providerPort}` },
  { ...provider, id: 'away', label: 'Away ID', issuer: 'http://127.0.0.1:1' },
];

const chromium = process.env.CLEARCALL_CHROMIUM;
const log = logOfPortal(process.env.CLEARCALL_E2E_DATA);
const isFull = process.env.CLEARCALL_FULL === 'yes';

export default defineConfig({
  testDir: '.',
  globalSetup: './wait-for-turn.ts',
  ...(running ? {} : { globalTeardown: './logs.ts' }),
  testMatch: '**/*.spec.ts',
  timeout: 120_000,
  expect: { timeout: 20_000 },
  fullyParallel: true,
  // One more than the cores of the smallest machine: each waits for its page now and then.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  outputDir: '../test-results',
  use: {
    baseURL,
    locale: 'en-GB',
    timezoneId: 'Europe/Brussels',
    // A trace of every journey costs a third of their time: ask for it where one fails.
    trace: process.env.CLEARCALL_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    // Frames of a dialog that slides in are a tenth of what the journeys cost, and show nothing that they look at.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 20_000,
    launchOptions: {
      // Without one that knows letters beyond ASCII it saves what is named after Gábor as 'download'.
      env: { ...(process.env as Record<string, string>), LC_ALL: 'C.UTF-8' },
      ...(chromium ? { executablePath: chromium } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-quic',
      ],
    },
  },
  projects: [
    { name: 'wide', use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'narrow',
      // @wide: has nothing to show at this width. @once: shows at this width only what it shows at the other one.
      grepInvert: isFull ? /@wide/ : /@wide|@once/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
  ...(running
    ? {}
    : {
        webServer: [
          {
            // What it says stands in a file, to be read at the end for people that it names.
            command: `node apps/start/main.mjs start > '${log}' 2>&1 || { cat '${log}' >&2; exit 1; }`,
            cwd: join(import.meta.dirname, '..'),
            url: `${baseURL}/api/health`,
            timeout: 120_000,
            gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
            env: {
              // As under npm: the portal ends when this run has been killed.
              npm_lifecycle_event: 'test',
              PORT: String(port),
              DATA_DIR: process.env.CLEARCALL_E2E_DATA,
              PUBLIC_URL: baseURL,
              LOG_LEVEL: 'trace',
              RATE_LIMITS: 'off',
              OIDC_PROVIDERS: JSON.stringify(providers),
            },
          },
          {
            command: `node apps/api/src/testing/run-identity-provider.ts ${providerPort} ${baseURL}`,
            cwd: join(import.meta.dirname, '..'),
            url: `http://127.0.0.1:${providerPort}/.well-known/openid-configuration`,
            timeout: 60_000,
          },
        ],
      }),
});
