import type { Area } from '@clearcall/i18n/catalogue.ts';

/** Where people read a text of the catalogue. */
export const textPlaces = ['user_portal', 'administration', 'both', 'emails', 'files'] as const;
export type TextPlace = (typeof textPlaces)[number];

/** Where people read the texts of an area. */
export const placeOfArea: Readonly<Record<Area, TextPlace>> = {
  account: 'both',
  admin: 'administration',
  archive: 'administration',
  bundles: 'files',
  call: 'user_portal',
  calls: 'user_portal',
  changes: 'user_portal',
  dashboard: 'user_portal',
  documents: 'user_portal',
  editor: 'user_portal',
  events: 'user_portal',
  findings: 'administration',
  forms: 'both',
  frame: 'both',
  guides: 'user_portal',
  legacy: 'user_portal',
  links: 'administration',
  lists: 'both',
  mailbox: 'user_portal',
  mailing: 'user_portal',
  mails: 'emails',
  parts: 'both',
  preview: 'both',
  printouts: 'files',
  privacy: 'user_portal',
  profile: 'both',
  refusals: 'both',
  reviews: 'user_portal',
  setup: 'administration',
  staff: 'user_portal',
  work: 'user_portal',
  workflow: 'user_portal',
};
