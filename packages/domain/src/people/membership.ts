import { message, type Translatable } from '@clearcall/i18n/message.ts';

/** What people can be in a centre and in a panel. */
export const membershipParts = {
  centre: ['representative', 'technical_reviewer'],
  panel: ['member', 'rapporteur', 'chair'],
} as const;
export type MembershipKind = keyof typeof membershipParts;
export const membershipKinds = Object.keys(membershipParts) as [MembershipKind, ...MembershipKind[]];

const texts = {
  representative: message('admin.part.representative'),
  technical_reviewer: message('admin.part.technical_reviewer'),
  member: message('admin.part.member'),
  rapporteur: message('admin.part.rapporteur'),
  chair: message('admin.part.chair'),
} as const satisfies Record<(typeof membershipParts)[MembershipKind][number], Translatable>;

const isKnown = (part: string): part is keyof typeof texts => Object.hasOwn(texts, part);

/** The name of a part. World files may use others, which are told by their own words. */
export const partMessage = (part: string): Translatable =>
  isKnown(part) ? texts[part] : part.replaceAll('_', ' ');
