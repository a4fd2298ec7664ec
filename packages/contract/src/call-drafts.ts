import { decimal, instant } from '@clearcall/domain/calls/call.ts';
import { documentFormats } from '@clearcall/domain/calls/call-document.ts';
import type { CallDefinition } from '@clearcall/domain/calls/definition/call-definition.ts';
import type { Change } from '@clearcall/domain/calls/definition/change.ts';
import { type FindingRule, severities } from '@clearcall/domain/calls/definition/finding.ts';
import { z } from 'zod';
import { coarse } from './administration.ts';
import { endpoint } from './endpoint.ts';
import { done, numericId, oneLine, reasonText } from './values.ts';

const reading = { kind: 'json', changes: 'nothing', access: 'read_calls', time: 'workflow' } as const;
const changing = { kind: 'json', changes: 'organisation', access: 'change_calls', time: 'workflow' } as const;
const byId = { params: z.strictObject({ id: numericId }) } as const;

const name = z.string().min(1).max(200);
const address = z.array(name).min(1).max(16);
const list = z.array(name).max(16);
const after = name.nullable();

/** One edit of a definition; places are addresses of names and ids. */
const change = z.discriminatedUnion('do', [
  /** Without a value the property is removed. */
  z.strictObject({ do: z.literal('set'), at: address, value: z.unknown().optional() }),
  z.strictObject({ do: z.literal('add'), to: list, after, thing: z.looseObject({ id: name }) }),
  z.strictObject({ do: z.literal('remove'), at: address }),
  z.strictObject({ do: z.literal('move'), at: address, to: list, after }),
]);
// What is stored has been read by the schema above.
const storedChange = z.unknown() as z.ZodType<Change>;
const definition = z.unknown() as z.ZodType<CallDefinition>;
const revision = z.number().int().min(0).max(2_147_483_647);

/** Name of an administrator; null if it is not known any more. */
const by = z.string().nullable();
/** A publication that waits. The draft cannot be changed until it has gone live or is stopped. */
const planned = z.strictObject({
  note: z.string(),
  by,
  byId: z.number().int().nullable(),
  /** When it goes live; null while another administrator has to approve it. */
  dueAt: instant.nullable(),
  /** The time that its publisher chose. */
  publishAt: instant.nullable(),
  /** The cut-off from which a changed form and workflow applies; null: all. */
  fromCutoff: z.string().nullable(),
});
const draft = z.strictObject({ changedAt: instant, by, planned: planned.nullable() });

export const openCallDraft = endpoint({
  ...reading,
  ...byId,
  method: 'GET',
  path: '/admin/calls/:id/draft',
  summary: 'A call as one document: its draft if there is one, else what is live.',
  reply: z.strictObject({
    definition,
    /** Of the last edit. Name it as the base of the next one. */
    revision,
    /** Null if what is live has no changes. */
    draft: draft.nullable(),
    /** The live call that the draft changes; null if it was never live. Absent without a draft. */
    live: definition.nullable().optional(),
    /** Size of the largest file that a document can have. */
    uploadMaxMb: z.number().int(),
  }),
  refusals: ['not_found'],
});

const edited = z.strictObject({
  revision,
  /** The changes as they are stored: rich text is cleaned. None if they changed nothing. */
  changes: z.array(storedChange),
});

/** Body of `changed_meanwhile`: `conflicts`, each with `at` and, if something is there, its value as `now`. */
export const changeCall = endpoint({
  ...changing,
  ...byId,
  method: 'POST',
  path: '/admin/calls/:id/changes',
  summary:
    'Changes the draft of a call, which begins with the first change. All changes are made, or none. What another person has changed since the base is refused with its value.',
  body: z.strictObject({ base: revision, changes: z.array(change).min(1).max(1_000) }),
  reply: edited,
  refusals: ['not_found', 'publication_planned', 'changed_meanwhile', 'place_gone', 'invalid_value'],
  bodyLimitBytes: 4 * 1024 * 1024,
});

export const undoCallChanges = endpoint({
  ...changing,
  ...byId,
  method: 'POST',
  path: '/admin/calls/:id/undo',
  summary:
    'Takes back one edit of the draft, as a new edit. What an edit after `seen` has changed is refused with its value.',
  body: z.strictObject({
    revision,
    /** The last edit that the author has seen; without it, the edit that is taken back. */
    seen: revision.optional(),
  }),
  reply: edited,
  refusals: ['not_found', 'publication_planned', 'changed_meanwhile', 'place_gone', 'invalid_value'],
});

