import type { Application, Assignment } from '@clearcall/domain/applications/application.ts';
import { foldEmail } from '@clearcall/domain/forms/email-address.ts';

type Ended = Extract<Assignment['status'], 'refused' | 'revoked' | 'conflicted'> | 'handed_back';

const hasEnded = (status: Assignment['status'] | Ended): status is Ended =>
  status === 'refused' || status === 'handed_back' || status === 'revoked' || status === 'conflicted';

/**
 * Whether the person with an email address works on an application, or how their last assignment ended; null if they
 * never had one. The addresses are those of all owners, by their ids.
 */
export function standingOf(
  { assignments }: Pick<Application, 'assignments'>,
  addresses: ReadonlyMap<number, string>,
  email: string,
): 'works' | Ended | null {
  const isTheirs = (id: number) => foldEmail(addresses.get(id) ?? '') === foldEmail(email);
  if (![...addresses.keys()].some(isTheirs)) return null;
  const statuses = assignments.flatMap(({ owner, status, isHandedBack }) =>
    owner !== undefined && isTheirs(owner.id) ? [isHandedBack ? ('handed_back' as const) : status] : [],
  );
  const last = statuses.at(-1);
  return last !== undefined && hasEnded(last) && statuses.every(hasEnded) ? last : 'works';
}
