import { maxHeaderSize } from 'node:http';
import { message } from '@clearcall/i18n/message.ts';
import fastifyCookie from '@fastify/cookie';
import fastifyMultipart from '@fastify/multipart';
import fastifyRateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply } from 'fastify';
import { QueueFull } from '../auth/work-queue.ts';
import type { Config } from '../config.ts';
import { DatabaseUnavailable } from '../db/unavailable.ts';
import { FilesUnavailable } from '../files/files.ts';
import { logsOfRequest } from '../log.ts';
import type { Platform } from '../platform.ts';
import { badStrings, cleanStrings } from './bad-strings.ts';
import { bind, type Operation, sendRefusal, translatorFor } from './bind.ts';
import { clientAddress } from './client-address.ts';
import { finish, isCacheable } from './finish.ts';
import { type Refusal, refuse } from './refuse.ts';
import { requestIdOf } from './request-id.ts';
import { securityHeaders } from './security-headers.ts';
import { type Pace, watchBody } from './slow-body.ts';

const incomplete = refuse('invalid_input', { message: [message('refusals.request.incomplete')] });
/** What the reader of multipart says without a code, of a body that is none or breaks off. */
const brokenParts = /^(Multipart: Boundary not found|Unexpected end of multipart data|\w+ terminated early)/;

/** Failures that Fastify and its plugins find before an operation is reached, and what they are to us. */
const knownErrors: Partial<Record<string, Refusal>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: refuse('invalid_input', { message: [message('refusals.request.notJson')] }),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: incomplete,
  FST_MP_PREMATURE_CLOSE: incomplete,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: refuse('unsupported_media'),
  FST_ERR_CTP_BODY_TOO_LARGE: refuse('body_too_large'),
  FST_REQ_FILE_TOO_LARGE: refuse('file_too_large'),
  FST_FILES_LIMIT: refuse('invalid_input', { message: [message('refusals.request.oneFile')] }),
  FST_PARTS_LIMIT: refuse('invalid_input', { message: [message('refusals.request.tooManyParts')] }),
  FST_FIELDS_LIMIT: refuse('invalid_input', { message: [message('refusals.request.tooManyFields')] }),
  FST_PROTO_VIOLATION: refuse('invalid_input'),
  FST_INVALID_MULTIPART_CONTENT_TYPE: refuse('unsupported_media'),
};

function refusalOf(error: FastifyError): Refusal | null {
  const known = knownErrors[error.code];
  if (known !== undefined) return known;
  if (brokenParts.test(error.message)) return incomplete;
  if (error.statusCode === 429 || error instanceof QueueFull) return refuse('too_many_requests');
  if (error.statusCode === 413) return refuse('body_too_large');
  if (error.statusCode === 415) return refuse('unsupported_media');
  return error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
    ? refuse('invalid_input')
    : null;
}

const unnamedProxy =
  'A request names another client than the one who sent it (X-Forwarded-For). If a proxy of yours says so, all its people ' +
  'count as one address, and one of them who guesses passwords slows down the others: set TRUST_PROXY to its address. ' +
  'If no proxy of yours stands before the portal, leave it off: somebody tries whether the portal believes it.';
/** What is said when the database could not do it now, and when it is worth asking again. */
const whenUnavailable = {
  busy: { code: 'busy', retryAfterSeconds: 3 },
  away: { code: 'out_of_reach', retryAfterSeconds: 10 },
} as const;

/** What never becomes a request: Node's parser gives up on it. Nobody knows its language. */
const notHttp = {
  status: '400 Bad Request',
  code: 'invalid_input',
  message: 'This is not a valid request.',
};
const tooSlow = {
  status: '408 Request Timeout',
  code: 'too_slow',
  message: 'This request did not arrive in time. Check your connection and try again.',
};
/** So long a sender who is told to stop may take to read it. */
const lastReadMs = 1_000;
const unreadable: Partial<Record<string, typeof notHttp>> = {
  ERR_HTTP_REQUEST_TIMEOUT: tooSlow,
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    code: 'invalid_input',
    message: 'The address or the headers of this request are too long.',
  },
};

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of a JSON body; null if it is, or says that it is, in another encoding than UTF-8 (RFC 8259). */
function jsonText(contentType: string | undefined, body: Buffer): string | null {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(contentType ?? '')?.[1] ?? 'utf-8';
  if (!/^(utf-?8|us-ascii)$/i.test(charset)) return null;
  try {
    return utf8.decode(body);
  } catch {
    return null;
  }
}