export const discardCallDraft = endpoint({
  ...changing,
  ...byId,
  method: 'DELETE',
  path: '/admin/calls/:id/draft',
  summary: 'Discards the draft of a call, with all its changes.',
  body: z.strictObject({ revision }),
  reply: done,
  refusals: ['not_found', 'no_draft', 'publication_planned', 'stale_revision'],
});

/** A change, with what was there before; absent if nothing was. */
const difference = z.strictObject({ change: storedChange, before: z.unknown().optional() });
const partition = z.strictObject({ id: z.string(), name: z.string() });

const finding = z.strictObject({
  rule: z.string() as unknown as z.ZodType<FindingRule>,
  severity: z.enum(severities),
  /** The places that it is about. */
  at: z.array(z.array(z.string())),
  text: z.string(),
});

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const uploadCallDocument = endpoint({
  ...changing,
  kind: 'upload',
  ...byId,
  method: 'POST',
  path: '/admin/calls/:id/documents',
  summary:
    'Takes a PDF or a Word document for a call (multipart with files). It is no document of the call before a change of the draft names it.',
  reply: z.strictObject({
    filename: z.string(),
    mediaType: z.enum(Object.values(documentFormats)),
    sizeBytes: z.number().int(),
    sha256,
  }),
  refusals: ['not_found', 'not_a_document', 'file_too_large', 'files_away', 'unsupported_media'],
  perMinute: 60,
});

export const downloadCallFile = endpoint({
  ...reading,
  kind: 'file',
  method: 'GET',
  path: '/admin/calls/:id/documents/:sha256',
  summary: 'A file that was uploaded for a call, also before it is published.',
  params: z.strictObject({ id: numericId, sha256 }),
  reply: z.unknown(),
  refusals: ['not_found', 'files_away'],
});

export const checkCallDraft = endpoint({
  ...reading,
  ...byId,
  method: 'GET',
  path: '/admin/calls/:id/check',
  summary:
    'What prevents a publication of the draft, what it would change, and how many applications there are.',
  reply: z.strictObject({
    revision,
    findings: z.array(finding),
    /** From what is live to the draft. */
    differences: z.array(difference),
    /** Whether new applications would get another form or process. */
    newFlow: z.boolean(),
    /** Live version of the form and process; 0 if there is none. */
    version: z.number().int(),
    applications: z.strictObject({ drafts: coarse, submitted: coarse }),
    effect: z.strictObject({
      /** Whether the call would become visible or open, at once or at a later start. */
      opens: z.enum(['now', 'later']).nullable(),
      /** Number of people that an email will tell of the opening. */
      mailingList: z.number().int(),
      /** Cut-offs that would end later, with the number of drafts whose owners would get an email. */
      extended: z.array(
        z.strictObject({ cutoff: z.string(), from: instant, until: instant.nullable(), drafts: coarse }),
      ),
      /** Limits that it lowers, each with the number of drafts that ask for more. */
      above: z.array(
        z.strictObject({ cutoff: z.string(), partition: z.string(), limit: decimal, drafts: coarse }),
      ),
      /** Whether the publication could be stopped for ten minutes. */
      waits: z.boolean(),
    }),
    /** Whether another administrator would have to approve the publication. */
    needsApproval: z.boolean(),
    /** Names of all partitions. */
    partitions: z.array(partition),
    planned: planned.nullable(),
  }),
  refusals: ['not_found'],
});

/** `number` if it is live, otherwise the time at which it goes live. Both null: another administrator has to approve it. */
const published = z.strictObject({ number: z.number().int().nullable(), dueAt: instant.nullable() });

export const publishCall = endpoint({
  ...changing,
  ...byId,
  method: 'POST',
  path: '/admin/calls/:id/publish',
  summary:
    'Makes the draft of a call live, in this revision. A publication that opens the call or sends emails waits ten minutes, and can be stopped.',
  body: z.strictObject({
    revision,
    note: oneLine.trim().max(500).default(''),
    /** As soon as possible if absent or past. */
    publishAt: instant.optional(),
    /** Cut-off of the draft from which a changed form and workflow applies. Cut-offs that start earlier keep theirs. */
    fromCutoff: name.optional(),
  }),
  reply: published,
  /** Body of `call_has_errors`: `findings`. */
  refusals: [
    'not_found',
    'no_draft',
    'stale_revision',
    'publication_planned',
    'place_gone',
    'call_has_errors',
  ],
});

