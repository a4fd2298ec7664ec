import type { PersonalDataKind } from '@clearcall/domain/people/personal-data.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/db/schema.ts';

/** Who asks for their own data. */
export interface Asker {
  userId: number;
  isStaff: boolean;
  /** Which applications `ap` are there for them. */
  reach: RawBuilder<boolean>;
}

/** A column that tells to whom its row belongs, by the person's id or e-mail address. */
interface Place {
  /** The row of the privacy page that this is. */
  kind: PersonalDataKind;
  /** When the person deletes the account: the rows go, they stay, or close-account.ts says what becomes of them. */
  closing: 'delete' | 'stays' | 'by_hand';
  /** What the download shows of the rows: these columns, or what download-own-data.ts writes. */
  shows: readonly string[] | 'by_hand';
  /** Which of the rows the person may know; all where it is absent. */
  told?: (asker: Asker) => RawBuilder<boolean>;
}

/** An application of others that staff deal with, and know how the work on it goes. */
const forStaff = ({ userId, isStaff, reach }: Asker): RawBuilder<boolean> =>
  sql`(${isStaff} and ap.owner_id <> ${userId} and ${reach})`;

/**
 * Of what happened to applications: what one did to one's own. What others did to one's own work is told with that work, as
 * far as its page tells it; and one command may do more than whoever gave it may know, as a withdrawal ends reviews.
 */
const ownEvents = (asker: Asker): RawBuilder<boolean> =>
  sql`(application_id is null or user_id = ${asker.userId} and actor_id = ${asker.userId}
    or exists (select from applications ap where ap.id = events.application_id and ${forStaff(asker)}))`;

/** The same of the histories of assignments: of one's own, of those that one gave, and of what staff deal with. */
const ownActs = (asker: Asker): RawBuilder<boolean> =>
  sql`exists (select from assignments a join applications ap on ap.id = a.application_id
    where a.id = activities.assignment_id
      and (a.owner_id = ${asker.userId} or a.assigner_id = ${asker.userId} or ${forStaff(asker)}))`;

/** What never reached somebody they were not told. */
const sent = (): RawBuilder<boolean> => sql`sent_at is not null`;

type Column = { [T in keyof Database]: `${T}.${keyof Database[T] & string}` }[keyof Database];

/**
 * Every column of the database that refers to a person, with its promise. The deletion of an account and the download
 * of one's own data are carried out from this table; a test holds it against the database, so that a new column asks
 * for its row here. Hashes, tokens and keys are in no download, nor is an application that is not there for the person.
 */
