import { Readable } from 'node:stream';
import type { Endpoint } from '@clearcall/contract/endpoint.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { z } from 'zod';
import type { Platform } from '../platform.ts';
import { checkReply } from './check-reply.ts';

/** Sends one event. */
type Send<Events> = <Name extends keyof Events>(name: Name, payload: Events[Name]) => void;

/** What an operation of kind `events` returns: begins to send events, and returns how to stop. */
export type EventsOut<Reply extends z.ZodType = z.ZodType> = (send: Send<z.input<Reply>>) => () => void;

/**
 * Streams that one person may have open: browsers make six connections to a portal without HTTP/2, and the other requests
 * of the person need some of them.
 */
const maxOfPerson = 4;
/** A reader that leaves so much unread has gone. */
const maxUnreadBytes = 256 * 1024;

interface Opening {
  reply: FastifyReply;
  userId: number;
  follow: EventsOut;
  /** Whether the reader may still be here. It is asked at each beat. */
  isAdmitted: () => Promise<boolean>;
}

/**
 * The open streams of an operation of kind `events`. Each ends after a while and is opened again by its browser: a reader
 * whose connection broke without a word is gone by then. All end when the portal stops. None holds a database connection.
 */
export function eventStreams(app: FastifyInstance, endpoint: Endpoint, platform: Platform) {
  const { beatMs, lifeMs } = platform.config.events;
  const open = new Map<() => void, number>();
  // Before the server waits for its connections.
  app.addHook('preClose', async () => {
    for (const end of [...open.keys()]) end();
  });

  return {
    /** Whether a person has as many streams open as one may have. */
    isFull: (userId: number) => [...open.values()].filter((one) => one === userId).length >= maxOfPerson,

    /** Answers with a stream. */
    send({ reply, userId, follow, isAdmitted }: Opening): FastifyReply {
      const stream = new Readable({ read() {} });
      const write = (text: string) => {
        stream.push(text);
        if (stream.readableLength > maxUnreadBytes) stream.destroy();
      };
      const end = () => {
        if (!open.delete(end)) return;
        clearInterval(beat);
        clearTimeout(life);
        stop();
        stream.push(null);
      };
      const beat = setInterval(() => {
        write(':\n\n');
        // While the database is away nobody is sent away: there are no events either.
        isAdmitted().then(
          (admitted) => {
            if (!admitted) end();
          },
          () => undefined,
        );
      }, beatMs);
      const life = setTimeout(end, lifeMs);
      open.set(end, userId);
      const stop = follow((name, payload) => {
        const event = checkReply(endpoint, { [name]: payload }, platform) as Record<PropertyKey, unknown>;
        write(`event: ${String(name)}\ndata: ${JSON.stringify(event[name])}\n\n`);
      });
      stream.once('close', end);
      reply.raw.once('close', () => stream.destroy());
      if (reply.raw.destroyed) stream.destroy();
      // The headers leave at once.
      stream.push(':\n\n');
      return (
        reply
          .type('text/event-stream; charset=utf-8')
          .header('Cache-Control', 'no-store, no-transform')
          // nginx would collect what it passes on.
          .header('X-Accel-Buffering', 'no')
          // A connection that stays open after the stream would keep a portal that stops waiting.
          .header('Connection', 'close')
          .send(stream)
      );
    },
  };
}
