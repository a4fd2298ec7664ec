import { join, resolve } from 'node:path';
import { z } from 'zod';
import { readS3Url, type S3Place } from './files/s3-url.ts';
import { whyNoProxy } from './http/client-address.ts';
import { type DataKey, readDataKeys } from './vault.ts';

/** An identity provider that people may log in with (OpenID Connect). */
export interface OidcProvider {
  /** Stands in addresses, and in the database beside each login: it never changes. */
  id: string;
  /** How people know it. */
  label: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  scopes: string;
  /** Whether an address that it calls verified may open the account that has this address. */
  trustEmail: boolean;
}

/** What the process was told by its environment. Nothing else in the API reads the environment. */
export interface Config {
  port: number;
  host: string;
  /** Absolute. Uploaded files lie in its folder `files`, unless they lie in a bucket. */
  dataDir: string;
  /** null: files lie on the disk. */
  s3: S3Place | null;
  databaseUrl: string;
  /** Origin that links in mails point at, without a slash at the end. */
  publicUrl: string;
  /** Who may say for whom a request comes (X-Forwarded-For): so many hops, or these addresses and networks. false: nobody. */
  trustProxy: false | number | string[];
  /** What seals bank details. */
  dataKey: DataKey;
  /** null: see emailsGoTo. */
  smtpUrl: string | null;
  /** Whether the operator has decided that emails wait; smtpUrl is null then. */
  emailsOff: boolean;
  /** Where unexpected errors are reported to, of servers and of browsers. null: nowhere. */
  sentryDsn: string | null;
  /** In the order in which the login page shows them. */
  oidcProviders: readonly OidcProvider[];
  /** Passwords open accounts whatever the organisation has set: the way back in when every provider is down. */
  passwordLoginForced: boolean;
  /** The launcher switches it on where it brings the database itself. */
  demo: boolean;
  /** Whether this process works on jobs beside answering; the worker alone (worker.ts) always does. */
  worker: boolean;
  /** How many PDFs this process looks into at a time. */
  pdfChecks: number;
  logLevel: LogLevel;
  /** Counts calls per address and refuses too many. */
  rateLimits: boolean;
  /** A reply that does not match the contract is an error; otherwise what it should not hold is left out. */
  strictReplies: boolean;
  /** How old may be what everybody gets, and the settings of the organisation. */
  changesSeenWithinMs: number;
  /** How long a request may take from its headers until it is whole (uploads have a pace instead), and a reader may rest. */
  requestTimeoutMs: number;
  /** In each such time an upload must come along. */
  uploadWindowMs: number;
  /** Of streams of events: how often each is checked and shows that it lives, and after how long it ends to be opened again. */
  events: { beatMs: number; lifeMs: number };
}

const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof logLevels)[number];

const loopback = new Set(['127.0.0.1', '::1', 'localhost']);
/** Whether the host of an address can only be this machine. */
const isThisMachine = (host: string): boolean =>
  loopback.has(host.replace(/[[\]]/g, '')) ||
  host.endsWith('.localhost') ||
  /^127\.\d+\.\d+\.\d+$/.test(host);
