import { noteTextSchema } from '@clearcall/domain/applications/note.ts';
import { legacyRecordSchema } from '@clearcall/domain/archive/legacy.ts';
import { callFactsSchema, callLinksSchema } from '@clearcall/domain/calls/call.ts';
import {
  callCode,
  callNumber,
  callYear,
  documentName,
  uidPattern,
} from '@clearcall/domain/calls/definition/definition-schema.ts';
import { cleanEmail, isEmail } from '@clearcall/domain/forms/email-address.ts';
import { textInLanguages } from '@clearcall/domain/forms/text-in-languages-schema.ts';
import { organisationSettingsSchema } from '@clearcall/domain/organisation/organisation.ts';
import { bankFields } from '@clearcall/domain/people/bank-account.ts';
import { roleCodes } from '@clearcall/domain/people/roles.ts';
import { timeZoneSchema } from '@clearcall/domain/values/time-zone.ts';
import { z } from 'zod';

/**
 * The world as a document: everything that a portal knows, declared. Strict: an unknown key is a fault. Times are
 * texts in the grammar of moments.ts; people are named by their email address, calls and applications by keys that
 * exist only in the file.
 */

/** The largest number that the database counts rows of a document with. */
export const maxInteger = 2_147_483_647;

const key = z.string().regex(/^[a-z0-9][a-z0-9-]{0,59}$/, 'A key is lower-case letters, digits and hyphens.');
const moment = z.string().min(1).max(60);
const address = z.string().overwrite(cleanEmail).max(254).refine(isEmail, 'Invalid email address');
const amount = z.string().regex(/^\d{1,19}(\.\d{1,9})?$/, 'An amount is a decimal text.');
const line = z.string().trim().min(1).max(300);
/** Texts of authors may be given by language. */
const title = textInLanguages(line);
const date = z.iso.date();

const centre = z.strictObject({
  id: line,
  name: line,
  city: z.string().max(100).default(''),
  country: z.string().max(100).default(''),
  contact: address.or(z.literal('')).default(''),
  disabled: z.boolean().default(false),
});

const partition = z.strictObject({
  id: key,
  centre: line,
  system: line,
  name: line,
  kind: line,
  description: z.string().max(500).default(''),
  unit: line,
  /** What one unit is in core and GPU hours. */
  coreHoursPerUnit: amount.nullable().default(null),
  gpuHoursPerUnit: amount.nullable().default(null),
  maxNodesPerJob: z.int().positive().nullable().default(null),
  yearlySupply: amount.nullable().default(null),
  disabled: z.boolean().default(false),
});

const optionGroup = z.strictObject({
  id: z.int().positive().max(maxInteger),
  tag: z.string().regex(/^[a-z0-9_]{1,60}$/),
  title,
  version: z.string().max(40).default('1'),
  options: z.array(
    z.strictObject({
      value: z.string().min(1).max(120),
      label: title,
      parent: z.string().max(120).optional(),
      /** false: of an older version, readable but no longer offered. */
      offered: z.boolean().default(true),
    }),
  ),
});

const user = z.strictObject({
  email: address,
  firstName: line,
  lastName: line,
  role: z.enum(roleCodes).default('user'),
  status: z.enum(['active', 'locked', 'closed']).default('active'),
  /** Absent: the password of the world. */
  password: z.string().min(1).max(200).optional(),
  created: moment,
  lastLogin: moment.optional(),
  acceptMailingList: z.boolean().nullable().default(null),
  title: z.string().max(40).optional(),
  gender: z.string().max(40).optional(),
  nationality: z.string().max(2).optional(),
  dateOfBirth: date.optional(),
  /** '+32|475123456' */
  phoneNumber: z
    .string()
    .regex(/^\+\d{1,4}\|\d{4,14}$/, 'A phone number is written like +32|475123456.')
    .optional(),
  homeAddress: z.string().max(300).optional(),
  fields: z.array(z.string()).max(3).default([]),
  isReviewer: z.boolean().nullable().default(null),
  mandateStart: date.optional(),
  mandateEnd: date.optional(),
  website: z.string().max(300).optional(),
  /** Sealed when the world is written. */
  bank: z.partialRecord(z.enum(bankFields), line).optional(),
  tags: z.array(z.string()).default([]),
  memberships: z
    .array(
      z.union([
        z.strictObject({ centre: z.string(), part: line }),
        z.strictObject({ panel: z.string(), part: line }),
      ]),
    )
    .default([]),
});

/** What one application may ask for on a partition: limits, or a fixed amount. */
const limit = z.strictObject({
  partition: key,
  disabled: z.boolean().default(false),
  min: amount.nullable().default(null),
  max: amount.nullable().default(null),
  fixed: amount.nullable().default(null),
  pool: amount.nullable().default(null),
});

