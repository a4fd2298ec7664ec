import { type Endpoint, portalOf } from '@clearcall/contract/endpoint.ts';
import { hasRight, isRight, type Right } from '@clearcall/domain/permissions/administration.ts';
import { mayUsePortal } from '@clearcall/domain/permissions/portals.ts';
import { uuid } from '@clearcall/domain/values/uuid.ts';
import type { ReaderLanguage } from '@clearcall/i18n/language.ts';
import { message } from '@clearcall/i18n/message.ts';
import type { Translator } from '@clearcall/i18n/translator.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Actor, authenticate, bearerToken } from '../auth/authenticate.ts';
import type { Topic } from '../changes.ts';
import { type Platform, workflowNow } from '../platform.ts';
import { readerLanguage } from '../translators.ts';
import { badStrings, cleanStrings } from './bad-strings.ts';
import { checkReply } from './check-reply.ts';
import { clientAddress } from './client-address.ts';
import { EncodedResponse, encodeResponse, sendEncoded } from './encoded-response.ts';
import { type EventsOut, eventStreams } from './event-streams.ts';
import { isCrossOrigin } from './is-cross-origin.ts';
import { type Issue, issueMessage, issuesOf, sentencesOf } from './issue-messages.ts';
import { isRefusal, type Refusal, refusalBody, refuse } from './refuse.ts';
import { type FileOut, sendFile } from './send-file.ts';

export type { Actor } from '../auth/authenticate.ts';
export type { Platform } from '../platform.ts';

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What an operation gets: everything parsed, the caller known, the clock read once. */
export interface Call<E extends Endpoint> {
  params: Parsed<E['params']>;
  query: Parsed<E['query']>;
  body: Parsed<E['body']>;
  actor: E['access'] extends 'signed_in' | 'staff' | Right ? Actor : Actor | null;
  /**
   * When the request's headers had arrived, in the time in which the operation lives. Deadlines count against this.
   */
  now: Date;
  /** By what the client is counted, as `clientAddress` says it. */
  ip: string;
  requestId: string;
  /** Makes words for whoever asks, where an answer that is no refusal holds some. */
  translator: Translator;
  /** What the sender calls this request by when it comes again; null without. */
  idempotencyKey: string | null;
  /** For multipart parts and cookies. */
  request: FastifyRequest;
  /** For cookies and headers alone: bind sends the answer. */
  reply: FastifyReply;
}

/** Where an operation of kind `redirect` sends the browser: made by us, never taken as it was given. */
interface RedirectOut {
  location: string;
}

/** What an operation of kind `file` answers where its file is still made: what `later` of its endpoint says. */
export class StillMade<Body extends { location: string } = { location: string }> {
  readonly body: Body;
  constructor(body: Body) {
    this.body = body;
  }
}

export type Outcome<E extends Endpoint> =
  | Refusal
  // Its content was held against the contract when it was made.
  | EncodedResponse
  | (E['kind'] extends 'file'
      ? FileOut | StillMade
      : E['kind'] extends 'redirect'
        ? RedirectOut
        : E['kind'] extends 'events'
          ? EventsOut<E['reply']>
          : z.input<E['reply']>);

/** An operation of the contract with the function that carries it out. */
export interface Operation {
  endpoint: Endpoint;
  // A method, so that an operation of a narrower endpoint is an Operation.
  handle(call: Call<Endpoint>, platform: Platform): Promise<unknown>;
  /** Everybody gets the same: who asks is not looked up. */
  forEverybody?: boolean;
}

export function operation<const E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>, platform: Platform) => Promise<Outcome<E>>,
): Operation {
  return { endpoint, handle: handle as unknown as Operation['handle'] };
}

/** What everybody gets, and from when on it is another even if nothing changes. null: never. */
interface ForEverybody<E extends Endpoint> {
  reply: z.input<E['reply']>;
  until: Date | null;
}

/**
 * An operation whose answer is the same for everybody who reads in a language: made once, kept in memory until one of the
 * topics changes, and by browsers for `maxAgeSeconds`. `make` says it for the moment `now` and the language `reader`;
 * null is answered as `not_found`.
 */
