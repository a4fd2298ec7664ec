import { instant, reportFormats } from '@clearcall/domain/calls/call.ts';
import { isPlainDate } from '@clearcall/domain/forms/dates.ts';
import { changeActions, changeSubjects } from '@clearcall/domain/organisation/configuration-change.ts';
import { personStates } from '@clearcall/domain/people/account-status.ts';
import { maxFields, maxTagLength } from '@clearcall/domain/people/profile.ts';
import { maxInvited } from '@clearcall/domain/people/read-invitations.ts';
import { roleCodes } from '@clearcall/domain/people/roles.ts';
import { personRefusals } from '@clearcall/domain/permissions/administration.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import type { RefusalCode } from './refusals.ts';
import { done, foldedEmail, numericId, oneLine, reasonText, textId } from './values.ts';

const common = { kind: 'json', changes: 'nothing', access: 'read_people' } as const;

const code = z.string().min(1).max(100);
/** A word by which administrators group people. */
const tag = oneLine.trim().min(1).max(maxTagLength);

/** Belongs to a centre or to a panel. */
const membership = z.strictObject({
  kind: z.enum(['centre', 'panel']),
  /** Id of the centre, or code of the panel. */
  id: code,
  part: code,
});

const plainDate = z
  .string()
  .refine(isPlainDate, { error: textId('refusals.input.date') })
  .nullable();

/** First and last day of a membership; null if it has none. */
export const membershipDays = { startsOn: plainDate, endsOn: plainDate };

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
  memberships: z.array(membership.extend({ ...membershipDays, name: z.string() })),
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
    tag: tag.optional(),
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
  summary:
    'Centres, fields of expertise, by which panels are named, and tags, to filter people by and to give them.',
  reply: z.strictObject({
    centres: z.array(choice),
    fields: z.array(choice),
    /** The tags in use. */
    tags: z.array(z.string()),
  }),
  refusals: [],
});

const personId = z.strictObject({ id: numericId });

/** How many, or null for fewer than 5: a small number would tell what single applications are about. */
export const coarse = z.number().int().min(5).nullable();

/** The changes by administrators to one object. */
export const configurationChange = z.strictObject({
  id: z.number().int(),
  at: instant,
  /** Name of the administrator; null: the operator. */
  by: z.string().nullable(),
  action: z.enum(changeActions),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  reason: z.string().nullable(),
  subject: z.strictObject({ kind: z.enum(changeSubjects), id: z.string(), name: z.string() }),
  /** Name of the centre that the values name by its id. */
  centre: z.string().nullable(),
  /** Name of the person who got the work of the subject; null after their account was closed, and of other changes. */
  successor: z.string().nullable(),
});

const whyNot = z.enum(personRefusals).nullable();

export const openPerson = endpoint({
  ...common,
  method: 'GET',
  path: '/admin/people/:id',
  summary:
    'One account: its role, memberships, numbers of its work, and what administrators changed about it.',
  params: personId,
  reply: personRow.extend({
    createdAt: instant,
    fields: z.array(z.string()),
    tags: z.array(z.string()),
    temporary: z.boolean(),
    mandateStart: z.string().nullable(),
    mandateEnd: z.string().nullable(),
    /** The newest link of an invitation that has no answer; null if there is none. */
    invitation: z.strictObject({ sentAt: instant, endsAt: instant }).nullable(),
    /** Sessions that are open now. */
    sessions: z.number().int(),
    /** Submitted applications of their own, and assignments on those of others; `leads` are open ones as lead. */
    work: z.strictObject({ applications: coarse, open: coarse, leads: coarse, done: coarse }),
    /** Why the caller may not change anything, give another role, or lock the account. */
    whyNot: z.strictObject({ change: whyNot, giveRole: whyNot, lock: whyNot }),
    /** The newest first. */
    changes: z.array(configurationChange),
  }),
  refusals: ['not_found'],
});

const changing = {
  kind: 'json',
  changes: 'accounts',
  access: 'change_people',
  params: personId,
  reply: done,
} as const;
/** What every command about a person can be refused with. */
const ofPerson = ['not_found', 'role_above_own'] as const;
const reason = reasonText.min(1, { error: textId('refusals.reason_needed') });

/** What the days of a membership can be refused with. */
const ofDays = ['days_out_of_order', 'last_day_past'] as const;

export const giveRole = endpoint({
  ...changing,
  method: 'PUT',
  path: '/admin/people/:id/role',
  summary: 'Gives a person another role, which counts from their next request on.',
  body: z.strictObject({ role: z.enum(roleCodes), reason }),
  refusals: [...ofPerson, 'own_role', 'last_administrator'],
});

