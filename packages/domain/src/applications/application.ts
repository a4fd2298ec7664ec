import { z } from 'zod';
import {
  callDocumentSchema,
  callLinksSchema,
  cutoffPartitionSchema,
  cutoffSchema,
  instant,
  toldSchema,
} from '../calls/call.ts';
import { uuid } from '../values/uuid.ts';
import { appointmentEmailSchema } from './appointment-emails.ts';
import { applicationStatuses, assignmentStatuses } from './statuses.ts';
import { gatheredPointSchema, threadSchema } from './thread.ts';

const assignmentStatusSchema = z.enum(assignmentStatuses);

/** When the steps of one kind may be worked on in the cut-off that counts; null where there is no such time. */
const callSpanSchema = z
  .strictObject({ open: z.boolean(), start: instant, end: instant.nullable() })
  .nullable();

/** One answered element. Source: Requirements 2, 3.14. */
export const dataItemSchema = z.strictObject({
  flowElementId: z.string(),
  dataGroupId: uuid.nullable(),
  input: z.strictObject({ values: z.array(z.string()) }),
  /** 0 before the first save; grows by one with each save of this element. */
  revision: z.number().int().min(0),
});
export type DataItem = z.infer<typeof dataItemSchema>;

/** The nil UUID stands for 'in no group' where answers are kept, so no row may have it. */
export const inNoGroup = '00000000-0000-0000-0000-000000000000';

/** A row of a repeated group. The id is made where the row is added (a random UUID) and stays. */
export const groupInstanceSchema = z.strictObject({
  id: uuid.refine((id) => id !== inNoGroup),
  flowElementId: z.string(),
  order: z.number().int().min(0),
});
export type GroupInstance = z.infer<typeof groupInstanceSchema>;

/**
 * What staff and those who assign the step noted about a row, a suggested reviewer say. Source: Requirements 2, 6.13.
 */
export const rowMarkSchema = z.strictObject({ coi: z.boolean(), comment: z.string().nullable() });
export type RowMark = z.infer<typeof rowMarkSchema>;

export const activitySchema = z.strictObject({
  status: assignmentStatusSchema,
  reason: z.string().nullable(),
  createdAt: instant,
});

/** The commands on one assignment of which a reader is told whether they can be given. */
export const assignmentCommands = [
  'accept',
  'refuse',
  'hand_on',
  'take',
  'hand_back',
  'declare_conflict',
  'decide',
  'reopen',
  'revoke',
  'change_deadline',
  'ask_time',
  'decline_time',
  'make_lead',
] as const;
export type AssignmentCommand = (typeof assignmentCommands)[number];

/** Those on a step of an application. */
export const stepCommands = ['assign', 'invite', 'unlock', 'lock', 'release'] as const;
/** Those on an application as a whole. */
export const wholeCommands = [
  'outcome',
  'withdraw',
  'take_back',
  'mark_conflict',
  'clear_conflict',
  'change_panel',
] as const;
export type ApplicationCommand = (typeof stepCommands)[number] | (typeof wholeCommands)[number];

/** Null: it can be given now; else the code of the refusal why not. */
const refusalOfCommand = z.string().nullable();

/** Request of the owner of an overdue assignment to staff. */
export const timeRequestSchema = z.strictObject({
  /** The deadline that the owner asked for. */
  until: instant,
  reason: z.string(),
  askedAt: instant,
  /** Why staff declined it; null while it waits for their answer. */
  declined: z.string().nullable(),
});
export type TimeRequest = z.infer<typeof timeRequestSchema>;

