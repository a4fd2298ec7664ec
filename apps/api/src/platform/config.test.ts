import fc from 'fast-check';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { emailsGoTo, readConfig, whyNoEmails } from './config.ts';
import { believed } from './http/serve.ts';

const key = Buffer.alloc(32, 7);
const database = {
  DATABASE_URL: 'postgres://u:p@127.0.0.1:5432/clearcall',
  DATA_KEY: key.toString('base64'),
};

it('has a default for everything but the database and the key of its secrets', () => {
  expect(readConfig({ ...database, DATA_DIR: '/srv/clearcall' })).toEqual({
    ok: true,
    config: {
      port: 3000,
      host: '127.0.0.1',
      dataDir: '/srv/clearcall',
      s3: null,
      databaseUrl: database.DATABASE_URL,
      publicUrl: 'http://localhost:3000',
      smtpUrl: null,
      emailsOff: false,
      sentryDsn: null,
      dataKey: { keys: [key] },
      oidcProviders: [],
      passwordLoginForced: false,
      demo: false,
      worker: true,
      pdfChecks: 2,
      logLevel: 'info',
      rateLimits: true,
      strictReplies: false,
      trustProxy: false,
      changesSeenWithinMs: 1_000,
      requestTimeoutMs: 60_000,
      uploadWindowMs: 30_000,
      events: { beatMs: 5_000, lifeMs: 25_000 },
    },
  });
});

it('two PDFs are looked into at a time by one process, one by each of several, and as many as one says', () => {
  const checksOf = (env: Record<string, string>) => {
    const read = readConfig({ ...database, ...env });
    return read.ok ? read.config.pdfChecks : read.sentences;
  };
  expect([checksOf({}), checksOf({ PROCESSES: '2' }), checksOf({ PROCESSES: '2', PDF_CHECKS: '3' })]).toEqual(
    [2, 1, 3],
  );
});

it('emails need a mail server, a demonstration, or the word of the operator', () => {
  const emailsOf = (env: Record<string, string>) => {
    const read = readConfig({ ...database, ...env });
    return read.ok ? (whyNoEmails(read.config) ?? emailsGoTo(read.config)) : read.sentences;
  };
  const SMTP_URL = 'smtp://mail.example.org';
  expect(emailsOf({})).toMatch(/^SMTP_URL is not set, so no email would be sent\. .* EMAILS=off/);
  expect(emailsOf({ EMAILS: 'off' })).toBe('nowhere');
  expect(emailsOf({ EMAILS: 'off', SMTP_URL })).toBe('nowhere');
  expect(emailsOf({ SMTP_URL })).toBe('mail_server');
  expect(emailsOf({ DEMO: 'on' })).toBe('mailbox');
  expect(emailsOf({ DEMO: 'on', SMTP_URL })).toBe('mail_server');
  expect(emailsOf({ EMAILS: 'keep' })).toEqual(["EMAILS is 'keep', but must be one of: on, off."]);
});

const demoOf = (env: Record<string, string>) => {
  const read = readConfig({ ...database, ...env });
  return read.ok ? read.config.demo : read.sentences;
};

it('is a demonstration only when told, and then open to others only when told so as well', () => {
  expect(demoOf({})).toBe(false);
  expect(demoOf({ DEMO: 'off' })).toBe(false);
  expect(demoOf({ DEMO: 'on' })).toBe(true);
  expect(demoOf({ DEMO: 'on', HOST: '0.0.0.0', DEMO_PUBLIC: 'yes' })).toBe(true);
  expect(demoOf({ HOST: '0.0.0.0' })).toBe(false);
});

it('takes the data key from a file when told so, and in a demonstration from the data folder', () => {
  const dataKeyOf = (env: Record<string, string>) => {
    const read = readConfig({ ...database, DATA_KEY: '', DATA_DIR: '/srv/clearcall', ...env });
    return read.ok ? read.config.dataKey : read.sentences;
  };
  expect(dataKeyOf({ DATA_KEY_FILE: '/run/secrets/key' })).toEqual({ file: '/run/secrets/key' });
  expect(dataKeyOf({ DEMO: 'on' })).toEqual({ file: '/srv/clearcall/data.key' });
  const both = `${database.DATA_KEY}, ${Buffer.alloc(32, 8).toString('base64')}`;
  expect(dataKeyOf({ DATA_KEY: both })).toEqual({ keys: [key, Buffer.alloc(32, 8)] });
});

const orcid = {
  id: 'orcid',
  label: 'ORCID',
  issuer: 'https://orcid.org',
  clientId: 'APP-1',
  clientSecret: 'geheim',
};
/** A list of providers, each like ORCID but for what is said. */
const providers = (...changes: object[]) => ({
  OIDC_PROVIDERS: JSON.stringify(changes.map((change) => ({ ...orcid, ...change }))),
});

