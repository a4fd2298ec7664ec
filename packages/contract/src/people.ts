import { instant } from '@clearcall/domain/calls/call.ts';
import { roleCodes } from '@clearcall/domain/people/roles.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { applicationKey } from './values.ts';

const person = z.strictObject({
  id: z.number().int(),
  firstName: z.string(),
  lastName: z.string(),
  /** For those who may know it. */
  email: z.string().optional(),
});

export const listPeople = endpoint({
  kind: 'json',
  method: 'POST',
  path: '/users',
  summary:
    'Names of people by their ids. Whom the caller may not know is left out, like whoever does not exist.',
  changes: 'nothing',
  access: 'signed_in',
  body: z.array(z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)).min(1).max(200),
  reply: z.array(person),
  heavy: true,
  refusals: [],
});

export const listPeopleOfApplication = endpoint({
  kind: 'json',
  method: 'GET',
  path: '/users/application/:id',
  summary: 'The people of an application, by its id or uid, as the caller may know them.',
  changes: 'nothing',
  access: 'signed_in',
  params: z.strictObject({ id: applicationKey }),
  reply: z.array(person),
  refusals: ['not_found'],
});

export const suggestPeople = endpoint({
  kind: 'json',
  method: 'POST',
  path: '/users/suggestions',
  summary: 'People who could be put on an application: for staff, and for those who may assign there.',
  changes: 'nothing',
  access: 'signed_in',
  body: z.strictObject({
    /** Part of a name; for staff also of an address. Empty: everybody. */
    search: z.string().trim().max(200).default(''),
    roles: z.array(z.enum(roleCodes)).max(roleCodes.length).default([]),
    /** The id or uid; staff may leave it out. */
    applicationId: z.union([z.number().int().min(1).transform(String), applicationKey]).optional(),
    /** For which step of it, and which partition: then each is told with what it says about this work, the best fit first. */
    flowElementId: z.string().min(1).max(200).optional(),
    partitionId: z.string().min(1).max(100).nullable().optional(),
    /** From 0. Source: Requirements 1, 7.16. */
    page: z.number().int().min(0).max(1_000).default(0),
    pageSize: z.number().int().min(1).max(100).default(20),
  }),
  reply: z.strictObject({
    data: z.array(
      person.extend({
        role: z.enum(roleCodes),
        /** The person refused work on the application, handed it back or lost it, and is among the last: with the time for staff. */
        ended: z
          .strictObject({ how: z.enum(['refused', 'handed_back', 'revoked']), at: instant.optional() })
          .optional(),
        /** With a step that the caller may fill. */
        work: z
          .strictObject({
            /** Names of the centres that the person belongs to. */
            centres: z.array(z.string()),
            /** How much waits for the person now, over all applications; for staff. */
            load: z.number().int().optional(),
            /** The place of the application's panel among the person's fields of expertise, from 1; null: it is none of them. */
            fit: z.number().int().nullable(),
            /** The person has an ongoing assignment on this step and partition. */
            isOngoing: z.boolean(),
            /** The person has submitted work on this step and partition. */
            hasSubmitted: z.literal(true).optional(),
          })
          .optional(),
      }),
    ),
    total: z.number().int(),
  }),
  refusals: ['not_found', 'forbidden'],
});