export const assignmentSchema = z.strictObject({
  id: uuid,
  stepId: z.string(),
  /** Absent where the reader may not know the person; then `role` and `labelNumber` stand in its place. */
  owner: z
    .strictObject({ id: z.number().int(), firstName: z.string(), lastName: z.string(), role: z.string() })
    .optional(),
  /** Who put the owner on it; for staff. The name is asked for with the ids of others. */
  assignerId: z.number().int().optional(),
  /** Of the release of the step, null before: the 2 of 'Scientific reviewer 2'. */
  labelNumber: z.number().int().nullable(),
  role: z.string(),
  partitionId: z.string().nullable(),
  status: assignmentStatusSchema,
  /** What counts: the own deadline, else the end of the step's timeframe, of the first step that of the cut-off. */
  deadline: instant.nullable(),
  start: instant.nullable(),
  /** Of a review of somebody else, outside of the staff, the day of its release; null before. So is `createdAt`. */
  submittedAt: instant.nullable(),
  createdAt: instant.nullable(),
  isLead: z.boolean(),
  reason: z.string().nullable(),
  activities: z.array(activitySchema),
  data: z.array(dataItemSchema),
  /** With the marks of each row for readers who may know them; all others get rows without. */
  groups: z.array(groupInstanceSchema.extend(rowMarkSchema.partial().shape)),
  /** Of the last submission what conditions of other steps refer to: `data` is what is being written since. */
  submitted: z
    .strictObject({ data: z.array(dataItemSchema), groups: z.array(groupInstanceSchema) })
    .nullable(),
  /**
   * Of a later step that can be edited: what its form reads of other steps (a `FormFacts`), and no more of them.
   */
  formFacts: z
    .strictObject({
      steps: z.array(z.unknown()),
      submitted: z.array(z.unknown()),
      partitions: z.array(z.string()),
      reviewers: z
        .array(z.strictObject({ id: z.number().int(), name: z.string(), reviews: z.number().int() }))
        .optional(),
    })
    .optional(),
  can: z.strictObject({ save: z.boolean(), submit: z.boolean() }),
  /** If it can be saved: names what is stored of it. A save or submission that sends it back learns of later changes. */
  version: z.string().optional(),
  /** For its owner: the words on conflicts of interest that they agreed to, and when. */
  agreement: z.strictObject({ text: z.string(), at: instant }).optional(),
  /** The commands on it whose giver the reader is. What was done already, or is not for the reader, is not there. */
  commands: z.partialRecord(z.enum(assignmentCommands), refusalOfCommand),
  /** The reader can accept or take it, and the flow sends emails when they do. */
  emailsOnAccept: z.literal(true).optional(),
  /** The reader can make it the lead, and its owner gets an email then. */
  emailsLead: z.literal(true).optional(),
  /** For its owner and for staff: the last request for more time since the deadline was set. */
  timeRequest: timeRequestSchema.optional(),
  /** Nobody has it yet. */
  isUnowned: z.literal(true).optional(),
  /** It was refused or stopped by a conflict of interest, and nobody was assigned in its place. */
  isUnreplaced: z.literal(true).optional(),
  /** For staff: the assignment that took the place of one that was refused, stopped or revoked. */
  replacedById: uuid.optional(),
  /** For its owner and for staff: of status `refused`, because its owner handed it back for others to take. */
  isHandedBack: z.literal(true).optional(),
  /** Why it cannot be edited now, in words, when it cannot. */
  notice: z.string().nullable(),
});
export type Assignment = z.infer<typeof assignmentSchema>;

export const documentSchema = z.strictObject({
  id: uuid,
  assignmentId: uuid,
  flowElementId: z.string(),
  dataGroupId: uuid.nullable(),
  filename: z.string(),
  originalFilename: z.string(),
  sizeBytes: z.number().int(),
  pages: z.number().int().nullable(),
  /** Null if it belongs to a review that was not released yet and its reader may not know the author. */
  createdAt: instant.nullable(),
  /** The reader gets a cleaned copy in place of what was uploaded, because they may not know who wrote it. */
  isCopy: z.literal(true).optional(),
});
export type Document = z.infer<typeof documentSchema>;