it.each([
  ['', false],
  ['off', false],
  ['1', 1],
  ['9', 9],
  ['10.0.0.5', ['10.0.0.5']],
  [' loopback , 10.0.0.0/8,2001:db8::/32 , fd00::5', ['loopback', '10.0.0.0/8', '2001:db8::/32', 'fd00::5']],
] as [string, false | number | string[]][])(
  'reads which proxies are believed: %s',
  async (given, trustProxy) => {
    const read = readConfig({ ...database, TRUST_PROXY: given });
    expect(read.ok ? read.config.trustProxy : read.sentences).toEqual(trustProxy);
    // What reads it says no to nothing that we let through.
    await Fastify({ trustProxy: believed(trustProxy) }).close();
  },
);

it('reads identity providers, on this machine also without TLS', () => {
  const read = readConfig({
    ...database,
    ...providers({ trustEmail: true }, { id: 'test', issuer: 'http://127.0.0.1:9000', scopes: 'openid' }),
  });
  expect(read.ok ? read.config.oidcProviders : read.sentences).toEqual([
    { ...orcid, scopes: 'openid email profile', trustEmail: true },
    { ...orcid, id: 'test', issuer: 'http://127.0.0.1:9000', scopes: 'openid', trustEmail: false },
  ]);
});

it('reads where files lie in a bucket', () => {
  const s3 = (S3_URL: string) => {
    const read = readConfig({ ...database, S3_URL });
    return read.ok ? read.config.s3 : read.sentences;
  };
  expect(s3('https://AKIA:a%2Fb%2Bc%40@s3.eu-west-1.amazonaws.com/calls?region=eu-west-1')).toEqual({
    endpoint: 'https://s3.eu-west-1.amazonaws.com',
    bucket: 'calls',
    prefix: '',
    region: 'eu-west-1',
    accessKeyId: 'AKIA',
    secretAccessKey: 'a/b+c@',
  });
  expect(s3('http://k:s@127.0.0.1:9000/calls/portal/')).toMatchObject({
    endpoint: 'http://127.0.0.1:9000',
    prefix: 'portal/',
    region: 'us-east-1',
  });
});

it('never says the secret of a bucket, however it is mistyped', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.string(),
      fc.constantFrom('', '/b', '/bucket', '/bucket/x?y', '?', '#'),
      (head, tail, end) => {
        const read = readConfig({ ...database, S3_URL: `${head}://key:geheim123${tail}@host${end}` });
        if (!read.ok) expect(read.sentences.join(' ')).not.toContain('geheim');
      },
    ),
  );
});