const origin = /^https?:\/\/[^/?#\s]+\/?$/;

type Read<T> = { value: T } | { sentence: string };

function oneOf<const T extends readonly string[]>(name: string, given: string, allowed: T): Read<T[number]> {
  const value = allowed.find((word) => word === given);
  return value === undefined
    ? { sentence: `${name} is '${given}', but must be one of: ${allowed.join(', ')}.` }
    : { value };
}

function portOf(given: string): Read<number> {
  const port = /^\d{1,5}$/.test(given) ? Number(given) : 0;
  return port >= 1 && port <= 65_535
    ? { value: port }
    : { sentence: `PORT is '${given}', but must be a whole number from 1 to 65535.` };
}

const maxPdfChecks = 16;

function pdfChecksOf(given: string): Read<number> {
  const count = /^\d{1,2}$/.test(given) ? Number(given) : 0;
  return count >= 1 && count <= maxPdfChecks
    ? { value: count }
    : { sentence: `PDF_CHECKS is '${given}', but must be a whole number from 1 to ${maxPdfChecks}.` };
}

const maxProcesses = 8;

function processesOf(given: string): Read<number> {
  const count = /^\d$/.test(given) ? Number(given) : 0;
  return count >= 1 && count <= maxProcesses
    ? { value: count }
    : { sentence: `PROCESSES is '${given}', but must be a whole number from 1 to ${maxProcesses}.` };
}

function publicUrlOf(given: string): Read<string> {
  return origin.test(given) && URL.canParse(given)
    ? { value: given.replace(/\/$/, '') }
    : {
        sentence: `PUBLIC_URL is '${given}', but must be an address like https://portal.example.org, without a path.`,
      };
}

const maxHops = 9;

function trustProxyOf(given: string): Read<Config['trustProxy']> {
  if (given === 'off') return { value: false };
  if (/^[1-9]\d*$/.test(given) && Number(given) <= maxHops) return { value: Number(given) };
  const entries = given.split(',').map((entry) => entry.trim());
  const how =
    'Name the proxies that stand before the portal by address or network (10.0.0.5, 10.0.0.0/8, loopback), ' +
    `separated by commas, or their number from 1 to ${maxHops}, or off.`;
  for (const entry of entries) {
    const why = whyNoProxy(entry);
    if (why === 'everybody') {
      return { sentence: `TRUST_PROXY holds '${entry}': every client could then choose its address. ${how}` };
    }
    if (why === 'unreadable') {
      return { sentence: `TRUST_PROXY holds '${entry}', which is neither an address nor a network. ${how}` };
    }
  }
  return { value: entries };
}

function databaseUrlOf(given: string): Read<string> {
  if (given === '') {
    return {
      sentence:
        'DATABASE_URL is not set. Start the portal with `npm start`, which brings a database, or name one of your own.',
    };
  }
  return /^postgres(ql)?:\/\//.test(given) && URL.canParse(given)
    ? { value: given }
    : { sentence: 'DATABASE_URL must be an address like postgres://user:password@host:5432/name.' };
}

function smtpUrlOf(given: string): Read<string | null> {
  if (given === '') return { value: null };
  return /^smtps?:\/\//.test(given) && URL.canParse(given)
    ? { value: given }
    : { sentence: 'SMTP_URL must be an address like smtp://user:password@host:587 or smtps://host:465.' };
}

function sentryDsnOf(given: string): Read<string | null> {
  if (given === '') return { value: null };
  return /^https?:\/\/\w+@[\w.-]+(:\d{1,5})?\/(?:[\w-]+\/)*\d+$/.test(given) && URL.canParse(given)
    ? { value: given }
    : { sentence: 'SENTRY_DSN must be an address like https://key@errors.example.org/1.' };
}

function dataKeyOf(key: string, file: string, demoFile: string | null): Read<DataKey> {
  if (key !== '') {
    const keys = readDataKeys(key);
    return keys === null
      ? {
          sentence:
            'DATA_KEY must be 32 random bytes as base64 (`openssl rand -base64 32`); several are separated by commas, the one that seals first.',
        }
      : { value: { keys } };
  }
  const path = file === '' ? demoFile : resolve(file);
  return path === null
    ? {
        sentence:
          'DATA_KEY is not set. It seals bank details: make one with `openssl rand -base64 32`, and keep it apart from the backups of the database.',
      }
    : { value: { file: path } };
}

const issuerSchema = z
  .url({ error: 'must be an address' })
  .refine((text) => !URL.canParse(text) || new URL(text).search + new URL(text).hash === '', {
    error: 'may not have a question mark or a hash',
  })
  .refine(
    (text) =>
      !URL.canParse(text) ||
      new URL(text).protocol === 'https:' ||
      (new URL(text).protocol === 'http:' && loopback.has(new URL(text).hostname.replace(/[[\]]/g, ''))),
    { error: 'must begin with https:// (http:// only on this machine)' },
  );
const providersSchema = z
  .array(
    z.strictObject({
      id: z.string().regex(/^[a-z][a-z0-9-]{0,29}$/, { error: 'must be small letters, digits and hyphens' }),
      label: z.string().trim().min(1).max(60),
      issuer: issuerSchema,
      clientId: z.string().min(1),
      clientSecret: z.string().min(1),
      scopes: z
        .string()
        .regex(/(?:^| )openid(?: |$)/, { error: "must hold 'openid'" })
        .default('openid email profile'),
      trustEmail: z.boolean().default(false),
    }),
  )
  .max(20)
  .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, {
    error: 'two providers have the same id',
  })
  .refine((list) => new Set(list.map(({ issuer }) => issuer)).size === list.length, {
    error: 'two providers have the same issuer',
  });

function oidcProvidersOf(given: string): Read<OidcProvider[]> {
  if (given === '') return { value: [] };
  let list: unknown;
  try {
    list = JSON.parse(given);
  } catch {
    return { sentence: 'OIDC_PROVIDERS is not valid JSON. The README shows an example.' };
  }
  const read = providersSchema.safeParse(list);
  if (read.success) return { value: read.data };
  // The values stay out of the sentence: one of them is a secret.
  const { path, message } = read.error.issues[0] ?? { path: [], message: 'it cannot be read' };
  const [index, ...keys] = path;
  const where = typeof index === 'number' ? `, provider ${[index + 1, ...keys].join(', ')}` : '';
  return { sentence: `OIDC_PROVIDERS cannot be used${where}: ${message}.` };
}

/**
 * Returns where emails go. `mailbox`: they are kept in the database and shown on the page of the demonstration.
 * `nowhere`: they stay planned until there is a mail server.
 */