/** A document that a call hands out, made when the world is loaded. {TITLE} and the like stand for what the call says. */
const callDocument = z.strictObject({
  name: documentName,
  title,
  format: z.enum(['pdf', 'docx']),
  sections: z.array(z.strictObject({ heading: line, text: z.array(z.string().max(2_000)).min(1) })).min(1),
});

/** The facts and links of a call, as its author gives them. */
const textsOfFacts = z.strictObject({
  duration: textInLanguages(callFactsSchema.shape.duration.unwrap()).optional(),
  review: textInLanguages(callFactsSchema.shape.review.unwrap()).optional(),
  who: textInLanguages(callFactsSchema.shape.who.unwrap()).optional(),
  track: textInLanguages(callFactsSchema.shape.track.unwrap()).optional(),
});
const link = callLinksSchema.shape.link1.unwrap().extend({ title: textInLanguages(z.string()) });
const textsOfLinks = callLinksSchema.extend({ link1: link.optional(), link2: link.optional() });

const call = z.strictObject({
  key,
  code: callCode,
  /** A number, or year, year-1, year+1. */
  year: z.union([callYear, z.string()]),
  number: callNumber,
  /** {YYYY} stands for the year of the call. */
  title,
  description: textInLanguages(z.string().max(600)),
  /** Rich text; what is not allowed in it is taken out. */
  info: textInLanguages(z.string().max(20_000)).default(''),
  logo: z.string().max(300).nullable().default(null),
  published: z.boolean(),
  unit: line.default('node hours'),
  facts: textsOfFacts.default({}),
  uidPattern,
  downloadRoles: z.array(z.enum(roleCodes)).default(['pro']),
  /** An address that begins with `document:` leads to the document of that name. */
  links: textsOfLinks.default({}),
  documents: z.array(callDocument).default([]),
  /** Absent: that of the organisation. */
  timeZone: timeZoneSchema.optional(),
  created: moment,
  /** For every cut-off that has none of its own. */
  limits: z.array(limit).min(1),
  cutoffs: z
    .array(
      z.strictObject({ start: moment, end: moment.nullable(), limits: z.array(limit).min(1).optional() }),
    )
    .min(1),
  /** Of later steps, counted from each cut-off; the first step has the cut-off itself. */
  timeframes: z
    .array(z.strictObject({ step: z.string(), start: moment, end: moment.nullable() }))
    .default([]),
  /** The flow document; the form engine reads it. */
  flow: z.unknown(),
});

const pdf = z.strictObject({
  name: z.string().regex(/^[^/\\]{1,190}\.pdf$/, 'A document has a name like plan.pdf.'),
  title: line,
  pages: z.int().min(1).max(100),
  text: z.array(z.string().max(5_000)).default([]),
});

const answer = z.union([
  z.string(),
  z.array(z.string()),
  /** A day that moves with the world. */
  z.strictObject({ date: moment }),
  /** An uploaded document, made when the world is loaded. */
  z.strictObject({ pdf }),
]);
const answers = z.record(z.string(), answer);
const content = {
  answers: answers.default({}),
  /** The rows of a group, all of them: one that was there stays where it stood. */
  rows: z.record(z.string(), z.array(answers)).default({}),
};

const given = {
  at: moment,
  /** Absent: the owner of what it is about. */
  by: z.union([address, z.enum(['automation', 'clock'])]).optional(),
};
/** Names an assignment; of several the newest that the command is for. */
const on = {
  /** Absent: the first step. */
  step: z.string().optional(),
  partition: key.optional(),
  /** Absent: that of the giver, else of whoever has one. Null: nobody's. */
  of: address.nullable().optional(),
};
const reason = z.string().max(3_000);
const appointment = {
  ...given,
  step: z.string(),
  /** Null: nobody yet. */
  to: address.nullable(),
  /** Absent: the role that the step is made for. */
  role: z.enum(roleCodes).optional(),
  partition: key.optional(),
  lead: z.boolean().default(false),
  deadline: moment.optional(),
};