const noSchemas = (): never => {
  throw new Error('routes have no schemas of Fastify');
};

/** Who is believed that says for whom a request comes; hop 0 is who sent it to us. */
export const believed = (trustProxy: Config['trustProxy']) =>
  typeof trustProxy === 'number' ? (_address: string, hop: number) => hop < trustProxy : trustProxy;

/** The HTTP server: general protection, the API below /api, and whatever `beside` adds (pages, themes). */
export async function serve(
  platform: Platform,
  operations: readonly Operation[],
  beside: (app: FastifyInstance) => Promise<void> = async () => {},
): Promise<FastifyInstance> {
  const { config, log, tracing } = platform;
  const protection = securityHeaders(config);
  /** An answer where there is no reply to send it with. */
  const bare = ({ status, ...says }: typeof notHttp): string => {
    const body = JSON.stringify({ statusCode: Number.parseInt(status, 10), ...says });
    const headers = {
      ...protection,
      Connection: 'close',
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    return `HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`;
  };
  const app = Fastify({
    logger: false,
    // Schemas are the contract's and not Fastify's: without these it would load compilers for its own at each start.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    trustProxy: believed(config.trustProxy),
    // The browser names its request, so that it knows the number even when no answer comes.
    genReqId: ({ headers }) => requestIdOf(headers['x-request-id']) ?? platform.newId(),
    // Uploads may take long: bodies are watched one by one, below.
    requestTimeout: 0,
    keepAliveTimeout: 10_000,
    forceCloseConnections: 'idle',
    // We say so ourselves, below: with the headers of every answer.
    return503OnClosing: false,
    http: {
      maxHeaderSize,
      connectionsCheckingInterval: Math.min(5_000, config.requestTimeoutMs),
    },
    clientErrorHandler: (error, socket) => {
      if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
      socket.end(bare(unreadable[error.code ?? ''] ?? notHttp));
    },
    // An address that cannot even be decoded.
    frameworkErrors: (_error, _request, reply: FastifyReply) => {
      sendRefusal(platform, reply.headers(protection), refuse('not_found'));
    },
    // One link for two readers: people open the page at this address, mail programs post to it (RFC 8058).
    rewriteUrl: ({ method, url = '/' }) =>
      method === 'POST' && url.startsWith('/mailing-list/') ? `/api${url}` : url,
    // How long an id may be is for its schema to say.
    routerOptions: { maxParamLength: maxHeaderSize },
  });
  app.server.headersTimeout = Math.min(20_000, config.requestTimeoutMs);

  app.decorateRequest('actor', null);
  app.decorateRequest('receivedAt', undefined as unknown as Date);
  app.decorateRequest('aheadMs', 0);
  let reported = false;
  let closing = false;
  app.addHook('onRequest', (request, reply, done) => {
    request.receivedAt = platform.now();
    if (config.trustProxy === false && !reported && request.headers['x-forwarded-for'] !== undefined) {
      reported = true;
      log.warn({ name: 'TRUST_PROXY' }, unnamedProxy);
    }
    reply.headers(protection).header('X-Request-Id', request.id);
    if (closing) {
      const { code, retryAfterSeconds } = whenUnavailable.busy;
      sendRefusal(platform, reply.header('Retry-After', retryAfterSeconds), refuse(code));
      return;
    }
    const pace: Pace = request.routeOptions.config.allowsSlowBody
      ? { windowMs: config.uploadWindowMs }
      : { completeWithinMs: config.requestTimeoutMs };
    const { raw } = request;
    watchBody(raw, pace, () => {
      if (raw.socket.writable && !reply.raw.headersSent) raw.socket.end(bare(tooSlow));
      setTimeout(() => raw.destroy(), lastReadMs).unref();
    });
    logsOfRequest.run({ requestId: request.id }, done);
  });
  // Once we are closing, a connection ends with the answer that it waits for; otherwise it would be kept open for more.
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    const now = platform.now();
    // By itself Node would send the machine's time, which can differ from the database's.
    reply.header('Date', now.toUTCString());
    // Pages count down by these. A stored answer would repeat the time of an earlier visit.
    if (!isCacheable(reply)) {
      reply.header('Clearcall-Time', now.getTime());
      if (platform.ahead.ms() > 0) reply.header('Clearcall-Ahead-Ms', platform.ahead.ms());
    }
    if (closing) reply.header('Connection', 'close');
  });
  app.addHook('onResponse', async (request, reply) => {
    log.debug(
      {
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime),
      },
      'answered',
    );
  });
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (error instanceof QueueFull) reply.header('Retry-After', String(error.retryAfterS));
    const refusal = refusalOf(error);
    if (refusal !== null) return sendRefusal(platform, reply, refusal);
    const route = request.routeOptions.url;
    if (error instanceof DatabaseUnavailable) {
      const { code, retryAfterSeconds } = whenUnavailable[error.why];
      log.warn({ err: error, method: request.method, route }, 'a request was put off');
      return sendRefusal(platform, reply.header('Retry-After', retryAfterSeconds), refuse(code));
    }
    if ((error as Error) instanceof FilesUnavailable) {
      log.error({ err: error, method: request.method, route }, 'the storage of files does not work');
      return sendRefusal(platform, reply, refuse('files_away'));
    }
    log.error({ err: error, method: request.method, route }, 'a request failed');
    tracing.report(error, { requestId: request.id, route });
    return reply.status(500).send({
      statusCode: 500,
      code: 'internal',
      message: translatorFor(platform, request).translate(message('refusals.internal')),
      requestId: request.id,
    });
  });

  await app.register(fastifyCookie);

  await app.register(
    async (api) => {
      if (config.rateLimits) {
        // Refused calls count as well: guessing must not be free.
        await api.register(fastifyRateLimit, {
          global: true,
          max: 1_200,
          timeWindow: 60_000,
          keyGenerator: ({ ip }) => clientAddress(ip),
        });
      }
      api.addHook('onRequest', async (_request, reply) => {
        reply.header('Cache-Control', 'no-store');
      });
      api.addHook('onSend', finish);
      const parseJson = api.getDefaultJsonParser('error', 'error');
      api.removeAllContentTypeParsers();
      api.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
        const text = jsonText(request.headers['content-type'], body as Buffer);
        if (text === null) return done(Object.assign(new Error('not UTF-8'), { statusCode: 415 }), undefined);
        // Some clients name a content type although they send nothing.
        if (text === '') return done(null, undefined);
        parseJson(request, text, (error, value) => {
          // Without an escape the text cannot hold what the database refuses: spare the walk.
          if (error !== null || !text.includes('\\u')) return done(error, value);
          const clean = cleanStrings(value);
          if (!badStrings(clean)) return done(null, clean);
          done(
            Object.assign(new Error('unstorable characters'), {
              code: 'FST_PROTO_VIOLATION',
              statusCode: 400,
            }),
          );
        });
      });
      api.setNotFoundHandler((_request, reply) => {
        sendRefusal(platform, reply, refuse('not_found'));
      });
      for (const operation of operations) {
        if (operation.endpoint.kind !== 'upload' && operation.endpoint.kind !== 'form')
          bind(api, operation, platform);
      }
      await api.register(async (forms) => {
        forms.removeAllContentTypeParsers();
        forms.addContentTypeParser(
          'application/x-www-form-urlencoded',
          { parseAs: 'string' },
          (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(String(text)))),
        );
        await forms.register(fastifyMultipart, {
          attachFieldsToBody: 'keyValues',
          limits: { files: 0, fields: 10, parts: 10, fieldSize: 1_000, headerPairs: 50 },
        });
        for (const operation of operations) {
          if (operation.endpoint.kind === 'form') bind(forms, operation, platform);
        }
      });
      await api.register(async (uploads) => {
        await uploads.register(fastifyMultipart, {
          throwFileSizeLimit: true,
          // What has come in whole pieces is hashed and written at once; each piece costs as much as a small file.
          fileHwm: 256 * 1024,
          // The size of a file is limited where it is received; the organisation sets it.
          limits: {
            files: 1,
            fields: 10,
            parts: 12,
            fieldSize: 10_000,
            fileSize: 1024 * 1024 * 1024,
            headerPairs: 50,
          },
        });
        for (const operation of operations) {
          if (operation.endpoint.kind === 'upload') bind(uploads, operation, platform);
        }
      });
    },
    { prefix: '/api' },
  );
  await beside(app);
  return app;
}