export const lockAccount = endpoint({
  ...changing,
  method: 'PUT',
  path: '/admin/people/:id/lock',
  summary:
    'Locks an active account: its sessions end, and it gets no work and no emails. Its owner is told by email.',
  body: z.strictObject({ reason }),
  refusals: [...ofPerson, 'own_account', 'last_administrator', 'account_not_active'],
});

export const unlockAccount = endpoint({
  ...changing,
  method: 'PUT',
  path: '/admin/people/:id/unlock',
  summary: 'Unlocks an account that was locked by an administrator. Its owner is told by email.',
  body: z.strictObject({ reason }),
  refusals: [...ofPerson, 'account_not_locked'],
});

export const addMembership = endpoint({
  ...changing,
  method: 'POST',
  path: '/admin/people/:id/memberships',
  summary:
    'Adds a person to a centre or panel, from a first day and until the end of a last day if they are given. Nothing happens if they belong to it in this part already, or will.',
  body: membership.extend({
    startsOn: plainDate.default(null),
    endsOn: plainDate.default(null),
  }),
  refusals: [...ofPerson, 'no_such_membership', ...ofDays],
});

export const changeMembership = endpoint({
  ...changing,
  method: 'PUT',
  path: '/admin/people/:id/memberships',
  summary: 'Changes the last day of a membership.',
  body: membership.extend({ endsOn: plainDate }),
  refusals: [...ofPerson, ...ofDays],
});

export const removeMembership = endpoint({
  ...changing,
  method: 'DELETE',
  path: '/admin/people/:id/memberships',
  summary: 'Removes a person from a centre or panel.',
  body: membership,
  refusals: ofPerson,
});

export const setMandate = endpoint({
  ...changing,
  method: 'PUT',
  path: '/admin/people/:id/mandate',
  summary: 'Sets the first and last day of a person’s mandate, and whether they are unavailable at present.',
  body: z.strictObject({ start: plainDate, end: plainDate, temporary: z.boolean() }),
  refusals: [...ofPerson, 'days_out_of_order'],
});

export const setFields = endpoint({
  ...changing,
  method: 'PUT',
  path: '/admin/people/:id/fields',
  summary: 'Sets the fields of expertise of a person, the most important first.',
  body: z.strictObject({ fields: z.array(code).max(maxFields) }),
  refusals: [...ofPerson, 'invalid_value'],
});

export const addTag = endpoint({
  ...changing,
  method: 'POST',
  path: '/admin/people/:id/tags',
  summary:
    'Adds a tag to a person, in the spelling that it has at other people. Nothing happens if they have it already.',
  body: z.strictObject({ tag }),
  refusals: [...ofPerson, 'too_many_tags'],
});

export const removeTag = endpoint({
  ...changing,
  method: 'DELETE',
  path: '/admin/people/:id/tags',
  summary: 'Removes a tag from a person.',
  body: z.strictObject({ tag }),
  refusals: ofPerson,
});

export const endSessionsOf = endpoint({
  ...changing,
  method: 'DELETE',
  path: '/admin/people/:id/sessions',
  summary: 'Ends all sessions of a person.',
  refusals: ofPerson,
});

export const sendPasswordLink = endpoint({
  ...changing,
  method: 'POST',
  path: '/admin/people/:id/password-link',
  summary: 'Emails a person a link to choose a new password.',
  body: z.strictObject({}),
  refusals: [...ofPerson, 'password_login_off', 'account_not_active'],
});

/** Why an assignment stays with a person whose work is handed on. */
export const stayingReasons = [
  'not_waiting',
  'role_not_assignable',
  'own_application',
  'in_conflict',
  'conflict_possible',
  'already_ongoing',
] as const satisfies readonly RefusalCode[];

const handingOn = {
  ...changing,
  method: 'POST',
  reply: z.strictObject({
    /** Assignments that go to the successor; 0 if none can. */
    goes: coarse.or(z.literal(0)),
    /** Those that stay, by the reason; none if the person has nothing left. */
    stays: z.array(z.strictObject({ reason: z.enum(stayingReasons), n: coarse })),
  }),
  refusals: [...ofPerson, 'same_successor', 'successor_not_active', 'nothing_to_hand_on'],
} as const;
const successorId = z.number().int();