/** What was decided about one partition. Source: Requirements 2, 5.1 and 5.2. */
export const partitionDecisionSchema = z.strictObject({
  partitionId: z.string(),
  outcome: z.enum(['awarded', 'reduced', 'reserve', 'rejected']),
  /** A decimal string in the unit of the call. */
  amount: z.string().nullable(),
  reason: z.string().nullable(),
  /** When the award begins and ends: days, yyyy-mm-dd. */
  startsOn: z.string().nullable(),
  endsOn: z.string().nullable(),
  isReleased: z.boolean(),
});
export type PartitionDecision = z.infer<typeof partitionDecisionSchema>;

/** A decimal string that a step gave, with the title of the step. */
const numberOfStepSchema = z.strictObject({ step: z.string(), value: z.string() });

/** What the amount decided for a partition is held against: decimal strings in the unit of the call. */
export const awardLimitsSchema = z.strictObject({
  partitionId: z.string(),
  /** Null if the application names no amount in this unit. */
  requested: z.string().nullable(),
  /** Start that the application asks for; null if it asks for none. */
  wishedStart: z.string().nullable(),
  /** What the technical review advises; null if it advises nothing, or the reader may not read it. */
  technical: z.string().nullable(),
  /** Amount that the last step with an advice gives for all partitions together; null as before. */
  advised: numberOfStepSchema.nullable(),
  /** Mean score of the last step that scores; null if the reader reads no score. */
  score: numberOfStepSchema.nullable(),
  /** Rank inside the panel; null if there is none, or the reader may not read it. */
  rank: z.string().nullable(),
  /** For people who decide: the flow has a step that ranks, and nothing was submitted to it yet. */
  awaitsRank: z.literal(true).optional(),
  /** What decisions on other applications of the cut-off leave of the pool; null if the partition has none. */
  left: z.string().nullable(),
  /** The flow allows more than was asked for, or than is left, with a reason. */
  mayExceed: z.boolean(),
});
export type AwardLimits = z.infer<typeof awardLimitsSchema>;

/**
 * Whom somebody who refused an assignment named in their place: for staff and those who may assign the step. Source:
 * Requirements 2c, 3.1.
 */
export const suggestedReplacementSchema = z.strictObject({
  stepId: z.string(),
  partitionId: z.string().nullable(),
  /** Which assignment was refused; for staff, who see by whom. */
  assignmentId: uuid.optional(),
  name: z.string(),
  email: z.string().nullable(),
  institution: z.string().nullable(),
});
export type SuggestedReplacement = z.infer<typeof suggestedReplacementSchema>;

/** Why a file was refused: the code of a refusal of the contract, and its sentence. */
const fileRefusalSchema = z.strictObject({ code: z.string(), message: z.string() });

/**
 * A file that came in whole and is its owner's alone until its check is over: `waiting`, or `refused` with the reason
 * until it is removed. What `passed` is a document from then on.
 */
export const uploadSchema = documentSchema.extend({
  createdAt: instant,
  check: z.enum(['waiting', 'passed', 'refused']),
  refusal: fileRefusalSchema.nullable(),
});
export type Upload = z.infer<typeof uploadSchema>;

/** What the chip in the head of an application shows; `award_declined` in place of `withdrawn`. */
export const displayStatusSchema = z.enum([
  'draft',
  'submitted',
  'call_closed',
  'opening_soon',
  'changes_requested',
  'approved',
  'rejected',
  'withdrawn',
  'award_declined',
]);

/** A `WaitsFor`. */
const waitsForSchema = z.strictObject({
  what: z.enum(['resubmitted', 'before', 'submitted', 'released', 'all', 'time']),
  step: z.string(),
  at: instant.optional(),
  isConditional: z.boolean(),
});

