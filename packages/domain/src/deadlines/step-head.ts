import type { Told } from '../forms/types.ts';

/** A step of a flow as everybody may know it: the page of the call shows it. */
export interface StepHead {
  id: string;
  title: string;
  told?: Told | undefined;
  order: number;
  ownerRole: string;
  final?: boolean | undefined;
  /** The step that it judges. */
  judges?: string | undefined;
}

/** Whether a step is worked on by the applicant, who is a user to the portal. */
export const actsAsApplicant = ({ ownerRole }: Pick<StepHead, 'ownerRole'>): boolean =>
  ownerRole === 'applicant' || ownerRole === 'user';
