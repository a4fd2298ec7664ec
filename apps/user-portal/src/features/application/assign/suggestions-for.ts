import type { Application, SuggestedReplacement } from '@clearcall/domain/applications/application.ts';

/**
 * The people who were suggested for a step, and a partition if one is chosen: first those whom the person suggested who is
 * replaced now.
 */
export function suggestionsFor(
  { suggestedReplacements = [] }: Pick<Application, 'suggestedReplacements'>,
  {
    stepId,
    partitionId,
    replaces,
  }: { stepId: string; partitionId: string | null; replaces: string | undefined },
): SuggestedReplacement[] {
  const isOther = ({ assignmentId }: SuggestedReplacement) =>
    Number(replaces === undefined || assignmentId !== replaces);
  return suggestedReplacements
    .filter((one) => one.stepId === stepId && (partitionId === null || one.partitionId === partitionId))
    .toSorted((one, other) => isOther(one) - isOther(other));
}

/** The people whom the owner of an assignment suggested when refusing it; for staff, who know the owner. */
export const suggestedBy = (
  { suggestedReplacements = [] }: Pick<Application, 'suggestedReplacements'>,
  assignmentId: string,
): SuggestedReplacement[] => suggestedReplacements.filter((one) => one.assignmentId === assignmentId);

/** For readers who may not know who suggested them: the suggestions for a step. */
export const suggestedAt = (
  { suggestedReplacements = [] }: Pick<Application, 'suggestedReplacements'>,
  stepId: string,
): SuggestedReplacement[] =>
  suggestedReplacements.filter((one) => one.assignmentId === undefined && one.stepId === stepId);

/** 'Zoe Moe (Lab of the North, zoe@example.org)'. */
export function suggestionText({
  name,
  institution,
  email,
}: Pick<SuggestedReplacement, 'name' | 'institution' | 'email'>): string {
  const more = [institution, email].filter((part) => part !== null).join(', ');
  return more === '' ? name : `${name} (${more})`;
}
