import type { Role } from '@clearcall/domain/people/roles.ts';

/**
 * Who may do what with an application that stands in some relation to them: a second opinion, written from
 * docs/requirements/2-applications-review.md, sections 6 and 8, which knows nothing of the code that is asked.
 */

export const relations = [
  'own',
  'draft',
  'other',
  'assigned',
  'accepted',
  'refused',
  'revoked',
  'conflicted',
  'marked',
  'other_centre',
  'other_panel',
  'unknown',
] as const;
/**
 * `own`: applicant of it. `draft`: somebody else's draft. `other`: submitted by somebody else, for a partition of the own
 * centre and in the own panel, as all that follow but the last three. `assigned` to `conflicted`: the status of the own
 * assignment on it. `marked`: no own work, and a conflict of interest that the office has marked.
 */
export type Relation = (typeof relations)[number];

/** What an answer has to be. */
export type Expected =
  /** 200. */
  | 'opens'
  /** 404, in the same bytes as what never was. */
  | 'missing'
  /** A refusal of any kind; nothing changes. */
  | 'refused'
  /** It would succeed, and change what the next cell asks about. */
  | 'done'
  /** 200, with the title of the call and that there is a conflict of interest, and nothing else. */
  | 'conflict'
  /** The same without a word of own work. */
  | 'conflict_without_work'
  /** 200, with the title of the call, that the own assignment was refused and with which reason, and nothing else. */
  | 'ended_refused'
  /** The same of a revoked one, without a reason. */
  | 'ended_revoked'
  /** 403 before any object is looked for. */
  | 'portal';

const council: readonly Role[] = ['ac_member', 'ac_chair'];
const isOneOf = <T>(all: readonly T[], one: T): boolean => all.includes(one);
const administrators: readonly Role[] = ['admin', 'super_admin', 'eurohpc_admin'];
export const isAdministrator = (role: Role): boolean => isOneOf(administrators, role);
/** Source: Requirements 1, 10.5. */
const isStaff = (role: Role): boolean => role === 'pro' || isAdministrator(role);

/** What nothing but itself opens. */
const closed: readonly Relation[] = ['own', 'draft', 'conflicted', 'marked', 'unknown'];

/** Whether centre, panel or system role open it, whatever the own assignments are. Nothing opens a draft or a conflict. */
function opensByRole(role: Role, relation: Relation): boolean {
  if (isOneOf(closed, relation)) return false;
  if (isStaff(role) || isOneOf(council, role) || role === 'call_coordinator') return true;
  if (role === 'compute_centre_representative') return relation !== 'other_centre';
  return role === 'panel_chair' && relation !== 'other_panel';
}

/** Whether it is there at all. */
const sees = (role: Role, relation: Relation): boolean =>
  relation === 'own' || relation === 'assigned' || relation === 'accepted' || opensByRole(role, relation);

/** Those whose work on an assignment lets them read the form of the applicant, once they accepted. */
const readers: readonly Role[] = [
  'technical_reviewer',
  'scientific_reviewer',
  'rapporteur',
  // They review here, whatever they are elsewhere: a permission names the role on the assignment too.
  'user',
  'applicant',
  'project_manager',
  'call_coordinator',
];

/** Whether the applicant's form can be read, with its documents. */
const readsForm = (role: Role, relation: Relation): boolean =>
  relation === 'own' || opensByRole(role, relation) || (relation === 'accepted' && isOneOf(readers, role));

/** Whether it comes on paper: the preview to each person with work on it. */
const printsForm = (role: Role, relation: Relation): boolean =>
  readsForm(role, relation) || relation === 'assigned' || relation === 'accepted';

const isStaffOf = (role: Role, relation: Relation): boolean => isStaff(role) && opensByRole(role, relation);

const assigners: readonly Role[] = ['compute_centre_representative', 'panel_chair', 'call_coordinator'];

/** Readers who assign people to a step of it: by centre, panel or call, or as staff. */
const assigns = (role: Role, relation: Relation): boolean =>
  isStaffOf(role, relation) || (isOneOf(assigners, role) && opensByRole(role, relation));