export const checkHandingOn = endpoint({
  ...handingOn,
  path: '/admin/people/:id/hand-on/check',
  summary: 'Counts what handing on a person’s open assignments would do, without doing it.',
  changes: 'nothing',
  body: z.strictObject({ successorId }),
});

export const handOnWork = endpoint({
  ...handingOn,
  path: '/admin/people/:id/hand-on',
  summary:
    'Hands on the open assignments of a person, on applications of others, to a successor with partition, deadline and lead. An assignment that the successor cannot have stays.',
  body: z.strictObject({ successorId, reason }),
});

const invitee = z.strictObject({
  email: foldedEmail,
  firstName: oneLine.trim().max(80).default(''),
  lastName: oneLine.trim().max(80).default(''),
  /** In place of the role of the invitation. */
  role: z.enum(roleCodes).optional(),
});

const invitation = {
  kind: 'json',
  method: 'POST',
  access: 'change_people',
  body: z.strictObject({
    people: z.array(invitee).min(1).max(maxInvited),
    /** Of the people that have none of their own here. */
    role: z.enum(roleCodes),
  }),
  reply: z.strictObject({
    /** Addresses that get an invitation. */
    invited: z.number().int(),
    /** Those that have an account or an invitation already, and get nothing. */
    known: z.array(z.strictObject({ email: z.string(), state: z.enum(personStates) })),
  }),
  refusals: ['role_above_own'],
  bodyLimitBytes: 2 * 1024 * 1024,
  perMinute: 30,
} as const;

export const checkInvitations = endpoint({
  ...invitation,
  path: '/admin/invitations/check',
  summary: 'Previews the invitation of these people without inviting them.',
  changes: 'nothing',
});

export const invitePeople = endpoint({
  ...invitation,
  path: '/admin/invitations',
  summary:
    'Invites people by email to choose a password, all of them or none. Addresses with an account get nothing.',
  changes: 'accounts',
  reply: invitation.reply.omit({ invited: true }).extend({
    /** The new accounts. */
    invited: z.array(z.strictObject({ id: z.number().int(), email: z.string() })),
  }),
});

export const sendInvitationAgain = endpoint({
  ...changing,
  method: 'POST',
  path: '/admin/people/:id/invitation',
  summary: 'Emails a person who has not chosen a password yet a new link.',
  body: z.strictObject({}),
  refusals: [...ofPerson, 'account_not_invited'],
});

export const makeInvitationLink = endpoint({
  ...changing,
  method: 'POST',
  path: '/admin/people/:id/invitation-link',
  summary:
    'Makes a new link for a person who has not chosen a password yet, to be handed over by an administrator. Only its hash is stored, and earlier links stop working.',
  body: z.strictObject({}),
  reply: z.strictObject({ link: z.string(), days: z.number().int() }),
  refusals: [...ofPerson, 'password_login_off', 'account_not_invited'],
});

export const withdrawInvitation = endpoint({
  ...changing,
  method: 'DELETE',
  path: '/admin/people/:id/invitation',
  summary:
    'Deletes the account of a person who has not chosen a password yet. Not possible while work waits for them.',
  refusals: [...ofPerson, 'account_not_invited', 'work_waits'],
});

const changeFilter = {
  /** Words that the name of the administrator, or the name or address of the person, holds: each of them. */
  search: oneLine.trim().max(200).default(''),
  /** Places of settings whose names hold the search, in the language of the reader: their changes are found as well. */
  settings: z.array(z.string().max(200)).max(200).default([]),
  action: z.enum(changeActions).optional(),
  period: z.enum(['week', 'month', 'year']).optional(),
};

export const searchChanges = endpoint({
  kind: 'json',
  method: 'POST',
  path: '/admin/changes',
  summary: 'What administrators changed, the newest first.',
  changes: 'nothing',
  access: 'read_audit',
  body: z.strictObject({
    ...changeFilter,
    /** From 0. */
    page: z.number().int().min(0).max(10_000).default(0),
    pageSize: z.number().int().min(1).max(100).default(10),
  }),
  reply: z.strictObject({
    data: z.array(configurationChange),
    total: z.number().int(),
  }),
  refusals: [],
});

export const exportChanges = endpoint({
  kind: 'file',
  method: 'POST',
  path: '/admin/changes/export',
  summary: 'The same as a file, with the hash of each change.',
  changes: 'nothing',
  access: 'read_audit',
  body: z.strictObject({ ...changeFilter, format: z.enum(reportFormats) }),
  reply: z.unknown(),
  perMinute: 20,
  refusals: [],
});
