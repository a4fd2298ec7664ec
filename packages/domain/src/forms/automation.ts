import { z } from 'zod';
import { isEmail } from './email-address.ts';
import { eventNames, recipientRules, timerAnchors } from './event-names.ts';
import { findingText } from './fault.ts';
import type { Rule, StepDeadline } from './types.ts';

/**
 * What a flow does by itself: when, on which condition, what, and for whom. Only the shape is read here; what the parts
 * mean to each other is checkAutomations' to say. Source: Requirements 2d, 1.
 */

const id = z.string().min(1).max(200);
/** Ten years: what is further away is a slip of the pen. */
const days = z.int().min(0).max(3_653);

/** When, by what happened. `role` and `partition` are those of the assignment that it happened to. */
const eventTrigger = z
  .strictObject({
    event: z.enum(eventNames),
    step: id.exactOptional(),
    role: id.exactOptional(),
    partition: id.exactOptional(),
    /** Of a judgement: the step that judges, or, of the application's result, the final step that was released. */
    by: id.exactOptional(),
    /** Of `all_at_step`: whose applications have all come so far. */
    of: z.enum(['cutoff', 'panel']).exactOptional(),
  })
  .refine(
    ({ event, by }) => by === undefined || ['approved', 'rejected', 'changes_requested'].includes(event),
    {
      error: findingText('findings.decisionOfStep'),
      path: ['by'],
    },
  )
  .refine(({ event, of }) => of === undefined || event === 'all_at_step', {
    error: findingText('findings.eventOf'),
    path: ['of'],
  })
  .refine(({ event, step }) => event !== 'all_at_step' || step !== undefined, {
    error: findingText('findings.stepMissing'),
    path: ['step'],
  });

const anchor = z.enum(timerAnchors);

const timer = z
  .strictObject({
    before: anchor.exactOptional(),
    after: anchor.exactOptional(),
    days,
    /** Whose work or release it is about. Of an assignment's work it stops when that is done. */
    step: id.exactOptional(),
    /** The step that stops it once it is done for the application. */
    until: id.exactOptional(),
  })
  .refine(({ before, after }) => (before === undefined) !== (after === undefined), {
    error: findingText('findings.timerOneOf'),
  })
  .refine(({ before }) => before !== 'assigned' && before !== 'released', {
    error: findingText('findings.timerUnforeseen'),
    path: ['before'],
  })
  .refine(
    ({ before, after, step }) =>
      step !== undefined || !['deadline', 'assigned', 'released'].includes((before ?? after) as string),
    { error: findingText('findings.stepMissing'), path: ['step'] },
  );

const trigger = z.union(
  [
    eventTrigger,
    z.strictObject({ timer }),
    /** Assigned for so many days, and neither accepted nor refused. */
    z.strictObject({ unanswered: days.min(1), step: id }),
    /** On the day of each month on which the award began, while it runs. */
    z.strictObject({ monthly: z.literal(true) }),
  ],
  { error: findingText('findings.triggerShape') },
);

/** To whom. A name alone means the assignment, the step and the partition of what happened. */
const recipient = z.preprocess(
  (value) => (typeof value === 'string' ? { to: value } : value),
  z
    .strictObject({ to: z.enum(recipientRules), step: id.exactOptional(), element: id.exactOptional() })
    .refine(({ to, element }) => (to === 'form_element_email') === (element !== undefined), {
      error: findingText('findings.recipientField'),
      path: ['element'],
    })
    .refine(({ to, step }) => step === undefined || !['application_owner', 'admins'].includes(to), {
      error: findingText('findings.stepUnused'),
      path: ['step'],
    }),
);

/** To whom a step is given. */
const assignee = z.union(
  [
    z.enum([
      'application_owner',
      /** Nobody yet, one assignment for each partition that remains, or for that of the event: people of its centre take it. */
      'centres',
    ]),
    z.strictObject({ ownerOf: id }),
    z.strictObject({ leadOf: id }),
    /** Nobody yet: whoever has the role takes it. */
    z.strictObject({ role: id }),
    /** The members of the application's panel who have this part in it; without a part, each in their own. */
    z.strictObject({ panel: z.union([id, z.literal(true)]) }),
    /** The address of an account of the portal. */
    z.strictObject({ person: z.string().refine(isEmail) }),
  ],
  {
    error: findingText('findings.assigneeShape'),
  },
);

/**
 * The schema of an automation, from those of a condition and of a deadline, which the flow document has too.
 */
export function automationSchema<R extends z.ZodType<Rule>, D extends z.ZodType<StepDeadline>>(
  rule: R,
  deadline: D,
) {
  const common = { id, on: trigger, when: rule.exactOptional() };
  return z.discriminatedUnion('do', [
    z.strictObject({
      ...common,
      do: z.literal('assign'),
      step: id,
      to: assignee,
      /** The role in which it is worked on; the step's own when absent. */
      role: id.exactOptional(),
      lead: z.boolean().exactOptional(),
      deadline: deadline.exactOptional(),
    }),
    z.strictObject({
      ...common,
      do: z.literal('notify'),
      recipients: z.array(recipient).min(1),
      template: id,
    }),
    /** Lets those read a step whom its view rules open it to from its release on. */
    z.strictObject({ ...common, do: z.literal('change_visibility'), step: id }),
    z.strictObject({ ...common, do: z.literal('unlock'), step: id }),
    z.strictObject({ ...common, do: z.literal('reopen'), step: id, deadline: deadline.exactOptional() }),
  ]);
}
