import { z } from 'zod';
import { roleCodes } from './roles.ts';

/** The signed-in person as the session knows them. */
export const sessionUserSchema = z.strictObject({
  id: z.number().int(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(roleCodes),
  acceptMailingList: z.boolean().nullable(),
});
export type SessionUser = z.infer<typeof sessionUserSchema>;

/** The own profile. Source: Specification 1, section 3. Dates are yyyy-mm-dd; the phone is 'dial code|number'. */
export const profileSchema = z.strictObject({
  ...sessionUserSchema.shape,
  status: z.string(),
  lastLogin: z.string().nullable(),
  title: z.string().nullable(),
  gender: z.string().nullable(),
  nationality: z.string().nullable(),
  dateOfBirth: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  homeAddress: z.string().nullable(),
  fields: z.array(z.string()),
});
export type Profile = z.infer<typeof profileSchema>;
