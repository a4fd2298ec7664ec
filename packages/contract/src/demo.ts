import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { textId } from './values.ts';

export const listKeptMails = endpoint({
  kind: 'json',
  method: 'GET',
  path: '/demo/mails',
  summary: 'Mails that were kept instead of sent, newest first.',
  changes: 'nothing',
  access: 'demo',
  query: z.strictObject({ to: z.string().max(254).optional() }),
  reply: z.array(
    z.strictObject({
      id: z.uuid(),
      to: z.string(),
      from: z.string(),
      subject: z.string(),
      text: z.string(),
      html: z.string(),
      /** What mail programs act on, as it would be sent. */
      headers: z.record(z.string(), z.string()),
      sentAt: z.string(),
    }),
  ),
  refusals: [],
});

const clockSchema = z.strictObject({
  /** The time of calls and applications. */
  now: z.iso.datetime(),
  /** The time of sessions, links and limits. */
  realNow: z.iso.datetime(),
  offsetSeconds: z.number(),
});

export const showClock = endpoint({
  kind: 'json',
  method: 'GET',
  path: '/demo/clock',
  summary:
    'The time of calls and applications in this demonstration, and how far it is ahead of the real one.',
  changes: 'nothing',
  access: 'demo',
  reply: clockSchema,
  refusals: ['not_found'],
});

export const moveClock = endpoint({
  kind: 'json',
  method: 'POST',
  path: '/demo/clock',
  summary: 'Moves the time of calls and applications forward; what waits for that time happens.',
  changes: 'applications',
  access: 'demo',
  body: z.strictObject({ to: z.iso.datetime({ offset: true, error: textId('refusals.input.dateTime') }) }),
  reply: clockSchema,
  refusals: ['not_found', 'clock_goes_forward', 'clock_too_far'],
  perMinute: 60,
});

export const showTime = endpoint({
  kind: 'json',
  method: 'GET',
  path: '/time',
  summary: 'The time of calls and applications by the clock of the server, which decides about deadlines.',
  changes: 'nothing',
  access: 'public',
  time: 'workflow',
  reply: z.strictObject({ now: z.iso.datetime() }),
  refusals: [],
});

export const openHealth = endpoint({
  kind: 'json',
  method: 'GET',
  path: '/health',
  summary: 'Whether the portal lives and can answer.',
  changes: 'nothing',
  access: 'public',
  reply: z.strictObject({
    live: z.literal(true),
    ready: z.boolean(),
    version: z.string(),
    /**
     * waiting: an email was tried and has not been sent for ten minutes. off: there is no mail server. None is lost in
     * either case.
     */
    mails: z.enum(['flowing', 'waiting', 'off']).optional(),
    /** waiting: a job has been due for ten minutes and no process has begun it. */
    jobs: z.enum(['going', 'waiting']).optional(),
    /** corrected: the last nightly check found that lists did not follow the view rules; the log names the applications. */
    readerships: z.enum(['right', 'corrected']).optional(),
    /** kept: the stored settings of the organisation cannot be read; those read before stay, and nothing is deleted. */
    settings: z.enum(['read', 'kept']).optional(),
  }),
  refusals: ['unavailable'],
});
