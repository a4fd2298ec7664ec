import { instant, toldSchema } from '@clearcall/domain/calls/call.ts';
import { uuid } from '@clearcall/domain/values/uuid.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { applicationKey, numericId } from './values.ts';
import { refusalsOf, selection, stepId, unreadyApplications } from './workflow.ts';

const common = { kind: 'json', access: 'signed_in', portal: 'user_portal', time: 'workflow' } as const;

/** A release that staff can still stop: it takes effect at `dueAt`. */
const waiting = z.strictObject({ releaseId: uuid, dueAt: instant });

export const releaseStep = endpoint({
  ...common,
  method: 'POST',
  path: '/v2/applications/:id/release',
  summary:
    'Releases what a step has found to the people that its rules name; of a final step, the result. It takes effect ten minutes later and can be stopped until then.',
  changes: 'applications',
  params: z.strictObject({ id: applicationKey }),
  body: z.strictObject({ flowElementId: stepId }),
  /** Null if the step was released before and has nothing new. */
  reply: z.strictObject({ waiting: waiting.nullable() }),
  refusals: refusalsOf('release'),
});

export const releaseMany = endpoint({
  ...common,
  method: 'POST',
  path: '/v2/calls/:callId/release',
  summary:
    'Releases a step of many applications as the release of one does, and lists which of them were released before or are not ready.',
  changes: 'applications',
  params: z.strictObject({ callId: numericId }),
  /** `releaseId`: a release that is sent in several parts names them as one, so that staff stop all parts together. */
  body: z.strictObject({ ...selection, releaseId: uuid.optional() }),
  reply: z.strictObject({
    /** These releases wait from now on. */
    done: z.array(z.string()),
    /** An earlier release of these still waits. */
    waiting: z.array(z.string()),
    releasedBefore: z.array(z.string()),
    notReady: unreadyApplications,
  }),
  refusals: ['not_found'],
});

const waitingRelease = z.strictObject({
  id: uuid,
  /** The step, with its title in the language of the reader. */
  step: z.string(),
  title: z.string(),
  told: toldSchema,
  /** Until when it can be stopped: the first moment at which one of its applications is released. */
  dueAt: instant,
  /** Null if an automation released it. */
  releasedBy: z
    .strictObject({ id: z.number().int(), firstName: z.string(), lastName: z.string() })
    .nullable(),
  /** The number of applications that still wait in it. */
  applications: z.number().int(),
});
export type WaitingRelease = z.infer<typeof waitingRelease>;

export const listWaitingReleases = endpoint({
  ...common,
  method: 'GET',
  path: '/v2/releases/waiting',
  summary:
    'The releases that have not taken effect yet and can be stopped; for staff, of one application or of all.',
  changes: 'nothing',
  query: z.strictObject({ applicationId: numericId.optional() }),
  reply: z.array(waitingRelease),
  refusals: ['not_found'],
});

export const stopRelease = endpoint({
  ...common,
  method: 'POST',
  path: '/v2/releases/:id/stop',
  summary:
    'Stops a release before it takes effect, of one application or of all: nobody sees anything of it.',
  changes: 'applications',
  params: z.strictObject({ id: uuid }),
  body: z.strictObject({ applicationId: z.number().int().positive().optional() }),
  reply: z.strictObject({ stopped: z.number().int() }),
  refusals: ['not_found', 'release_done'],
});
