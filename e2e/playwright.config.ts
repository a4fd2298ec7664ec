import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

/**
 * The journeys run against the portal as `npm start` serves it: built pages, embedded database, demonstration world in a
 * data directory of its own. CLEARCALL_E2E_URL names a portal that is already running instead.
 */
const port = Number(process.env.CLEARCALL_E2E_PORT ?? 3456);
const running = process.env.CLEARCALL_E2E_URL;
const baseURL = running ?? `http://localhost:${port}`;
// Workers load this file again: the first one has made the directory.
process.env.CLEARCALL_E2E_DATA ??= mkdtempSync(join(tmpdir(), 'clearcall-e2e-'));

// An identity provider beside the portal, and one that is away.
const providerPort = port + 1;
const provider = { clientId: 'clearcall', clientSecret: 'a secret of the tests' };
const providers = [
  { ...provider, id: 'test', label: 'Test ID', issuer: `http://127.0.0.1:${providerPort}` },
  { ...provider, id: 'away', label: 'Away ID', issuer: 'http://127.0.0.1:1' },
];

const chromium = process.env.CLEARCALL_CHROMIUM;

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  timeout: 120_000,
  expect: { timeout: 10_000 },
  fullyParallel: true,
  // One more than the cores of the smallest machine: each waits for its page now and then.
  workers: 3,
  // On a busy machine of others a second try tells slow from broken; what needed it is listed as flaky.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  outputDir: '../test-results',
  use: {
    baseURL,
    locale: 'en-GB',
    timezoneId: 'Europe/Brussels',
    // A trace of every journey costs a third of their time: ask for it where one fails.
    trace: process.env.CLEARCALL_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    actionTimeout: 10_000,
    launchOptions: {
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
    { name: 'narrow', use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
  ],
  ...(running
    ? {}
    : {
        webServer: [
          {
            command: 'node apps/start/main.mjs start',
            cwd: join(import.meta.dirname, '..'),
            url: `${baseURL}/api/health`,
            timeout: 120_000,
            gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
            env: {
              PORT: String(port),
              DATA_DIR: process.env.CLEARCALL_E2E_DATA,
              PUBLIC_URL: baseURL,
              LOG_LEVEL: 'warn',
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