export function publicOperation<const E extends Endpoint & { access: 'public' }>(
  endpoint: E,
  { topics, maxAgeSeconds }: { topics: readonly Topic[]; maxAgeSeconds: number },
  make: (
    call: Pick<Call<E>, 'params' | 'query' | 'now'> & { reader: ReaderLanguage },
    platform: Platform,
  ) => Promise<ForEverybody<E> | null>,
): Operation {
  const handle: Operation['handle'] = async ({ params, query, request, reply }, platform) => {
    const now = (): Date =>
      endpoint.time === 'workflow'
        ? new Date(request.receivedAt.getTime() + platform.ahead.ms())
        : request.receivedAt;
    const reader = readerLanguage(request);
    const languages = [reader, platform.organisation.language()];
    const name = endpoint.path + JSON.stringify([languages, params, query]);
    const made = await platform.responseCache.take(name, topics, now, async (at) => {
      const found = await make(
        { params, query, now: at, reader } as Call<E> & { reader: ReaderLanguage },
        platform,
      );
      if (found === null) return null;
      const text = JSON.stringify(checkReply(endpoint, found.reply, platform));
      return { answer: await encodeResponse('application/json; charset=utf-8', text), until: found.until };
    });
    if (made === null) return refuse('not_found');
    reply.header('Cache-Control', `public, max-age=${maxAgeSeconds}`);
    reply.header('Content-Language', reader).header('Vary', 'Accept-Language');
    return made;
  };
  return { endpoint, handle, forEverybody: true };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** In real time. */
    receivedAt: Date;
    /** How far the time in which its operation lives is ahead of that. */
    aheadMs: number;
    actor: Actor | null;
  }
  interface FastifyContextConfig {
    /** Its bodies may take long, as long as they come along. */
    allowsSlowBody?: boolean;
  }
}

/** A body that was whole so long after its headers counts as of them. Source: Requirements 2, 3.9. */
const completeWithinMs = 60_000;

/**
 * What a request counts as of, once it is whole: the moment its headers arrived, so that our slowness costs nobody a
 * deadline; but nobody keeps a deadline open by a body that takes its time.
 */
export function countsAt(request: FastifyRequest, platform: Platform): Date {
  const isLate = platform.now().getTime() - request.receivedAt.getTime() > completeWithinMs;
  return isLate ? workflowNow(platform) : arrivedAt(request);
}

const arrivedAt = ({ receivedAt, aheadMs }: FastifyRequest): Date => new Date(receivedAt.getTime() + aheadMs);

/**
 * The time of the workflow as it stands in the database now: nobody who comes after it was moved finds it as it was. While
 * the database does not answer, what was known counts; the operation itself will say what is wrong.
 */
async function refreshWorkflowOffset({ ahead, databases }: Platform): Promise<void> {
  await ahead.refresh(databases.pool).catch(() => undefined);
}

/** What makes the words for whoever asks. */
export const translatorFor = (
  platform: Pick<Platform, 'organisation'>,
  request: FastifyRequest,
): Translator => platform.organisation.translator(readerLanguage(request));

/** Answers with a refusal, in the language of whoever asks. */
export function sendRefusal(
  platform: Pick<Platform, 'organisation'>,
  reply: FastifyReply,
  refusal: Refusal,
): FastifyReply {
  const translator = translatorFor(platform, reply.request);
  const body = refusalBody(refusal, translator);
  return reply.status(body.statusCode).header('Content-Language', translator.language).send(body);
}

/** Whether somebody (or nobody) may call an operation at all. */
function admits(endpoint: Endpoint, actor: Actor | null, demo: boolean): Refusal | null {
  const { access } = endpoint;
  const portal = portalOf(endpoint);
  if (access === 'public') return null;
  if (access === 'demo') return demo ? null : refuse('not_found');
  if (actor === null) return refuse('unauthorized');
  // A role that changed since the login counts now. Source: Requirements 1, 10.29.
  if (!mayUsePortal(actor.app, actor.role)) return refuse('portal_forbidden');
  if (portal !== undefined && actor.app !== portal) return refuse('portal_forbidden');
  if (access === 'signed_in') return null;
  const isAdmitted = isRight(access) ? hasRight(actor.role, access) : actor.isStaff;
  return isAdmitted ? null : refuse('forbidden');
}

type Parse = { ok: true; value: unknown } | { ok: false; sentences: string[]; issues: Issue[] };

/** A schema's output, or what is wrong: in sentences, and for those who write clients. */
function parse(
  schema: z.ZodType | undefined,
  given: unknown,
  where: Issue['in'],
  translator: Translator,
): Parse {
  if (schema === undefined) return { ok: true, value: undefined };
  const result = schema.safeParse(given, { error: issueMessage });
  return result.success
    ? { ok: true, value: result.data }
    : {
        ok: false,
        sentences: sentencesOf(result.error.issues, translator),
        issues: issuesOf(where, result.error.issues, translator),
      };
}

/** A body where none belongs is refused like an unknown field. The parts of an upload are read by its operation. */
function parseBody({ kind, body }: Endpoint, given: unknown, translator: Translator): Parse {
  if (kind === 'upload' || body !== undefined) return parse(body, given, 'body', translator);
  return given === undefined || given === null
    ? { ok: true, value: undefined }
    : { ok: false, sentences: [translator.translate(message('refusals.input.noBody'))], issues: [] };
}

/** As a header of RFC 8941 it is in quotes; without them it is understood as well. */
const keySchema = z
  .string()
  .regex(/^"?[^"]*"?$/)
  .transform((text) => text.replaceAll('"', ''))
  .pipe(uuid)
  .optional();

const generalPerMinute = 1_200;
const generalBodyLimit = 256 * 1024;

/**
 * Binds one operation to its place below /api: access first (so that nobody unknown makes us read a body), then path,
 * query and body, then the operation, then its reply held against the contract.
 */