export const placesOfPeople = {
  'sessions.user_id': {
    kind: 'sign_ins',
    closing: 'delete',
    shows: ['app', 'device', 'opened_at', 'created_at', 'expires_at', 'ended_at'],
  },
  'mail_tokens.user_id': {
    kind: 'sign_ins',
    closing: 'delete',
    shows: ['purpose', 'email', 'created_at', 'expires_at', 'used_at', 'closed_by'],
  },
  'mail_tokens.email': {
    kind: 'sign_ins',
    closing: 'delete',
    shows: ['purpose', 'created_at', 'expires_at', 'used_at', 'closed_by'],
  },
  'registrations.user_id': {
    kind: 'account',
    closing: 'delete',
    shows: ['first_name', 'last_name', 'accepted_terms_at', 'created_at'],
  },
  'identities.user_id': {
    kind: 'sign_ins',
    closing: 'delete',
    shows: ['provider', 'issuer', 'subject', 'label', 'created_at', 'last_used_at'],
  },
  'passkeys.user_id': {
    kind: 'sign_ins',
    closing: 'delete',
    shows: ['name', 'created_at', 'last_used_at'],
  },
  'second_factors.user_id': { kind: 'sign_ins', closing: 'delete', shows: ['since'] },
  'recovery_codes.user_id': { kind: 'sign_ins', closing: 'delete', shows: ['created_at', 'used_at'] },
  'sign_in_steps.user_id': {
    kind: 'sign_ins',
    closing: 'delete',
    shows: ['purpose', 'created_at', 'expires_at'],
  },
  'human_challenges.email': { kind: 'attempts', closing: 'delete', shows: ['kind', 'created_at', 'used_at'] },
  'memberships.user_id': {
    kind: 'account',
    closing: 'delete',
    shows: ['centre_id', 'panel', 'part', 'ends_on'],
  },
  'later_memberships.user_id': {
    kind: 'account',
    closing: 'delete',
    shows: ['centre_id', 'panel', 'part', 'starts_on', 'ends_on'],
  },
  'consents.user_id': { kind: 'consents', closing: 'stays', shows: ['subject', 'given', 'wording', 'at'] },
  'saved_views.user_id': { kind: 'account', closing: 'delete', shows: ['name', 'list', 'changed_at'] },
  'bank_details.user_id': { kind: 'bank', closing: 'delete', shows: 'by_hand' },

  'applications.owner_id': { kind: 'submitted', closing: 'by_hand', shows: 'by_hand' },
  'assignments.owner_id': { kind: 'reviews', closing: 'by_hand', shows: 'by_hand' },
  'assignments.assigner_id': {
    kind: 'reviews',
    closing: 'stays',
    shows: ['application_id', 'step_id', 'created_at'],
  },
  'activities.actor_id': {
    kind: 'reviews',
    closing: 'stays',
    shows: ['assignment_id', 'status', 'reason', 'created_at'],
    told: ownActs,
  },
  'step_arrivals.forced_by': {
    kind: 'reviews',
    closing: 'stays',
    shows: ['step_id', 'reason', 'noted_at'],
  },
  'planned_actions.settled_by': {
    kind: 'reviews',
    closing: 'stays',
    shows: ['automation_id', 'reason', 'settled_at'],
  },
  'notes.author_id': {
    kind: 'reviews',
    closing: 'stays',
    shows: ['application_id', 'text', 'created_at', 'changed_at'],
  },
  'comments.author_id': {
    kind: 'reviews',
    closing: 'stays',
    shows: ['thread_id', 'role', 'text', 'created_at'],
  },
  // What was gathered and not sent yet is nobody's but theirs and their colleagues'.
  'points.author_id': {
    kind: 'reviews',
    closing: 'stays',
    shows: ['assignment_id', 'element_id', 'text', 'changed_at'],
  },
  'suggested_replacements.suggested_by': {
    kind: 'reviews',
    closing: 'delete',
    shows: ['assignment_id', 'name', 'email', 'institution', 'created_at'],
  },
  // Of whoever was named: that they were, and not by whom nor for what.
  'suggested_replacements.email': {
    kind: 'reviews',
    closing: 'delete',
    shows: ['name', 'institution', 'created_at'],
  },
  'certificates.user_id': {
    kind: 'certificates',
    closing: 'delete',
    shows: ['first_day', 'last_day', 'made_at', 'says'],
  },
  'submissions.submitted_by': {
    kind: 'submissions',
    closing: 'stays',
    shows: ['assignment_id', 'number', 'submitted_at', 'content'],
  },
  'decisions.decided_by': {
    kind: 'reviews',
    closing: 'stays',
    shows: ['application_id', 'partition_id', 'version', 'outcome', 'amount', 'reason', 'decided_at'],
  },
  // Why, in words, only where the person wrote them; which application it is they are not told any more.
  'conflicts.user_id': { kind: 'conflicts', closing: 'stays', shows: ['source', 'noted_at', 'cleared_at'] },
  'conflicts.noted_by': { kind: 'conflicts', closing: 'stays', shows: ['source', 'reason', 'noted_at'] },
  'conflicts.cleared_by': {
    kind: 'conflicts',
    closing: 'stays',
    shows: ['cleared_reason', 'cleared_at'],
  },
  'answers.author_id': { kind: 'submitted', closing: 'by_hand', shows: 'by_hand' },
  'documents.uploaded_by': { kind: 'submitted', closing: 'by_hand', shows: 'by_hand' },
  'uploads.uploaded_by': { kind: 'submitted', closing: 'by_hand', shows: 'by_hand' },

  'answered_requests.user_id': { kind: 'events', closing: 'delete', shows: ['answered_at'] },
  'events.user_id': {
    kind: 'events',
    closing: 'by_hand',
    shows: ['type', 'application_id', 'occurred_at'],
    told: ownEvents,
  },
  'waiting_releases.released_by': {
    kind: 'events',
    closing: 'stays',
    shows: ['application_id', 'step_id', 'due_at'],
  },
  'letter_releases.released_by': {
    kind: 'events',
    closing: 'stays',
    shows: ['step_id', 'goes_at', 'stopped_at'],
  },
  'letter_releases.stopped_by': { kind: 'events', closing: 'stays', shows: ['step_id', 'stopped_at'] },
  'events.actor_id': {
    kind: 'events',
    closing: 'stays',
    shows: ['type', 'application_id', 'occurred_at'],
    told: ownEvents,
  },
  'configuration_changes.actor_id': {
    kind: 'administration',
    closing: 'stays',
    shows: ['action', 'subject_kind', 'at'],
  },
  'call_changes.author_id': { kind: 'administration', closing: 'stays', shows: ['call_id', 'at'] },
  'call_previews.creator_id': {
    kind: 'administration',
    closing: 'stays',
    shows: ['call_id', 'created_at', 'expires_at'],
  },
  'planned_publications.planned_by': {
    kind: 'administration',
    closing: 'stays',
    shows: ['call_id', 'due_at'],
  },
  'planned_publications.approved_by': {
    kind: 'administration',
    closing: 'stays',
    shows: ['call_id', 'due_at'],
  },
  'publications.publisher_id': {
    kind: 'administration',
    closing: 'stays',
    shows: ['call_id', 'number', 'at'],
  },
  'publications.approver_id': {
    kind: 'administration',
    closing: 'stays',
    shows: ['call_id', 'number', 'at'],
  },
  'configuration_changes.subject_id': {
    kind: 'administration',
    closing: 'stays',
    shows: ['action', 'before', 'after', 'at'],
    told: () => sql`subject_kind = 'person'`,
  },
  'calendar_entries.user_id': { kind: 'mails', closing: 'delete', shows: ['due_at', 'cancelled_at'] },
  'deliveries.recipient': {
    kind: 'mails',
    closing: 'delete',
    shows: ['template', 'state', 'planned_at', 'sent_at'],
    told: sent,
  },
  'printouts.user_id': {
    kind: 'events',
    closing: 'stays',
    shows: ['kind', 'state', 'requested_at', 'made_at'],
  },
  'reports.user_id': {
    kind: 'events',
    closing: 'stays',
    shows: ['format', 'state', 'requested_at', 'made_at'],
  },
  'legacy_records.emails': { kind: 'archive', closing: 'stays', shows: ['number', 'call_name'] },
  'kept_mails.recipient': { kind: 'mails', closing: 'delete', shows: ['subject', 'kept_at'] },
} as const satisfies Partial<Record<Column, Place>>;

