import { instant } from '@clearcall/domain/calls/call.ts';
import { personStates } from '@clearcall/domain/people/account-status.ts';
import { roleCodes } from '@clearcall/domain/people/roles.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { oneLine } from './values.ts';

const common = { kind: 'json', changes: 'nothing', access: 'read_people' } as const;

const code = z.string().min(1).max(100);

/** Belongs to a centre or to a panel. */
const membership = z.strictObject({
  kind: z.enum(['centre', 'panel']),
  /** Id of the centre, or code of the panel. */
  id: code,
  part: code,
});

/** When somebody last logged in, in days before now. */
export const lastLogins = ['week', 'month', 'year', 'longer', 'never'] as const;

const personRow = z.strictObject({
  id: z.number().int(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: z.enum(roleCodes),
  state: z.enum(personStates),
  lastLoginAt: instant.nullable(),
  memberships: z.array(membership.extend({ name: z.string() })),
});
export type PersonRow = z.infer<typeof personRow>;

export const searchPeople = endpoint({
  ...common,
  method: 'POST',
  path: '/admin/people',
  summary: 'The accounts of the portal, filtered and sorted, with how many there are in each state.',
  body: z.strictObject({
    /** Words that a name or address holds, each of them. */
    search: oneLine.trim().max(200).default(''),
    role: z.enum(roleCodes).optional(),
    /** All but closed accounts if absent. */
    state: z.enum(personStates).optional(),
    centreId: code.optional(),
    panel: code.optional(),
    field: code.optional(),
    lastLogin: z.enum(lastLogins).optional(),
    sort: z.enum(['name', 'role', 'lastLogin']).default('name'),
    direction: z.enum(['ASC', 'DESC']).default('ASC'),
    /** From 0. */
    page: z.number().int().min(0).max(10_000).default(0),
    pageSize: z.number().int().min(1).max(100).default(10),
  }),
  reply: z.strictObject({
    data: z.array(personRow),
    total: z.number().int(),
    /** By state, of all that match the other filters. */
    states: z.record(z.enum(personStates), z.number().int()),
  }),
  refusals: [],
});

const choice = z.strictObject({ value: z.string(), label: z.string() });

export const listPeopleChoices = endpoint({
  ...common,
  method: 'GET',
  path: '/admin/people/choices',
  summary: 'What people can be in: centres, and fields of expertise, which panels are named by.',
  reply: z.strictObject({
    centres: z.array(choice),
    fields: z.array(choice),
  }),
  refusals: [],
});