/** A `ComingStep`. */
export const comingStepSchema = z.strictObject({
  title: z.string(),
  /** Absent in mails that were planned before it was told. */
  ownerRole: z.string().optional(),
  yours: z.boolean(),
  start: instant.nullable(),
  end: instant.nullable(),
  late: z.boolean(),
  begins: instant.optional(),
  waitsFor: waitsForSchema.optional(),
});

/** A `ProcessStep`. */
export const processStepSchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  told: toldSchema.optional(),
  ownerRole: z.string(),
  yours: z.boolean(),
  isPartDone: z.literal(true).optional(),
  isAfterDecision: z.literal(true).optional(),
  start: instant.nullable(),
  end: instant.nullable(),
  begins: instant.nullable(),
  waitsFor: waitsForSchema.optional(),
  state: z.enum(['done', 'over', 'decided', 'running', 'late', 'coming']),
  here: z.boolean(),
  /** For staff, and for those who may assign the step. */
  work: z
    .strictObject({
      needed: z.number().int(),
      assigned: z.number().int(),
      unowned: z.number().int(),
      missing: z.number().int(),
      submitted: z.number().int(),
    })
    .optional(),
});

/** What can be chosen from a list. */
const itemSchema = z.strictObject({
  value: z.string(),
  label: z.string(),
  parent: z.string().optional(),
  told: toldSchema.optional(),
});

/** What did not fit the form of a copy: its title, and its element in the new form or null if that has none. */
const leftOutSchema = z.strictObject({ title: z.string(), elementId: z.string().nullable() });
export type LeftOut = z.infer<typeof leftOutSchema>;