/** Columns that look as if they told of a person, and do not, or do so only as part of something else. */
export const placesOfNobody: Readonly<Record<string, string>> = {
  'applications.pi_first_name': 'part of the application',
  'applications.pi_last_name': 'part of the application',
  'call_links.address': 'of a page that a call leads to',
  'mail_tokens.closed_by': 'says why a link is closed: used, or a new password',
  'registrations.first_name': 'in a row that is listed',
  'registrations.last_name': 'in a row that is listed',
  'sessions.device': 'in a row that is listed',
  'documents.original_filename': 'part of the application',
  'documents.filename': 'part of the application',
  'uploads.original_filename': 'part of the application',
  'uploads.filename': 'part of the application',
  'identities.label': 'in a row that is listed',
  'assignments.label_number': 'a number drawn at a release, in a row that is listed',
  'flow_steps.owner_role': 'names a role of a flow',
  'flow_steps.assigned_by': 'names roles of a flow',
  'flow_steps.started_by': 'says whether an event or a time starts a step',
  'call_documents.filename': 'names a document of a call and the call',
  'call_files.filename': 'names a document of a call',
  'legacy_files.filename': 'part of the archived application',
  'archive_imports.filename': 'names the export of an earlier portal; deleted after a week',
  'legacy_records.people': 'in a row that is listed',
  'centres.contact': 'address of the office of a computing centre',
  'options.label': 'names an option',
  'reports.filename': 'names a call',
};

/** The rows of a place that are this person's: found by the address where the column holds one, else by the id. */
export function isOf(
  person: { id: number; email: string },
  { column }: { column: string },
): RawBuilder<boolean> {
  if (column === 'emails') return sql`${person.email}::citext = any(${sql.ref(column)})`;
  // Holds the ID of a person, or the code of another kind of subject.
  if (column === 'subject_id') return sql`${sql.ref(column)} = ${String(person.id)}`;
  const byAddress = column === 'email' || column === 'recipient';
  return sql`${sql.ref(column)} = ${byAddress ? sql`${person.email}::citext` : sql`${person.id}::bigint`}`;
}

/** The places as a list: table, column and promise. */
export const places: readonly (Place & { name: string; table: string; column: string })[] = Object.entries(
  placesOfPeople,
).map(([name, place]) => {
  const [table = '', column = ''] = name.split('.');
  return { ...place, name, table, column };
});

type UserColumn = keyof Database['users'];

/**
 * What stands in the row of a closed account. The address is free again; its place is taken by one that nobody can
 * have. Name, lists and date of closing are written beside.
 */
export const closedUser = {
  password_hash: null,
  wanted_email: null,
  role: 'user',
  status: 'closed',
  last_login_at: null,
  accepted_terms_at: null,
  accept_mailing_list: null,
  language: null,
  mail_pace: 'at_once',
  title: null,
  gender: null,
  nationality: null,
  date_of_birth: null,
  phone_number: null,
  home_address: null,
  is_reviewer: null,
  temporary: false,
  mandate_start_date: null,
  mandate_end_date: null,
  website: null,
  linkedin: null,
  researchgate: null,
  scholar: null,
  scopus: null,
  link1: null,
  link2: null,
} as const satisfies Record<
  Exclude<
    UserColumn,
    | 'id'
    | 'email'
    | 'first_name'
    | 'last_name'
    | 'folded_name'
    | 'created_at'
    | 'closed_at'
    | 'fields'
    | 'tags'
  >,
  unknown
>;

/** In place of a name that is no longer kept; readers are told that this was a user (`lastName` of platform/db). */
export const noName = { first_name: '', last_name: '' } as const;
