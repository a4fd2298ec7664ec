import { languages } from '@clearcall/i18n/language.ts';
import { z } from 'zod';
import type { BankField } from './bank-account.ts';
import { mailPaces } from './mail-pace.ts';
import { roleCodes } from './roles.ts';

/** The signed-in person as the session knows them. */
export const sessionUserSchema = z.strictObject({
  id: z.number().int(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(roleCodes),
  acceptMailingList: z.boolean().nullable(),
  /** What they read the portal and its mails in; null until they choose: then what their browser accepts. */
  language: z.enum(languages).nullable(),
});
export type SessionUser = z.infer<typeof sessionUserSchema>;

const text = z.string().nullable();

const bankDetails = {
  bankName: text,
  bankHolderName: text,
  swiftCode: text,
  iban: text,
  bankAddress: text,
  bankRouting: text,
  bankRemarks: text,
} satisfies Record<BankField, typeof text>;

/** The own profile. Source: Requirements 1, 3.1 and 3.3. Dates are yyyy-mm-dd; the phone is 'dial code|number'. */
export const profileSchema = z.strictObject({
  ...sessionUserSchema.shape,
  status: z.string(),
  lastLogin: text,
  title: text,
  gender: text,
  nationality: text,
  dateOfBirth: text,
  phoneNumber: text,
  homeAddress: text,
  fields: z.array(z.string()),
  website: text,
  linkedin: text,
  researchgate: text,
  scholar: text,
  scopus: text,
  link1: text,
  link2: text,
  /** Whether the person is available as a reviewer; null while nobody asked. */
  isReviewer: z.boolean().nullable(),
  /** How mails about their work come; those about the account always come at once. */
  mailPace: z.enum(mailPaces),
  /** Set by staff, read by the person: temporarily unavailable as a member of a committee, and the mandate there. */
  temporary: z.boolean(),
  mandateStartDate: text,
  mandateEndDate: text,
  tags: z.array(z.string()),
  ...bankDetails,
});
export type Profile = z.infer<typeof profileSchema>;

/** A reviewer to pay as the finance manager sees them; `reviews`: how many they submitted for the application. */
export const payeeSchema = z.strictObject({
  id: z.number().int(),
  firstName: z.string(),
  lastName: z.string(),
  reviews: z.number().int(),
  ...bankDetails,
});
export type Payee = z.infer<typeof payeeSchema>;
