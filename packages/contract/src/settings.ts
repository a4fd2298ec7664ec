import { maxLogoBytes } from '@clearcall/domain/organisation/logo.ts';
import { organisationSettingsSchema, periodsSchema } from '@clearcall/domain/organisation/organisation.ts';
import { legalSubjects } from '@clearcall/domain/organisation/retention.ts';
import { textPlaces } from '@clearcall/domain/organisation/text-places.ts';
import { roleCodes } from '@clearcall/domain/people/roles.ts';
import { languages } from '@clearcall/i18n/language.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { done, oneLine } from './values.ts';

/** The path of a setting: its keys, such as ['theme', 'organization', 'name']. */
const place = z
  .array(
    z
      .string()
      .max(120)
      .regex(/^[a-z0-9][\w.-]*$/i),
  )
  .min(1)
  .max(6);
/** Null: absent. */
const value = z.union([
  z.null(),
  z.string().max(5_000),
  z.number(),
  z.boolean(),
  z.array(z.string().max(200)).max(50),
]);

export const openSettings = endpoint({
  kind: 'json',
  method: 'GET',
  path: '/admin/organisation',
  summary: 'The settings of the organisation, with the numbers that show whom a change of them concerns.',
  changes: 'nothing',
  access: 'read_organisation',
  reply: z.strictObject({
    settings: organisationSettingsSchema,
    /** The logo as a data address. */
    logo: z.strictObject({ src: z.string(), width: z.number(), height: z.number() }).nullable(),
    /** Places of settings that a newer version of the portal has stored. They stay as they are. */
    newer: z.array(z.string()),
    /** Active accounts by role. */
    accounts: z.partialRecord(z.enum(roleCodes), z.number().int()),
    /** Active accounts by the version of a text that they agreed to last. */
    agreed: z.array(
      z.strictObject({ subject: z.enum(legalSubjects), version: z.string(), accounts: z.number().int() }),
    ),
    /** Identity providers, from the configuration of the portal. */
    providers: z.array(z.strictObject({ id: z.string(), label: z.string() })),
    /** Where emails go. */
    emails: z.enum(['mail_server', 'mailbox', 'nowhere']),
  }),
  refusals: ['settings_unreadable'],
});

export const changeSettings = endpoint({
  kind: 'json',
  method: 'PUT',
  path: '/admin/organisation',
  summary:
    'Changes settings, all of them or none. A setting that somebody else has changed since it was seen is refused with its value.',
  changes: 'accounts',
  access: 'change_organisation',
  body: z.strictObject({
    changes: z
      .array(z.strictObject({ at: place, seen: value, to: value }))
      .min(1)
      .max(200),
  }),
  reply: done,
  refusals: ['settings_unreadable', 'changed_meanwhile', 'invalid_value'],
  bodyLimitBytes: 2 * 1024 * 1024,
  perMinute: 60,
});

export const changeLogo = endpoint({
  kind: 'json',
  method: 'PUT',
  path: '/admin/organisation/logo',
  summary: 'Replaces the logo of the organisation by an image, PNG, SVG or WebP. It is drawn as a PNG.',
  changes: 'organisation',
  access: 'change_organisation',
  /** The file as a data address. */
  body: z.strictObject({ dataUrl: z.string().regex(/^data:[^,]*;base64,[A-Za-z0-9+/]+={0,2}$/) }),
  reply: done,
  refusals: ['invalid_value'],
  bodyLimitBytes: Math.ceil((maxLogoBytes * 4) / 3) + 1024,
  perMinute: 20,
});

export const removeLogo = endpoint({
  kind: 'json',
  method: 'DELETE',
  path: '/admin/organisation/logo',
  summary: 'Removes the logo of the organisation: pages show the mark and the names again.',
  changes: 'organisation',
  access: 'change_organisation',
  reply: done,
  refusals: [],
});

export const testSender = endpoint({
  kind: 'json',
  method: 'POST',
  path: '/admin/organisation/test-email',
  summary: 'Emails the caller a test from the sender of the settings.',
  changes: 'accounts',
  access: 'change_organisation',
  body: z.strictObject({}),
  reply: done,
  refusals: [],
  perMinute: 5,
});

export const searchTexts = endpoint({
  kind: 'json',
  method: 'POST',
  path: '/admin/organisation/texts',
  summary: 'The texts of the portal in a language, each with what the organisation says in its place.',
  changes: 'nothing',
  access: 'read_organisation',
  body: z.strictObject({
    language: z.enum(languages),
    /** Words that the id or either text holds, each of them. */
    search: oneLine.trim().max(200).default(''),
    /** Only those that people read there. */
    place: z.enum(textPlaces).optional(),
    /** Only those that the organisation says otherwise. */
    changed: z.boolean().default(false),
    limit: z.number().int().min(1).max(500).default(20),
  }),
  reply: z.strictObject({
    data: z.array(z.strictObject({ id: z.string(), original: z.string(), own: z.string().nullable() })),
    total: z.number().int(),
  }),
  refusals: [],
});

export const previewRetention = endpoint({
  kind: 'json',
  method: 'POST',
  path: '/admin/organisation/retention',
  summary: 'How much the jobs of the next night would delete with these periods. Deletes nothing.',
  changes: 'nothing',
  access: 'change_organisation',
  body: periodsSchema,
  reply: z.strictObject({
    accounts: z.number().int(),
    emails: z.number().int(),
    accountEvents: z.number().int(),
    formerNames: z.number().int(),
    drafts: z.number().int(),
  }),
  refusals: [],
  perMinute: 20,
});