export const applicationSchema = z.strictObject({
  id: z.number().int(),
  uid: z.string(),
  status: z.enum(applicationStatuses),
  displayStatus: displayStatusSchema,
  createdAt: instant,
  submittedAt: instant.nullable(),
  /** When the applicant declined the award, and why if the reader may know; absent if they did not. */
  awardDeclined: z.strictObject({ at: instant, reason: z.string().nullable() }).optional(),
  /** When the draft will be deleted, once its owner is warned. */
  draftExpiresAt: instant.nullable(),
  /** Of a copied draft, for its owner: which application it copies, and what did not fit the form any more. */
  duplicatedFrom: z.strictObject({ uid: z.string(), leftOut: z.array(leftOutSchema) }).nullable(),
  /** For the owner of a draft: until when its submission could be taken back, null for no limit; absent if it could not. */
  takeBack: z.strictObject({ until: instant.nullable() }).optional(),
  owner: z.strictObject({ id: z.number().int(), firstName: z.string(), lastName: z.string() }).optional(),
  /** As it is used in the editor. Source: Requirements 2, 3.13. */
  call: z.strictObject({
    id: z.number().int(),
    code: z.string(),
    year: z.number().int(),
    number: z.number().int(),
    title: z.string(),
    /** The title once more: both names are specified. */
    name: z.string(),
    allocationPeriodId: z.number().int().nullable(),
    /** Rich text, cleaned when it was written. */
    info: z.string(),
    /** The machines that its cut-off offers, by their names. */
    machine: z.array(z.string()),
    links: callLinksSchema,
    published: z.boolean(),
    cutoffs: z.array(cutoffSchema),
    technicalReview: callSpanSchema,
    scientificReview: callSpanSchema,
    applicantResponse: callSpanSchema,
    logo: z.string().nullable(),
    timeZone: z.string(),
    unit: z.string(),
    termsOfReference: z.string().nullable(),
    documents: z.array(callDocumentSchema),
    told: toldSchema.optional(),
  }),
  /** The `counter` of the call, for staff: how many applications were made in it. Each makes it another, so it is no part. */
  callCounter: z.number().int().optional(),
  cutoff: cutoffSchema
    .extend({ decision: instant.exactOptional(), onboarding: instant.exactOptional() })
    .nullable(),
  /** The panel that it is with, the value of a field of research, and those that it can be given to; for staff alone. */
  panel: z.strictObject({ value: z.string().nullable(), offered: z.array(itemSchema) }).optional(),
  partitions: z.array(cutoffPartitionSchema),
  /** The steps that this reader may see, with their forms (the shape of `Step` in the form engine). */
  steps: z.array(z.unknown()),
  flowVersion: z.number().int(),
  /** Lists for the elements of those steps, by tag. */
  options: z.record(z.string(), z.array(itemSchema)),
  /** Titles of steps still to come that the applicant will act in. */
  laterSteps: z.array(z.strictObject({ id: z.string(), title: z.string(), told: toldSchema.optional() })),
  /** What comes after the own submission, until it is decided on; only for the owner. */
  comingSteps: z.array(comingStepSchema),
  /** The way of the application from its first step to its decision, and where it stands; never more than the reader may see. */
  process: z.array(processStepSchema),
  /** Profile values for autofill; only for the owner. */
  profile: z.record(z.string(), z.string()),
  assignments: z.array(assignmentSchema),
  /** Work that nobody has and the reader may take. Source: Requirements 2, 7.8. */
  toTake: z
    .array(
      z.strictObject({
        id: uuid,
        stepId: z.string(),
        step: z.string(),
        guide: z.string().optional(),
        partitionId: z.string().nullable(),
        /** Conflict-of-interest text that the reader agrees to when they take the work, if the step asks for it. */
        agreement: z.strictObject({ coiText: z.string(), told: toldSchema.optional() }).optional(),
        emailsOnAccept: z.literal(true).optional(),
      }),
    )
    .optional(),
  /** For staff, the steps whose release is awaited and can be given now, by their ids. */
  toRelease: z.array(z.string()).optional(),
  /** Of each partition that something was decided about: for staff the newest, else the newest that was released. */
  decisions: z.array(partitionDecisionSchema),
  /** The partitions that a step turned down, by their ids, for readers of its submissions. Absent if there are none. */
  turnedDown: z.array(z.string()).optional(),
  /** For those who decide or advise amounts of the application now. */
  awardLimits: z.array(awardLimitsSchema).optional(),
  /**
   * The people on a step, by name and without what they wrote, for readers who may assign it or choose its lead. Absent for
   * all others.
   */
  assigned: z
    .array(
      z.strictObject({
        stepId: z.string(),
        partitionId: z.string().nullable(),
        role: z.string(),
        /** Null if nobody has taken it on yet. */
        owner: z
          .strictObject({ id: z.number().int(), firstName: z.string(), lastName: z.string() })
          .nullable(),
        isLead: z.boolean(),
        /** How far the work is, and when it is due, of the only person on a step and partition. */
        work: z
          .strictObject({
            state: z.enum(['waiting', 'accepted', 'submitted']),
            deadline: instant.nullable(),
          })
          .optional(),
        /** For the chair who chooses the lead. */
        lead: z
          .strictObject({
            assignmentId: uuid,
            refusal: refusalOfCommand.optional(),
            emailsLead: z.literal(true).optional(),
          })
          .optional(),
      }),
    )
    .optional(),
  /** Ranks that other applications of the panel have in the cut-off, for readers who rank this one. */
  ranks: z.array(z.strictObject({ uid: z.string(), rank: z.string() })).optional(),
  /** Absent for whoever may assign none of the steps. */
  suggestedReplacements: z.array(suggestedReplacementSchema).optional(),
  documents: z.array(documentSchema),
  /** Of the own assignments: files that are being checked or were refused. */
  uploads: z.array(uploadSchema),
  /** What was asked for at single fields, and answered. */
  threads: z.array(threadSchema),
  /** What the reader, and who does the same work, has gathered to ask for. */
  points: z.array(gatheredPointSchema),
  /** The assignments about whose answers the reader may ask for changes now. */
  pointable: z.array(uuid),
  can: z.strictObject({ delete: z.boolean(), duplicate: z.boolean() }),
  /** The commands whose giver the reader is, on a step or (`stepId` null) on the whole, as with those on assignments. */
  commands: z.array(
    z.strictObject({
      command: z.enum([...stepCommands, ...wholeCommands]),
      stepId: z.string().nullable(),
      refusal: refusalOfCommand,
      /** Of `assign` and `invite`: for which partitions, null for the whole application. Absent if for none now. */
      partitions: z.array(z.string().nullable()).optional(),
      /** Of `assign`: the emails that it sends. Absent if it sends none. */
      emails: z.array(appointmentEmailSchema).optional(),
      /** Of `assign`: the deadline that work gets which is assigned now. Absent if the step counts none. */
      deadline: instant.optional(),
    }),
  ),
});
/** All that a reader may see of an application, in one piece. */
export type Application = z.infer<typeof applicationSchema>;