export function emailsGoTo({
  smtpUrl,
  demo,
}: Pick<Config, 'smtpUrl' | 'demo'>): 'mail_server' | 'mailbox' | 'nowhere' {
  if (smtpUrl !== null) return 'mail_server';
  return demo ? 'mailbox' : 'nowhere';
}

/** Returns a sentence for the operator if emails would go nowhere and no setting says so; null if not. */
export const whyNoEmails = (config: Pick<Config, 'smtpUrl' | 'demo' | 'emailsOff'>): string | null =>
  emailsGoTo(config) === 'nowhere' && !config.emailsOff
    ? 'SMTP_URL is not set, so no email would be sent. Name a mail server, or set EMAILS=off: emails then wait in ' +
      'the database until there is one.'
    : null;

/**
 * Reads the settings, each with its default. Says everything that is wrong at once, one sentence per setting.
 */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
): { ok: true; config: Config } | { ok: false; sentences: string[] } {
  const sentences: string[] = [];
  const setting = (name: string): string => env[name]?.trim() ?? '';
  const take = <T>(read: Read<T>, otherwise: T): T => {
    if ('value' in read) return read.value;
    sentences.push(read.sentence);
    return otherwise;
  };

  const port = take(portOf(setting('PORT') || '3000'), 3000);
  const host = setting('HOST') || '127.0.0.1';
  const databaseUrl = take(databaseUrlOf(setting('DATABASE_URL')), '');
  const demo = take(oneOf('DEMO', setting('DEMO') || 'off', ['on', 'off']), 'off') === 'on';
  const demoPublic =
    take(oneOf('DEMO_PUBLIC', setting('DEMO_PUBLIC') || 'no', ['yes', 'no']), 'no') === 'yes';
  if (demo && !demoPublic && !loopback.has(host)) {
    sentences.push(
      `HOST is '${host}', which other machines can reach, while DEMO is on: everybody knows the passwords of the ` +
        'demo accounts. Set DEMO=off, or DEMO_PUBLIC=yes if that is what you want.',
    );
  }
  const publicUrl = take(publicUrlOf(setting('PUBLIC_URL') || `http://localhost:${port}`), '');
  if (demo && !demoPublic && publicUrl !== '' && !isThisMachine(new URL(publicUrl).hostname)) {
    sentences.push(
      `PUBLIC_URL is '${publicUrl}', which is not this machine, while DEMO is on: everybody knows the passwords of ` +
        'the demo accounts. Set DEMO=off, or DEMO_PUBLIC=yes if that is what you want.',
    );
  }

  const emailsOff = take(oneOf('EMAILS', setting('EMAILS') || 'on', ['on', 'off']), 'on') === 'off';
  const smtpUrl = take(smtpUrlOf(setting('SMTP_URL')), null);
  const dataDir = resolve(setting('DATA_DIR') || '.data');
  // Which program is started hangs on it (cluster.ts); whatever it is, it is refused here.
  const processes = take(processesOf(setting('PROCESSES') || '1'), 1);
  const config: Config = {
    port,
    host,
    dataDir,
    s3: take(readS3Url(setting('S3_URL')), null),
    databaseUrl,
    publicUrl,
    trustProxy: take(trustProxyOf(setting('TRUST_PROXY') || 'off'), false),
    smtpUrl: emailsOff ? null : smtpUrl,
    emailsOff,
    sentryDsn: take(sentryDsnOf(setting('SENTRY_DSN')), null),
    dataKey: take(
      dataKeyOf(setting('DATA_KEY'), setting('DATA_KEY_FILE'), demo ? join(dataDir, 'data.key') : null),
      { keys: [] },
    ),
    oidcProviders: take(oidcProvidersOf(setting('OIDC_PROVIDERS')), []),
    passwordLoginForced:
      take(oneOf('PASSWORD_LOGIN', setting('PASSWORD_LOGIN') || 'as-set', ['as-set', 'on']), 'as-set') ===
      'on',
    demo,
    worker: take(oneOf('WORKER', setting('WORKER') || 'on', ['on', 'off']), 'on') === 'on',
    pdfChecks: take(pdfChecksOf(setting('PDF_CHECKS') || (processes > 1 ? '1' : '2')), 2),
    logLevel: take(oneOf('LOG_LEVEL', setting('LOG_LEVEL') || 'info', logLevels), 'info'),
    rateLimits: take(oneOf('RATE_LIMITS', setting('RATE_LIMITS') || 'on', ['on', 'off']), 'on') === 'on',
    strictReplies: setting('NODE_ENV') === 'development',
    changesSeenWithinMs: 1_000,
    requestTimeoutMs: 60_000,
    uploadWindowMs: 30_000,
    events: { beatMs: 5_000, lifeMs: 25_000 },
  };
  return sentences.length === 0 ? { ok: true, config } : { ok: false, sentences };
}