/** A command that somebody gave, as the table of commands names it, or what staff wrote: a note, the mark of a row. */
const happening = z.discriminatedUnion('do', [
  z.strictObject({ do: z.enum(['assign', 'invite']), ...appointment }),
  /** A person who accepts or takes work agrees to what its step asks. */
  z.strictObject({
    do: z.enum(['accept', 'begin', 'take', 'hand_back', 'reopen', 'make_lead', 'expire']),
    ...given,
    ...on,
  }),
  z.strictObject({
    do: z.enum(['refuse', 'revoke', 'declare_conflict']),
    ...given,
    ...on,
    reason: reason.default(''),
  }),
  z.strictObject({ do: z.literal('hand_on'), ...given, ...on, to: address, reason: reason.default('') }),
  z.strictObject({ do: z.literal('save'), ...given, ...on, ...content }),
  /** The reason: of a final step whose result changes. */
  z.strictObject({ do: z.literal('submit'), ...given, ...on, ...content, reason: reason.optional() }),
  z.strictObject({
    do: z.literal('decide'),
    ...given,
    ...on,
    outcome: z.enum(['approved', 'rejected', 'changes_requested']),
    reason: reason.default(''),
    deadline: moment.nullable().default(null),
  }),
  z.strictObject({
    do: z.literal('outcome'),
    ...given,
    rows: z.array(
      z.strictObject({
        partition: key,
        outcome: z.enum(['awarded', 'reduced', 'reserve', 'rejected']),
        amount: amount.nullable().default(null),
        reason: reason.nullable().default(null),
        startsOn: z.iso.date().nullable().default(null),
        endsOn: z.iso.date().nullable().default(null),
      }),
    ),
    reason: reason.default(''),
  }),
  z.strictObject({
    do: z.literal('release'),
    ...given,
    step: z.string(),
    /** Of an award: when the longest one ends. */
    awardEnds: moment.optional(),
  }),
  z.strictObject({ do: z.enum(['lock', 'unlock']), ...given, step: z.string() }),
  z.strictObject({ do: z.enum(['withdraw', 'take_back']), ...given }),
  z.strictObject({
    do: z.literal('mark_conflict'),
    ...given,
    person: address,
    source: z.enum(['marked', 'detected']).default('marked'),
    reason,
  }),
  z.strictObject({ do: z.literal('clear_conflict'), ...given, person: address, reason }),
  z.strictObject({
    do: z.literal('mark_row'),
    ...given,
    ...on,
    group: z.string(),
    /** Position among the rows of the group, from 1. */
    row: z.int().min(1),
    coi: z.boolean().default(false),
    comment: reason.nullable().default(null),
  }),
  z.strictObject({ do: z.literal('change_deadline'), ...given, ...on, deadline: moment.nullable() }),
  z.strictObject({ do: z.literal('note'), ...given, text: noteTextSchema }),
]);

const application = z.strictObject({
  key,
  call: key,
  owner: address,
  /** Position of the cut-off in the call's list, from 1. */
  cutoff: z.int().min(1),
  /** Absent: the next one of the call. */
  uid: z.string().max(60).optional(),
  created: moment,
  /** What its owner filled in: a draft that was saved when it was created, or what was submitted then. */
  ...content,
  submitted: moment.optional(),
  /** What happened afterwards, in its order. What people could not have done is refused. */
  history: z.array(happening).default([]),
});

const { shape: archived } = legacyRecordSchema;
const variant = archived.regular
  .unwrap()
  .extend({ contact_name: line, contact_email: address })
  .nullable()
  .default(null);

/** An application that an earlier portal archived, with every field that the archive has. */
const legacyRecord = legacyRecordSchema.extend({
  number: line,
  submitted: z.boolean(),
  call: archived.call.extend({
    name: line,
    machines: z.array(line).default([]),
    machinePreparatory: z.array(z.strictObject({ name: line })).default([]),
  }),
  regular: variant,
  preparatory: variant,
  /** Documents, made when the world is loaded. */
  files: z.array(pdf).default([]),
});

export const worldSchema = z.strictObject({
  organisation: organisationSettingsSchema,
  /** Of every user who has none of their own. */
  password: z.string().min(1).max(200).optional(),
  centres: z.array(centre).default([]),
  partitions: z.array(partition).default([]),
  optionGroups: z.array(optionGroup).default([]),
  users: z.array(user).default([]),
  calls: z.array(call).default([]),
  /** Translations of plain texts of calls and flows, found by the text in the language of the organisation. */
  texts: z.array(textInLanguages(z.string().max(20_000))).default([]),
  /** The number of the first application; the others follow. */
  firstApplication: z.int().positive().default(1),
  applications: z.array(application).default([]),
  legacy: z.array(legacyRecord).default([]),
});
export type World = z.output<typeof worldSchema>;
export type WorldCall = World['calls'][number];
export type WorldApplication = World['applications'][number];
export type WorldHappening = WorldApplication['history'][number];
export type WorldContent = Pick<WorldApplication, 'answers' | 'rows'>;
export type WorldAnswer = z.output<typeof answer>;