type Rule = (role: Role, relation: Relation) => Expected;
const opensIf =
  (may: (role: Role, relation: Relation) => boolean): Rule =>
  (role, relation) =>
    may(role, relation) ? 'opens' : 'missing';
/** Done by some; refused to those who see it, missing to everybody else. */
const doneBy =
  (may: (role: Role, relation: Relation) => boolean): Rule =>
  (role, relation) =>
    may(role, relation) ? 'done' : sees(role, relation) ? 'refused' : 'missing';
const byStaff = doneBy(isStaffOf);
const byApplicant = doneBy((_role, relation) => relation === 'own');
const byAssigners = doneBy(assigns);

/** Of an assignment of somebody else: whoever cannot know that it is there is told nothing. */
const ofOthers =
  (may: (role: Role, relation: Relation) => boolean): Rule =>
  (role, relation) => {
    if (may(role, relation)) return 'done';
    return opensByRole(role, relation) ? 'refused' : 'missing';
  };
const nobody = () => false;
const isMissing: Rule = () => 'missing';
const ofOwn: Rule = (_role, relation) => (relation === 'conflicted' ? 'missing' : 'refused');
/** What whoever works on it does with it, as far as it has come. */
const ownWhile =
  (...open: Relation[]): Rule =>
  (role, relation) =>
    open.includes(relation) ? 'done' : ofOwn(role, relation);

export interface OfApplication {
  of: 'application';
  expected: Rule;
  body?:
    | 'empty'
    | 'step'
    | 'assign'
    | 'invite'
    | 'outcome'
    | 'note'
    | 'changed_note'
    | 'removed_note'
    | 'panel'
    | 'reason';
  query?: 'people' | 'at_once';
}
export interface OfAssignment {
  of: 'assignment';
  /** Of the own assignment, in the relations that have one. */
  own: Rule;
  /** Of the assignment of somebody else on the application. */
  others: Rule;
  body?:
    | 'empty'
    | 'save'
    | 'answer'
    | 'hand_on'
    | 'decide'
    | 'deadline'
    | 'more_time'
    | 'reason'
    | 'lead'
    | 'mark'
    | 'rows'
    | 'upload'
    | 'point'
    | 'removed_point'
    | 'comment'
    | 'answered';
  query?: 'at_once';
}
/** Of the document that the applicant handed in. */
interface OfDocument {
  of: 'document';
  expected: Rule;
}
/** Of a person: of oneself, or of somebody else. */
interface OfPerson {
  of: 'person';
  own: 'opens' | 'done';
  others?: (role: Role) => Expected;
  body?: 'empty' | 'goodbye' | 'consent';
}
/** Of a call: what its roles open. */
interface OfCall {
  of: 'call';
  expected: (role: Role) => Expected;
  body?: 'step' | 'deadlines' | 'pairs' | 'preview';
}
/** It is about nothing that belongs to anybody else, or its answer is a selection: why nothing stands in the matrix. */
interface Left {
  of: 'nothing';
  why: string;
}
export type Entry = OfApplication | OfAssignment | OfDocument | OfPerson | OfCall | Left;

const askedOfNobody: OfAssignment = { of: 'assignment', own: isMissing, others: isMissing };
const left = (why: string): Left => ({ of: 'nothing', why });
const account = left('about the own account and browser alone; routes.test.ts asks who may call it');
const forAll = left('says the same to everybody; routes.test.ts asks who may call it');
const selection = left('answers everybody with a selection; the planted texts ask what is in it');
const administration = left('opens no application; routes.test.ts asks every role');
const archive = left('the archive has its own rules; legacy.test.ts');
const forStaffOfCall: OfCall['expected'] = (role) => (role === 'pro' ? 'done' : 'missing');