/**
 * What an application says that is the same for many readers and openings, such as a step as a reader may see it: told
 * once, under the hash of its content. An application is its own data and all of its parts.
 */
export const applicationPartSchema = applicationSchema
  .pick({ steps: true, options: true, call: true, partitions: true })
  .partial();
export type ApplicationPart = z.infer<typeof applicationPartSchema>;

/** The SHA-256 of a part, in base64url. */
export const partHash = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

/** Answers and rows with each element named once. */
const packedContent = {
  /** By element: revision, values, and in a row of a group which one: its place among all rows, else its id. */
  answers: z.record(
    z.string(),
    z.array(
      z.tuple([
        dataItemSchema.shape.revision,
        z.array(z.string()),
        z.union([z.number().int().min(0), uuid]).optional(),
      ]),
    ),
  ),
  /** By group. */
  rows: z.record(z.string(), z.array(assignmentSchema.shape.groups.element.omit({ flowElementId: true }))),
};

/** An application as it is sent: its own data, and the hashes of its parts. */
export const openedApplicationSchema = applicationSchema
  .omit({ steps: true, options: true, call: true, partitions: true, assignments: true })
  .extend({
    parts: z.array(partHash),
    assignments: z.array(
      assignmentSchema.omit({ data: true, groups: true, submitted: true }).extend({
        ...packedContent,
        submitted: z.strictObject(packedContent).nullable(),
      }),
    ),
  });
export type OpenedApplication = z.infer<typeof openedApplicationSchema>;

/**
 * All that somebody with a conflict of interest is told of an application that they could open but for it; `message`: of
 * own work on it.
 */
export const conflictedApplicationSchema = z.strictObject({
  conflict: z.strictObject({
    callTitle: z.string(),
    told: toldSchema,
    title: z.string(),
    message: z.string().nullable(),
  }),
});
export type ConflictedApplication = z.infer<typeof conflictedApplicationSchema>;

/** All that somebody learns of an application on which their own assignment was refused or revoked, in words. */
export const endedApplicationSchema = z.strictObject({
  ended: z.strictObject({
    callTitle: z.string(),
    told: toldSchema,
    message: z.string(),
    reason: z.string().nullable(),
  }),
});
export type EndedApplication = z.infer<typeof endedApplicationSchema>;

/** A row of the applications list. Source: Requirements 2, 7.1. */
export const applicationRowSchema = z.strictObject({
  id: z.number().int(),
  uid: z.string(),
  status: z.enum(applicationStatuses),
  /** When the applicant declined the award; null if they did not. */
  awardDeclinedAt: instant.nullable(),
  callId: z.number().int(),
  callTitle: z.string(),
  told: toldSchema,
  projectTitle: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  piAffiliation: z.string(),
  researchGroup: z.string(),
  researchTitle: z.string(),
  partition: z.string(),
  submissionDate: instant.nullable(),
  /** When the cut-off ends in which it was submitted; null without one. */
  cutoff: instant.nullable(),
  /** Something of it is open and its deadline is over; told to staff alone, false for everybody else. */
  late: z.boolean(),
  /**
   * Titles of the steps in which work is open: all of it for staff, only their own for everybody else and on their own
   * application. Empty if nothing is open.
   */
  step: z.string(),
  /** The latest decision on each partition; told to staff alone, empty for everybody else. */
  decisions: z.array(
    partitionDecisionSchema.pick({ outcome: true, amount: true }).extend({ partition: z.string() }),
  ),
  can: z.strictObject({ delete: z.boolean(), duplicate: z.boolean() }),
});
export type ApplicationRow = z.infer<typeof applicationRowSchema>;