export const approvePublication = endpoint({
  ...changing,
  ...byId,
  method: 'POST',
  path: '/admin/calls/:id/planned-publication/approve',
  summary:
    'Approves a publication that another administrator asked for. The draft goes live at once, or when the publication is due.',
  body: z.strictObject({ revision }),
  reply: published,
  /** Body of `call_has_errors`: `findings`. */
  refusals: ['no_planned_publication', 'own_publication', 'stale_revision', 'call_has_errors'],
});

export const checkClosing = endpoint({
  ...reading,
  ...byId,
  method: 'GET',
  path: '/admin/calls/:id/close',
  summary: 'What closing a call at once would do, without doing it.',
  reply: z.strictObject({
    /** Ids of the running cut-offs, which would end now. */
    cutoffs: z.array(z.string()),
    /** Drafts of the call, which could not be submitted any more. */
    drafts: coarse,
    /** When the call opens for its next cut-off; null if it has none. */
    opensAgain: instant.nullable(),
  }),
  refusals: ['not_found', 'call_closed'],
});

export const closeCall = endpoint({
  ...changing,
  ...byId,
  method: 'POST',
  path: '/admin/calls/:id/close',
  summary:
    'Closes a call at once: its running cut-offs end now, in its draft as well. Nobody gets an email. A cut-off that was closed may be extended again.',
  body: z.strictObject({}),
  /** The publication that closed it. */
  reply: z.strictObject({ number: z.number().int() }),
  refusals: ['not_found', 'call_closed', 'publication_planned'],
});

export const stopPublication = endpoint({
  ...changing,
  ...byId,
  method: 'DELETE',
  path: '/admin/calls/:id/planned-publication',
  summary:
    'Stops a publication that has not gone live yet. The draft stays. If another administrator asked to approve it, they get the reason by email.',
  body: z.strictObject({ reason: reasonText.optional() }).default({}),
  reply: done,
  refusals: ['no_planned_publication', 'reason_needed'],
});

export const listCallHistory = endpoint({
  ...reading,
  ...byId,
  method: 'GET',
  path: '/admin/calls/:id/history',
  summary: 'The edits and publications of a call, the newest first, a hundred at a time.',
  query: z.strictObject({
    before: numericId.optional(),
    /** Only the edits that this publication made live. */
    publication: numericId.optional(),
  }),
  reply: z.strictObject({
    edits: z.array(
      z.strictObject({
        revision,
        at: instant,
        by,
        differences: z.array(difference),
        /** The edit that it takes back. */
        undoes: revision.nullable(),
        /** The publication that made it live; null if it is in the draft, or was discarded. */
        publication: z.number().int().nullable(),
        isInDraft: z.boolean(),
      }),
    ),
    publications: z.array(
      z.strictObject({
        number: z.number().int(),
        at: instant,
        by,
        /** The second person; null if none was needed. */
        approvedBy: z.string().nullable(),
        note: z.string(),
        revision,
      }),
    ),
    /** Whether there are older edits. */
    more: z.boolean(),
    partitions: z.array(partition),
  }),
  refusals: ['not_found'],
});

export const openPublication = endpoint({
  ...reading,
  params: z.strictObject({ id: numericId, number: numericId }),
  method: 'GET',
  path: '/admin/calls/:id/publications/:number',
  summary: 'What a publication made live, and how the draft or the live call would get back to it.',
  reply: z.strictObject({
    definition,
    /** Of the draft, or the live call, from which the differences lead to the publication. */
    revision,
    differences: z.array(difference),
  }),
  refusals: ['not_found'],
});

export const restorePublication = endpoint({
  ...changing,
  ...byId,
  method: 'POST',
  path: '/admin/calls/:id/restore',
  summary: 'Brings the draft, or one place of it, back to what a publication made live, as one edit.',
  body: z.strictObject({
    revision,
    publication: revision.min(1),
    /** The whole call if empty. */
    at: list.default([]),
  }),
  reply: edited,
  refusals: ['not_found', 'publication_planned', 'stale_revision', 'place_gone', 'invalid_value'],
});