export const matrix: Readonly<Record<string, Entry>> = {
  'GET /v2/applications/:id': {
    of: 'application',
    expected: (role, relation) => {
      if (relation === 'conflicted') return 'conflict';
      // Whoever could open it but for the conflict is told of that.
      if (relation === 'marked') return opensByRole(role, 'other') ? 'conflict_without_work' : 'missing';
      if ((relation === 'refused' || relation === 'revoked') && !sees(role, relation))
        return relation === 'refused' ? 'ended_refused' : 'ended_revoked';
      return opensIf(sees)(role, relation);
    },
  },
  'GET /v2/applications/:id/documents': { of: 'application', expected: opensIf(sees) },
  'GET /download/application/:id/documents': { of: 'application', expected: opensIf(sees) },
  'GET /v2/applications/:id/notes': { of: 'application', expected: opensIf(isStaffOf) },
  'GET /v2/applications/:id/events': { of: 'application', expected: opensIf(isStaffOf) },
  'GET /v2/applications/:id/mails': { of: 'application', expected: opensIf(isStaffOf) },
  'GET /v2/applications/:id/actions': { of: 'application', expected: opensIf(isStaffOf) },
  'GET /v2/applications/actions': selection,
  'POST /v2/applications/:id/actions/:actionId/retry': {
    of: 'application',
    expected: (role, relation) => (isStaffOf(role, relation) ? 'refused' : 'missing'),
    body: 'empty',
  },
  'POST /v2/applications/:id/actions/:actionId/skip': {
    of: 'application',
    expected: (role, relation) => (isStaffOf(role, relation) ? 'refused' : 'missing'),
    body: 'reason',
  },
  'GET /v2/applications/:id/conflicts': { of: 'application', expected: opensIf(isStaffOf) },
  'GET /v2/applications/:id/conflicts/evidence': {
    of: 'application',
    expected: opensIf(assigns),
    query: 'people',
  },
  'GET /users/application/:id': {
    of: 'application',
    expected: opensIf((role, relation) => relation === 'own' || assigns(role, relation)),
  },
  'DELETE /v2/applications/:id': {
    of: 'application',
    expected: (role, relation) => (sees(role, relation) ? 'refused' : 'missing'),
  },
  'POST /v2/applications/duplicate/:id': { of: 'application', expected: byApplicant, body: 'empty' },
  'POST /v2/applications/:id/assign': { of: 'application', expected: byAssigners, body: 'assign' },
  'POST /v2/applications/:id/invite': { of: 'application', expected: byAssigners, body: 'invite' },
  'POST /v2/applications/:id/withdraw': { of: 'application', expected: byApplicant, body: 'empty' },
  'POST /v2/applications/:id/take-back': { of: 'application', expected: byApplicant, body: 'empty' },
  'POST /v2/applications/:id/release': { of: 'application', expected: byStaff, body: 'step' },
  'POST /v2/applications/:id/unlock': { of: 'application', expected: byStaff, body: 'step' },
  'POST /v2/applications/:id/lock': { of: 'application', expected: byStaff, body: 'step' },
  'PUT /v2/applications/:id/panel': { of: 'application', expected: byStaff, body: 'panel' },
  'POST /v2/applications/:id/outcome': { of: 'application', expected: byStaff, body: 'outcome' },
  'POST /v2/applications/:id/notes': { of: 'application', expected: byStaff, body: 'note' },
  'PATCH /v2/applications/:id/notes/:noteId': {
    of: 'application',
    expected: (role, relation) => (isStaffOf(role, relation) ? 'refused' : 'missing'),
    body: 'changed_note',
  },
  'DELETE /v2/applications/:id/notes/:noteId': {
    of: 'application',
    expected: (role, relation) => (isStaffOf(role, relation) ? 'refused' : 'missing'),
    body: 'removed_note',
  },
  'PUT /v2/applications/:id/conflicts/:userId': {
    of: 'application',
    expected: byStaff,
    body: 'reason',
  },
  'PUT /v2/applications/:id/conflicts/:userId/clear': {
    of: 'application',
    expected: byStaff,
    body: 'reason',
  },
  'GET /v2/assignments/:id/submissions': {
    of: 'assignment',
    own: (role, relation) => (isStaffOf(role, relation) ? 'opens' : 'missing'),
    others: opensIf(isStaffOf),
  },
  'GET /v2/assignments/:id/reminder': {
    of: 'assignment',
    own: (role, relation) => (isStaffOf(role, relation) ? 'refused' : 'missing'),
    others: opensIf(isStaffOf),
  },
  'POST /v2/assignments/:id/reminder': {
    of: 'assignment',
    own: (role, relation) => (isStaffOf(role, relation) ? 'refused' : 'missing'),
    others: (role, relation) => (isStaffOf(role, relation) ? 'done' : 'missing'),
    body: 'empty',
  },
  'GET /v2/assignments/:id/payees': {
    of: 'assignment',
    own: opensIf((role, relation) => role === 'finance_manager' && relation === 'accepted'),
    others: isMissing,
  },
  'GET /v2/assignments/:id/receipts': {
    of: 'assignment',
    own: (_role, relation) => (relation === 'own' ? 'opens' : 'missing'),
    others: isMissing,
  },
  // What no step judges is asked of by nobody; the planted texts ask who is told of what one does.
  'PUT /v2/assignments/:id/points': { ...askedOfNobody, body: 'point' },
  'DELETE /v2/assignments/:id/points': { ...askedOfNobody, body: 'removed_point' },
  'POST /v2/assignments/:id/threads/:threadId/comments': { ...askedOfNobody, body: 'comment' },
  'PUT /v2/assignments/:id/threads/:threadId': { ...askedOfNobody, body: 'answered' },
  'GET /v2/assignments/:id/changes': askedOfNobody,
  'PUT /v2/assignments/:id/save': {
    of: 'assignment',
    own: ownWhile('accepted'),
    others: ofOthers(nobody),
    body: 'save',
  },
  'PUT /v2/assignments/:id/submit': {
    of: 'assignment',
    own: ownWhile('accepted', 'own'),
    others: ofOthers(nobody),
    body: 'save',
  },
  'DELETE /v2/assignments/:id/data': {
    of: 'assignment',
    own: ownWhile('accepted'),
    others: ofOthers(nobody),
    body: 'rows',
  },
  'POST /v2/assignments/:id/upload': {
    of: 'assignment',
    own: ownWhile('accepted'),
    others: ofOthers(nobody),
    body: 'upload',
  },
  'GET /v2/assignments/:id/upload/:uploadId': {
    of: 'assignment',
    own: (_role, relation) => (relation === 'own' ? 'opens' : 'missing'),
    others: () => 'missing',
  },
  'DELETE /v2/assignments/:id/upload/:uploadId': {
    of: 'assignment',
    own: (_role, relation) => (relation === 'conflicted' ? 'missing' : 'refused'),
    others: ofOthers(nobody),
  },
  'PUT /v2/assignments/:id/accept': {
    of: 'assignment',
    own: ownWhile('assigned', 'accepted'),
    others: ofOthers(nobody),
    body: 'answer',
  },
  'PUT /v2/assignments/:id/hand-on': {
    of: 'assignment',
    own: ownWhile('assigned'),
    others: ofOthers(nobody),
    body: 'hand_on',
  },
  // What one has already is not taken again: nothing changes.
  'PUT /v2/assignments/:id/take': {
    of: 'assignment',
    own: (role, relation) =>
      role === 'pro' && relation !== 'own' && relation !== 'conflicted' ? 'done' : ofOwn(role, relation),
    others: ofOthers(nobody),
    body: 'empty',
  },
  'PUT /v2/assignments/:id/hand-back': {
    of: 'assignment',
    own: ofOwn,
    others: ofOthers(nobody),
    body: 'empty',
  },
  'PUT /v2/assignments/:id/conflict': {
    of: 'assignment',
    own: ownWhile('assigned', 'accepted'),
    others: ofOthers(nobody),
    body: 'reason',
  },
  'PUT /v2/assignments/:id/decide': {
    of: 'assignment',
    own: ofOwn,
    others: ofOthers(nobody),
    body: 'decide',
  },
  'PUT /v2/assignments/:id/reopen': {
    of: 'assignment',
    own: ofOwn,
    others: ofOthers(isStaffOf),
    body: 'empty',
  },
  'PUT /v2/assignments/:id/revoke': {
    of: 'assignment',
    own: (role, relation) => (isStaffOf(role, relation) ? 'done' : ofOwn(role, relation)),
    others: ofOthers(assigns),
    body: 'reason',
  },
  'PUT /v2/assignments/:id/deadline': {
    of: 'assignment',
    own: (role, relation) => (isStaffOf(role, relation) ? 'done' : ofOwn(role, relation)),
    others: ofOthers(assigns),
    body: 'deadline',
  },
  // None of the assignments has a deadline, and no request for more time is open.
  'PUT /v2/assignments/:id/more-time': {
    of: 'assignment',
    own: ofOwn,
    others: ofOthers(nobody),
    body: 'more_time',
  },
  'PUT /v2/assignments/:id/more-time/decline': {
    of: 'assignment',
    own: ofOwn,
    others: ofOthers(nobody),
    body: 'reason',
  },
  'PATCH /v2/applications/:applicationId/assignments/:assignmentId/lead': {
    of: 'assignment',
    own: (role, relation) =>
      isOneOf(['ac_chair', 'pro'], role) && relation !== 'conflicted' ? 'done' : ofOwn(role, relation),
    others: ofOthers((role, relation) => role === 'ac_chair' || isStaffOf(role, relation)),
    body: 'lead',
  },
  'PUT /v2/assignments/:id/rows/:rowId/mark': {
    of: 'assignment',
    own: ofOwn,
    others: ofOthers(assigns),
    body: 'mark',
  },
  'GET /download/upload/:uploadId': { of: 'document', expected: opensIf(readsForm) },
  'GET /v2/applications/:id/download': { of: 'application', expected: opensIf(printsForm), query: 'at_once' },
  'GET /v2/applications/:id/download/consolidated': {
    of: 'application',
    // And the own work, though it is empty.
    expected: opensIf((role, relation) => printsForm(role, relation) || relation === 'accepted'),
    query: 'at_once',
  },
  'GET /download/assignment/:id': {
    of: 'assignment',
    // Nothing stands in them here but what is filled in now; the planted texts ask for those with words in them.
    own: opensIf((_role, relation) => relation === 'accepted' || relation === 'own'),
    others: () => 'missing',
    query: 'at_once',
  },
  'GET /download/call/:id/form': left('the form of a published call, for everybody'),
  'GET /users/:id': {
    of: 'person',
    own: 'opens',
    others: () => 'missing',
  },
  'PATCH /users/:id': { of: 'person', own: 'done', body: 'empty' },
  'DELETE /users/:id': { of: 'person', own: 'done', body: 'goodbye' },
  'GET /users/:id/data': { of: 'person', own: 'opens' },
  'GET /users/:id/consents': { of: 'person', own: 'opens' },
  'POST /users/:id/consents': { of: 'person', own: 'done', body: 'consent' },
  'GET /v2/calls/:callId/stragglers': selection,
  'POST /v2/calls/:callId/start': left('names a cut-off, and starts work; workflow tests ask who may'),
  'POST /v2/calls/:callId/release': { of: 'call', expected: forStaffOfCall, body: 'step' },
  'POST /v2/calls/:callId/release/preview': { of: 'call', expected: forStaffOfCall, body: 'preview' },
  'GET /v2/releases/waiting': left('a number and a time; releases.test.ts asks who may read it of what'),
  'POST /v2/releases/:id/stop': left('by its own id; releases.test.ts asks who may call it'),
  'POST /v2/calls/:callId/deadlines': { of: 'call', expected: forStaffOfCall, body: 'deadlines' },
  'POST /v2/calls/:callId/assign/preview': { of: 'call', expected: forStaffOfCall, body: 'pairs' },
  'GET /v2/assignments/finished': selection,
  'POST /v2/assignments/finished/certificates': left(
    'made of the own finished work alone; reviews.test.ts asks for that of others',
  ),
  'GET /certificates/:code': left('for whoever has its code; it names no application'),
  'GET /download/call/:id/applications/csv': selection,
  'GET /download/call/:id/applications/xlsx': selection,
  'GET /download/call/pdf/:id': selection,
  'GET /download/call/:id': selection,
  'POST /v2/calls/:id/bundle': selection,
  'GET /download/bundle/:ticket': left(
    'opens what the session opens that asked for its ticket; bundles.test.ts',
  ),
  'GET /v2/reports/:reportId': selection,
  'GET /download/report/:reportId': selection,
  'GET /v2/parts/:hash': left('its hash is the right to it; the planted texts ask what is in it'),
  'POST /users': selection,
  'POST /users/suggestions': selection,
  'POST /v2/applications/export': selection,
  'GET /v2/applications/steps': selection,
  'POST /v2/applications/survey': selection,
  // Who ranks or decides; what they find in it the planted texts ask.
  'GET /v2/calls/:callId/scores': {
    of: 'call',
    expected: (role) =>
      role === 'pro' || role === 'panel_chair' || isOneOf(council, role) ? 'opens' : 'refused',
  },
  'GET /v2/calls/:callId/scores/file': selection,
  'GET /v2/applications/payments/file': selection,
  'POST /admin/people': administration,
  'GET /admin/people/choices': administration,
  'POST /admin/changes': administration,
  'GET /admin/organisation': administration,
  'PUT /admin/organisation': administration,
  'PUT /admin/organisation/logo': administration,
  'DELETE /admin/organisation/logo': administration,
  'POST /admin/organisation/test-email': administration,
  'POST /admin/organisation/texts': administration,
  'POST /admin/organisation/retention': administration,
  'POST /admin/changes/export': administration,
  'GET /admin/first-steps': administration,
  'GET /admin/running': administration,
  'POST /admin/emails': administration,
  'POST /admin/emails/:id/again': administration,
  'POST /admin/jobs/:id/again': administration,
  'POST /admin/actions': administration,
  'POST /admin/actions/:id/again': administration,
  'GET /admin/archive-import': administration,
  'POST /admin/archive-import': administration,
  'POST /admin/archive-import/:id/import': administration,
  'GET /admin/people/:id': administration,
  'PUT /admin/people/:id/role': administration,
  'PUT /admin/people/:id/lock': administration,
  'PUT /admin/people/:id/unlock': administration,
  'POST /admin/people/:id/memberships': administration,
  'PUT /admin/people/:id/memberships': administration,
  'DELETE /admin/people/:id/memberships': administration,
  'PUT /admin/people/:id/mandate': administration,
  'PUT /admin/people/:id/fields': administration,
  'POST /admin/people/:id/tags': administration,
  'DELETE /admin/people/:id/tags': administration,
  'DELETE /admin/people/:id/sessions': administration,
  'POST /admin/people/:id/password-link': administration,
  'POST /admin/people/:id/hand-on/check': administration,
  'POST /admin/people/:id/hand-on': administration,
  'POST /admin/invitations/check': administration,
  'POST /admin/invitations': administration,
  'POST /admin/people/:id/invitation': administration,
  'POST /admin/people/:id/invitation-link': administration,
  'DELETE /admin/people/:id/invitation': administration,
  'GET /admin/centres': administration,
  'GET /admin/centres/:id': administration,
  'POST /admin/centres': administration,
  'PUT /admin/centres/:id': administration,
  'DELETE /admin/centres/:id': administration,
  'POST /admin/centres/:id/partitions': administration,
  'GET /admin/partitions': administration,
  'GET /admin/partitions/:id': administration,
  'PUT /admin/partitions/:id': administration,
  'DELETE /admin/partitions/:id': administration,
  'GET /admin/panels': administration,
  'GET /admin/panels/:id': administration,
  'GET /admin/calls': administration,
  'GET /admin/calls/:id': administration,
  'PUT /admin/calls/:id/archived': administration,
  'DELETE /admin/calls/:id': administration,
  'GET /admin/calls/:id/draft': administration,
  'GET /admin/calls/:id/draft/events': administration,
  'POST /admin/calls/:id/changes': administration,
  'POST /admin/calls/:id/undo': administration,
  'POST /admin/calls/:id/documents': administration,
  'GET /admin/calls/:id/documents/:sha256': administration,
  'DELETE /admin/calls/:id/draft': administration,
  'GET /admin/calls/:id/check': administration,
  'GET /admin/calls/:id/links': administration,
  'POST /admin/calls/:id/links/check': administration,
  'POST /admin/calls/:id/publish': administration,
  'POST /admin/calls/:id/planned-publication/approve': administration,
  'DELETE /admin/calls/:id/planned-publication': administration,
  'GET /admin/calls/:id/close': administration,
  'POST /admin/calls/:id/close': administration,
  'GET /admin/calls/:id/history': administration,
  'GET /admin/calls/:id/publications/:number': administration,
  'POST /admin/calls/:id/restore': administration,
  'GET /admin/call-templates': administration,
  'GET /admin/call-checks': administration,
  'POST /admin/calls': administration,
  'GET /admin/calls/:id/preview': administration,
  'GET /admin/calls/:id/preview/documents/:name': administration,
  'GET /admin/calls/:id/preview/form': administration,
  'GET /admin/calls/:id/preview-links': administration,
  'POST /admin/calls/:id/preview-links': administration,
  'DELETE /admin/calls/:id/preview-links/:linkId': administration,
  'GET /admin/calls/:id/package': administration,
  'POST /admin/call-packages': administration,
  'POST /admin/call-packages/import': administration,
  'GET /admin/lists': administration,
  'GET /admin/lists/:id': administration,
  'POST /admin/lists': administration,
  'PUT /admin/lists/:id': administration,
  'PUT /admin/lists/:id/values': administration,
  'PUT /admin/lists/:id/value': administration,
  'DELETE /admin/lists/:id/value': administration,
  'DELETE /admin/lists/:id': administration,
  'GET /v2/views': account,
  'PUT /v2/views/:id': account,
  'DELETE /v2/views/:id': account,
  'POST /v2/applications/search': selection,
  'POST /v2/applications/dashboard': selection,
  'POST /v2/assignments/late': selection,
  'GET /v2/applications/count/:callId': left('counts the own ones alone; count-beside-lists holds it'),
  'POST /v2/applications': left('makes what is the own from the first moment'),
  'POST /users/invite': left('for staff by role; routes.test.ts asks every role'),
  'GET /v2/calls/:id/role': selection,
  'GET /v2/calls/published': forAll,
  'GET /v2/calls/:id': forAll,
  'GET /download/call/:id/document/:name': forAll,
  'GET /v2/options': forAll,
  'GET /v2/options/:id': forAll,
  'GET /v2/privacy': forAll,
  'GET /health': forAll,
  'GET /time': forAll,
  'GET /demo/mails': left('the mailbox of a demonstration is open to everybody by intent'),
  'GET /demo/clock': forAll,
  'POST /demo/clock': forAll,
  'GET /users/roles': forAll,
  'GET /users/providers': forAll,
  'GET /cines': archive,
  'GET /cines/:id': archive,
  'GET /cines/file/:id': archive,
  'GET /cines/proposal/:id': archive,
  'POST /call-previews': account,
  'POST /call-previews/document': account,
  'POST /call-previews/form': account,
  'PUT /mailing-list': account,
  'POST /mailing-list/:token': account,
  ...Object.fromEntries(
    [
      'POST /users/login',
      'POST /users/refresh',
      'POST /users/logout',
      'POST /users/challenge',
      'POST /users/challenge/code',
      'PUT /users/register',
      'POST /users/register/confirmation',
      'POST /users/register/resend',
      'POST /users/forgot',
      'POST /users/links/check',
      'PATCH /users/reset',
      'PATCH /users/email',
      'POST /users/email/confirmation',
      'PATCH /users/password',
      'PATCH /users/invite/password',
      'GET /users/sessions',
      'DELETE /users/sessions/:id',
      'DELETE /users/sessions',
      'GET /users/oidc/:provider',
      'GET /users/oidc/:provider/callback',
      'GET /users/provider-registration',
      'POST /users/provider-registration/code',
      'POST /users/provider-registration',
      'POST /users/oidc/:provider/link',
      'POST /users/oidc/:provider/reauthenticate',
      'GET /users/sign-in',
      'DELETE /users/identities/:id',
      'POST /users/passkeys/challenge',
      'POST /users/login/passkey',
      'POST /users/login/second',
      'POST /users/passkeys/options',
      'POST /users/passkeys',
      'DELETE /users/passkeys/:id',
      'PUT /users/second-factor',
      'POST /users/recovery-codes',
      'POST /users/reauthenticate',
    ].map((route) => [route, account]),
  ),
};
