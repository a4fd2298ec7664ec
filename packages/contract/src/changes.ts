import { commentTextSchema, fieldKeySchema, pointSchema } from '@clearcall/domain/applications/thread.ts';
import { instant } from '@clearcall/domain/calls/call.ts';
import { uuid } from '@clearcall/domain/values/uuid.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { done } from './values.ts';

const common = {
  kind: 'json',
  changes: 'applications',
  access: 'signed_in',
  time: 'workflow',
  portal: 'user_portal',
} as const;
const assignment = z.strictObject({ id: uuid });
const thread = z.strictObject({ id: uuid, threadId: uuid });

export const savePoint = endpoint({
  ...common,
  method: 'PUT',
  path: '/v2/assignments/:id/points',
  summary:
    'Keeps an own point at a field of what was submitted, for the change request that is to be made; seen by those alone who do the same work.',
  params: assignment,
  /** `revision`: of the point as it was last read; 0 for a new one. */
  body: pointSchema.extend({ revision: z.number().int().min(0) }),
  reply: z.strictObject({ revision: z.number().int() }),
  refusals: ['not_found', 'not_submitted', 'no_such_field', 'too_many_points', 'stale_revision'],
});

export const removePoint = endpoint({
  ...common,
  method: 'DELETE',
  path: '/v2/assignments/:id/points',
  summary: 'Removes an own point that was not sent yet, as it was last read.',
  params: assignment,
  body: z.strictObject({ ...fieldKeySchema, revision: z.number().int().min(1) }),
  reply: done,
  refusals: ['not_found', 'stale_revision'],
});

export const addComment = endpoint({
  ...common,
  method: 'POST',
  path: '/v2/assignments/:id/threads/:threadId/comments',
  summary:
    'Answers what a change request asks for at a field, and says that it is done. Others see it once the assignment is submitted again.',
  repeatable: true,
  params: thread,
  body: z.strictObject({ text: commentTextSchema }),
  reply: z.strictObject({ id: uuid, createdAt: instant }),
  refusals: [
    'key_reused',
    'not_found',
    'not_editable',
    'step_locked',
    'deadline_passed',
    'too_many_comments',
  ],
});

export const markAnswered = endpoint({
  ...common,
  method: 'PUT',
  path: '/v2/assignments/:id/threads/:threadId',
  summary: 'Says of what a change request asks for at a field that it is done, or not yet.',
  params: thread,
  body: z.strictObject({ answered: z.boolean() }),
  reply: z.strictObject({ answered: z.boolean() }),
  refusals: ['not_found', 'not_editable', 'step_locked', 'deadline_passed'],
});

const number = z
  .string()
  .regex(/^[1-9]\d{0,5}$/)
  .transform(Number);
const submission = z.strictObject({
  number: z.number().int(),
  /** Null outside of the staff, if it is a review. */
  submittedAt: instant.nullable(),
});

export const listChanges = endpoint({
  ...common,
  method: 'GET',
  path: '/v2/assignments/:id/changes',
  summary:
    'What changed from one submission of an assignment to another, by default of the last two; for staff and whoever judges it.',
  changes: 'nothing',
  params: assignment,
  query: z.strictObject({ from: number.optional(), to: number.optional() }),
  reply: z.strictObject({
    /** All of them, the newest first. */
    submissions: z.array(submission),
    /** null: there is one submission alone. */
    from: submission.nullable(),
    to: submission,
    answers: z.array(
      z.strictObject({ ...fieldKeySchema, was: z.array(z.string()), is: z.array(z.string()) }),
    ),
    rows: z.array(
      z.strictObject({
        id: uuid,
        flowElementId: z.string(),
        change: z.enum(['added', 'removed', 'moved']),
        /** Places among the rows of the group, from 0. */
        was: z.number().int().nullable(),
        is: z.number().int().nullable(),
      }),
    ),
  }),
  refusals: ['not_found'],
});
