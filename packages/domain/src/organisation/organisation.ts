import { languages } from '@clearcall/i18n/language.ts';
import { z } from 'zod';
import { uprightTolerance } from '../people/human-check.ts';
import { defaultPersonUploadsMaxMb } from '../people/person-uploads.ts';
import { roleCodes } from '../people/roles.ts';
import { timeZoneSchema } from '../values/time-zone.ts';
import { defaultLegalVersions, defaultRetention } from './retention.ts';

const colour = z.string().regex(/^#[0-9a-f]{6}$/i, 'A colour is written as #rrggbb.');
const address = z.string().max(500);
const tab = z.enum(['calls', 'dashboard', 'applications', 'legacy']);
const role = z.enum(roleCodes);

const organizationSchema = z.strictObject({
  name: z.string().min(1).max(200),
  shortName: z.string().min(1).max(30),
  description: z.string().max(500),
  link: address,
});
const linksSchema = z.strictObject({
  terms: address,
  privacy: address,
  accessibility: address,
  documentation: address,
});

/** What an organisation says of itself, and where its links lead, to those who read in one language. */
const ownPartSchema = z.strictObject({
  organization: organizationSchema.partial().optional(),
  contactLink: address.optional(),
  links: linksSchema.partial().optional(),
});

/**
 * What the browser learns of the organisation: names, links, colours, tabs. Served as /theme.json. Source: Requirements
 * 1, 3.19 and 10.35.
 */
export const themeSchema = z.strictObject({
  /** Ten shades of the accent, light to dark. */
  palette: z.array(colour).length(10),
  colours: z.strictObject({ cover: colour, cover2: colour, coverRule: colour }),
  organization: organizationSchema,
  contactLink: address,
  links: linksSchema,
  /**
   * What of these three is otherwise for readers of a language; what is absent is as it stands above. A key beside them,
   * so that a version that does not know it has plain texts all the same.
   */
  inLanguages: z.partialRecord(z.enum(languages), ownPartSchema).optional(),
  timeZone: timeZoneSchema,
  legacy: z.boolean(),
  staffRoles: z.array(role),
  tabs: z.strictObject({ default: z.array(tab), byRole: z.partialRecord(role, z.array(tab)) }),
  externalPortal: z.strictObject({ pattern: z.string().max(60), address }),
});
export type Theme = z.infer<typeof themeSchema>;

const period = z.number().int().min(1).max(3_650);

/** See retention.ts for what each means. */
export const periodsSchema = z.strictObject({
  unconfirmedAccountsDays: period,
  endedSessionsDays: period,
  accountEventsDays: period,
  mailsDays: period,
  closedNamesMonths: period,
  draftWarningMonths: period.default(defaultRetention.draftWarningMonths),
  draftMonths: period.default(defaultRetention.draftMonths),
  draftLastMailDays: period.default(defaultRetention.draftLastMailDays),
});

/** Periods that fit together. */
export const retentionSchema = periodsSchema
  .refine((given) => given.draftWarningMonths < given.draftMonths, {
    message: 'A draft is warned about before it is deleted.',
    path: ['draftWarningMonths'],
  })
  // Otherwise nobody could say any more whether it was sent, and the draft would stay.
  .refine((given) => given.draftLastMailDays < given.mailsDays, {
    message:
      'Mails are remembered for longer than the days between the last mail and the deletion of a draft.',
    path: ['draftLastMailDays'],
  });

const legalVersion = z.string().min(1).max(40);
export const legalVersionsSchema = z.strictObject({ terms: legalVersion, privacy: legalVersion });

/** All settings of the organisation; the theme is the part that browsers see. */
export const organisationSettingsSchema = z.strictObject({
  theme: themeSchema,
  mailSender: z.string().min(3).max(200),
  uploadMaxMb: z.number().int().min(1).max(500),
  /** What the files that one person uploaded may take up together. */
  personUploadsMaxMb: z.number().int().min(1).max(10_000_000).default(defaultPersonUploadsMaxMb),
  /** The language of what authors write in one alone, and what else is told to whoever reads in another. Absent: English. */
  language: z.enum(languages).optional(),
  /** Texts of the catalogue that the organisation says otherwise, by language and id. */
  words: z
    .partialRecord(z.enum(languages), z.record(z.string().max(120), z.string().min(1).max(5_000)))
    .default({}),
  // Settings that were written before these existed stay valid.
  retention: retentionSchema.default(defaultRetention),
  legalVersions: legalVersionsSchema.default(defaultLegalVersions),
  /** false: people log in through identity providers and passkeys alone. */
  passwordLogin: z.boolean().default(true),
  /** true: a publication of a call goes live only after a second administrator has approved it. */
  secondPublisher: z.boolean().default(false),
  /** How many degrees the picture of the human check may be off upright. */
  humanToleranceDegrees: z
    .number()
    .int()
    .min(uprightTolerance.minDegrees)
    .max(uprightTolerance.maxDegrees)
    .default(uprightTolerance.defaultDegrees),
});
export type OrganisationSettings = z.infer<typeof organisationSettingsSchema>;