/**
 * An application in which something waits for the reader, with those assignments; what the reader may not read is
 * empty. Source: Requirements 2, 3.13.
 */
export const dashboardApplicationSchema = z.strictObject({
  id: z.number().int(),
  /** Of the call, an IANA name: its deadlines are said in it. */
  timeZone: z.string(),
  uid: z.string(),
  status: z.enum(applicationStatuses),
  projectTitle: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** Of the application: what it asks for; empty where it names none yet. */
  partition: z.string(),
  /** Amounts that it asks for as decimal strings, as far as the reader may read them, and their unit. */
  asked: z.array(z.strictObject({ partition: z.string(), amount: z.string() })),
  /** Awarded amounts, as far as the reader may know them, if their work follows the decision. Absent if there are none. */
  awarded: z.array(z.strictObject({ partition: z.string(), amount: z.string() })).optional(),
  unit: z.string(),
  /** When the draft will be deleted, once its owner is warned. */
  draftExpiresAt: instant.nullable(),
  assignments: z.array(
    z.strictObject({
      id: uuid,
      step: z.string(),
      told: toldSchema,
      /** Type of the step: application, reply, … */
      stepType: z.string(),
      /** Of at least one something is asked of the reader; of the others nothing is now. */
      status: assignmentStatusSchema,
      /** Nobody has it yet: the reader can take it. */
      canTake: z.boolean(),
      /** Its step, if the reader can take it, and assign it to other people as well. Not for staff. */
      assignableStep: z.string().optional(),
      /** What it judges is with the applicant for changes: it can be taken or worked on once they are submitted. */
      waitsForChanges: z.boolean(),
      /** Its owner has asked staff for more time and waits for the answer. */
      asksForTime: z.boolean(),
      /** What counts: the own deadline, else the end of the step's timeframe; null for none, and for what is not to be done. */
      deadline: instant.nullable(),
      /** Of the assignment; null where it is for no single one. */
      partition: z.string().nullable(),
    }),
  ),
});
export type DashboardApplication = z.infer<typeof dashboardApplicationSchema>;

/** Work that is late, as the staff see it. */
export const lateWorkSchema = z.strictObject({
  /** Of the assignment. */
  id: uuid,
  uid: z.string(),
  projectTitle: z.string(),
  callId: z.number().int(),
  callTitle: z.string(),
  /** Of the call, an IANA name: its deadlines are said in it. */
  timeZone: z.string(),
  flowElementId: z.string(),
  step: z.string(),
  told: toldSchema,
  partition: z.string().nullable(),
  role: z.string(),
  /** Null where nobody has taken it. */
  owner: z.strictObject({ id: z.number().int(), firstName: z.string(), lastName: z.string() }).nullable(),
  status: assignmentStatusSchema,
  /** What counts: the own deadline, else the end of the step's timeframe. */
  deadline: instant.nullable(),
  isOverdue: z.boolean(),
  /** Since when it waits for an answer; null where it was answered. */
  unansweredSince: instant.nullable(),
  /** When it was refused or stopped by a conflict of interest, if nobody was assigned instead; else null. */
  endedAt: instant.nullable(),
  /** A request for more time that waits for an answer; else null. */
  timeRequest: timeRequestSchema.nullable(),
  revision: z.number().int(),
});
export type LateWork = z.infer<typeof lateWorkSchema>;