describe('a wrong value', () => {
  const wrong: [Record<string, string>, RegExp][] = [
    [{ PORT: 'http' }, /^PORT is 'http', but must be a whole number from 1 to 65535\.$/],
    [{ PORT: '65536' }, /^PORT is '65536'/],
    [{ PORT: '-1' }, /^PORT is '-1'/],
    [{ PORT: '3e3' }, /^PORT is '3e3'/],
    [{ DATABASE_URL: '' }, /^DATABASE_URL is not set\. /],
    [{ DATABASE_URL: 'mysql://x/y' }, /^DATABASE_URL must be an address like postgres:/],
    [{ PUBLIC_URL: 'portal.example.org' }, /^PUBLIC_URL is 'portal\.example\.org', but must be an address/],
    [{ PUBLIC_URL: 'https://portal.example.org/calls' }, /^PUBLIC_URL /],
    [
      { TRUST_PROXY: 'true' },
      /^TRUST_PROXY holds 'true', which is neither an address nor a network\. Name the proxies /,
    ],
    [{ TRUST_PROXY: '*' }, /^TRUST_PROXY holds '\*', which is neither/],
    [{ TRUST_PROXY: '0' }, /^TRUST_PROXY holds '0', which is neither/],
    [{ TRUST_PROXY: '10' }, /^TRUST_PROXY holds '10', which is neither/],
    [{ TRUST_PROXY: '0.0.0.0/0' }, /^TRUST_PROXY holds '0\.0\.0\.0\/0': every client could then choose/],
    [{ TRUST_PROXY: '10.0.0.5, ::/0' }, /^TRUST_PROXY holds '::\/0': every client could then choose/],
    [{ TRUST_PROXY: '10.0.0.5,' }, /^TRUST_PROXY holds '', which is neither/],
    [{ TRUST_PROXY: '10.0.0.0/33' }, /^TRUST_PROXY holds '10\.0\.0\.0\/33', which is neither/],
    [{ TRUST_PROXY: 'proxy.example.org' }, /^TRUST_PROXY holds 'proxy\.example\.org', which is neither/],
    [{ SMTP_URL: 'mail.example.org' }, /^SMTP_URL must be an address like smtp:/],
    [{ SENTRY_DSN: 'https://errors.example.org/1' }, /^SENTRY_DSN must be an address like https:\/\/key@/],
    [{ SENTRY_DSN: 'https://key:secret@errors.example.org/x' }, /^SENTRY_DSN /],
    [{ S3_URL: 'bucket' }, /^S3_URL is not an address; .* It has the form https:\/\/KEY:SECRET@s3\.example/],
    [{ S3_URL: 'https://k:s/3@h/bucket' }, /^S3_URL is not an address; a \/, @, : or % in KEY or SECRET is/],
    [{ S3_URL: 's3://k:s@h/bucket' }, /^S3_URL must begin with https:\/\/ or http:\/\/\./],
    [{ S3_URL: 'https://h/bucket' }, /^S3_URL names no access key, or no secret, before the host\./],
    [{ S3_URL: 'https://k@h/bucket' }, /^S3_URL names no access key/],
    [{ S3_URL: 'https://k:100%@h/bucket' }, /^S3_URL has a % in KEY or SECRET that begins no code/],
    [{ S3_URL: 'https://k:s@h' }, /^S3_URL names no bucket/],
    [{ S3_URL: 'https://k:s@h/My_Bucket' }, /^S3_URL names a bucket that cannot be one/],
    [
      { S3_URL: 'https://k:s@h/bucket/a%20b' },
      /^S3_URL names a folder behind the bucket that cannot be used/,
    ],
    [{ S3_URL: 'https://k:s@h/bucket?zone=1' }, /^S3_URL has something behind the bucket that is not known/],
    [{ S3_URL: 'https://k:s@h/bucket?region=EU WEST' }, /^S3_URL names a region that cannot be one/],
    [{ DEMO: 'true' }, /^DEMO is 'true', but must be one of: on, off\.$/],
    [
      { DEMO: 'on', HOST: '0.0.0.0' },
      /^HOST is '0\.0\.0\.0', which other machines can reach, while DEMO is on/,
    ],
    [
      { DEMO: 'on', PUBLIC_URL: 'https://portal.example.org' },
      /^PUBLIC_URL is 'https:\/\/portal\.example\.org', which is not this machine, while DEMO is on/,
    ],
    [{ DEMO_PUBLIC: '1' }, /^DEMO_PUBLIC is '1'/],
    [{ PROCESSES: '9' }, /^PROCESSES is '9', but must be a whole number from 1 to 8\.$/],
    [{ PROCESSES: 'two' }, /^PROCESSES is 'two'/],
    [{ WORKER: 'no' }, /^WORKER is 'no', but must be one of: on, off\.$/],
    [{ PASSWORD_LOGIN: 'off' }, /^PASSWORD_LOGIN is 'off', but must be one of: as-set, on\.$/],
    [{ OIDC_PROVIDERS: '{' }, /^OIDC_PROVIDERS is not valid JSON\./],
    [{ OIDC_PROVIDERS: '{}' }, /^OIDC_PROVIDERS cannot be used: /],
    [providers({ id: 'My ID' }), /^OIDC_PROVIDERS cannot be used, provider 1, id: must be small letters/],
    [providers({ issuer: 'orcid' }), /provider 1, issuer: must be an address/],
    [providers({ issuer: 'http://id.example.org' }), /provider 1, issuer: must begin with https:/],
    [providers({ issuer: 'https://id.example.org/?a' }), /provider 1, issuer: may not have a question mark/],
    [providers({ scopes: 'email' }), /provider 1, scopes: must hold 'openid'/],
    [providers({ clientSecret: '' }), /provider 1, clientSecret: (?!.*geheim)/],
    [providers({ secret: 'geheim' }), /provider 1: (?!.*geheim)/],
    [providers({}, { label: 'Other', issuer: 'https://b.example.org' }), /two providers have the same id/],
    [providers({}, { id: 'other' }), /two providers have the same issuer/],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL is 'loud', but must be one of: silent, /],
    [{ RATE_LIMITS: 'no' }, /^RATE_LIMITS is 'no'/],
    [{ DATA_KEY: '' }, /^DATA_KEY is not set\. /],
    [{ DATA_KEY: 'secret' }, /^DATA_KEY must be 32 random bytes as base64/],
  ];
  it.each(wrong)('%j is answered with a sentence', (env, sentence) => {
    expect(readConfig({ ...database, ...env })).toEqual({
      ok: false,
      sentences: [expect.stringMatching(sentence)],
    });
  });

  it('does not hide another one', () => {
    const read = readConfig({ PORT: '0', LOG_LEVEL: 'x', SMTP_URL: 'x', PUBLIC_URL: 'x' });
    expect(read).toMatchObject({ ok: false, sentences: { length: 6 } });
  });

  it('never shows the password in the address of a database or mail server', () => {
    const read = readConfig({ DATABASE_URL: 'mysql://u:secret@h/d', SMTP_URL: 'http://u:secret@h' });
    expect(JSON.stringify(read)).not.toContain('secret');
  });
});
