import { message, type Translatable } from '@clearcall/i18n/message.ts';

/** What people can be in a centre and in a panel. */
export const membershipParts = {
  centre: ['representative', 'technical_reviewer'],
  panel: ['member', 'rapporteur', 'chair'],
} as const;
export type MembershipKind = keyof typeof membershipParts;
export const membershipKinds = Object.keys(membershipParts) as [MembershipKind, ...MembershipKind[]];

/** First and last day of a membership as yyyy-mm-dd; null if it has none. */
export interface MembershipDays {
  startsOn: string | null;
  endsOn: string | null;
}

/** Whether a membership has begun on a day. */
export const hasBegun = ({ startsOn }: Pick<MembershipDays, 'startsOn'>, today: string): boolean =>
  startsOn === null || startsOn <= today;

/** Whether a membership is over on a day: its last day was before. */
export const isOver = ({ endsOn }: Pick<MembershipDays, 'endsOn'>, today: string): boolean =>
  endsOn !== null && endsOn < today;

/** Whether a last day is before the first day. */
export const areOutOfOrder = ({ startsOn, endsOn }: MembershipDays): boolean =>
  startsOn !== null && endsOn !== null && endsOn < startsOn;

/** Returns why a membership cannot have these days, or null if it can. */
export const whyNotDays = (
  days: MembershipDays,
  today: string,
): 'days_out_of_order' | 'last_day_past' | null => {
  if (areOutOfOrder(days)) return 'days_out_of_order';
  return isOver(days, today) ? 'last_day_past' : null;
};

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