export function bind(
  app: FastifyInstance,
  { endpoint, handle, forEverybody = false }: Operation,
  platform: Platform,
): void {
  // Nobody can have it made often: it costs no more than a file.
  const streams = endpoint.kind === 'events' ? eventStreams(app, endpoint, platform) : null;
  const isOne = forEverybody && endpoint.params === undefined && endpoint.query === undefined;
  /** Who calls, and why they may not. */
  async function admit(header: string | undefined, now: Date) {
    const token = bearerToken(header);
    const actor = token === null ? null : await authenticate(platform, token, now);
    return { actor, refusal: admits(endpoint, actor, platform.config.demo) };
  }
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    // HEAD is for looking, by whoever checks a link: where a GET does something or never ends, there is none.
    exposeHeadRoute: endpoint.method === 'GET' && endpoint.changes === 'nothing' && streams === null,
    bodyLimit: endpoint.bodyLimitBytes ?? generalBodyLimit,
    config: {
      rateLimit: isOne ? false : { max: endpoint.perMinute ?? generalPerMinute, timeWindow: 60_000 },
      allowsSlowBody: endpoint.kind === 'upload',
    },
    // Behind the limit of calls and before the body.
    preParsing: async (request, reply) => {
      if (forEverybody) return;
      // Posted with their own token by mail programs (RFC 8058), wherever they show the mail.
      if (endpoint.kind !== 'form' && isCrossOrigin(request, platform.config, endpoint.byCookie)) {
        return sendRefusal(platform, reply, refuse('foreign_page'));
      }
      const { actor, refusal } = await admit(request.headers.authorization, request.receivedAt);
      request.actor = actor;
      if (refusal !== null) return sendRefusal(platform, reply, refusal);
      const isOfWorkflow = endpoint.time === 'workflow';
      // Of somebody who is known it was learned with who it is.
      if (isOfWorkflow && request.actor === null) await refreshWorkflowOffset(platform);
      if (isOfWorkflow) request.aheadMs = platform.ahead.ms();
    },
    handler: async (request, reply) => {
      const translator = translatorFor(platform, request);
      const params = parse(endpoint.params, request.params, 'query', translator);
      if (!params.ok || badStrings(request.params)) return sendRefusal(platform, reply, refuse('not_found'));
      const query = parse(endpoint.query, cleanStrings(request.query), 'query', translator);
      const body = parseBody(endpoint, request.body, translator);
      const key = keySchema.safeParse(endpoint.repeatable ? request.headers['idempotency-key'] : undefined);
      if (!key.success)
        return sendRefusal(
          platform,
          reply,
          refuse('invalid_input', { message: [message('refusals.request.idempotencyKey')] }),
        );
      if (!query.ok || !body.ok) {
        const wrong = [query, body].filter((part) => !part.ok);
        const sentences = [...new Set(wrong.flatMap((part) => part.sentences))];
        const issues = wrong.flatMap((part) => part.issues);
        return sendRefusal(
          platform,
          reply,
          refuse('invalid_input', { message: sentences, body: { issues } }),
        );
      }
      const call = {
        params: params.value,
        query: query.value,
        body: body.value,
        actor: request.actor,
        now: arrivedAt(request),
        get ip() {
          return clientAddress(request.ip);
        },
        requestId: request.id,
        translator,
        idempotencyKey: key.data ?? null,
        request,
        reply,
      };
      if (request.actor !== null && streams?.isFull(request.actor.userId))
        return sendRefusal(platform, reply, refuse('too_many_requests'));
      // Whoever sees nothing but their own reads little.
      const reader = endpoint.heavy && request.actor?.role !== 'user' ? request.actor : null;
      const act = () => handle(call, platform);
      const outcome = await (reader === null ? act() : platform.databases.line.take(reader.userId, act));
      if (isRefusal(outcome)) return sendRefusal(platform, reply, outcome);
      // A stored answer would be of the time before the clock was moved.
      if (platform.config.demo && endpoint.time === 'workflow') reply.header('Cache-Control', 'no-store');
      if (outcome instanceof EncodedResponse) return sendEncoded(request, reply, outcome);
      if (outcome instanceof StillMade)
        return reply
          .status(202)
          .header('Location', outcome.body.location)
          .header('Cache-Control', 'no-store')
          .send(endpoint.later?.parse(outcome.body));
      if (streams !== null && request.actor !== null)
        return streams.send({
          reply,
          userId: request.actor.userId,
          follow: outcome as EventsOut,
          isAdmitted: async () =>
            (await admit(request.headers.authorization, platform.now())).refusal === null,
        });
      if (endpoint.kind === 'file')
        return sendFile(reply, outcome as FileOut, platform.config.requestTimeoutMs);
      if (endpoint.kind === 'redirect') return reply.redirect((outcome as RedirectOut).location);
      return reply.send(checkReply(endpoint, outcome, platform));
    },
  });
}
