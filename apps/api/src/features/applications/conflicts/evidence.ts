import { listConflictEvidence } from '@clearcall/contract/workflow.ts';
import type { Viewer } from '@clearcall/domain/permissions/viewer.ts';
import {
  type ConflictFacts,
  detectConflicts,
  type Evidence,
  type PersonToAssign,
} from '@clearcall/domain/workflow/detect-conflicts.ts';
import { knowsPerson } from '@clearcall/domain/workflow/known-person.ts';
import { isOneOf, readsExcluded } from '@clearcall/domain/workflow/rights.ts';
import { inConflict } from '@clearcall/domain/workflow/workflow-facts.ts';
import { operation } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { loadFlow } from '../flow-facts.ts';
import type { Guard } from '../workflow/carry-out.ts';
import { actorOf, findApplication, loadFacts, withSteps } from '../workflow/load-facts.ts';
import {
  conflictFacts,
  conflictFactsJson,
  type FoundForConflicts,
  loadConflictFacts,
} from './load-conflict-facts.ts';

/** What speaks for a conflict of each person with the application, as far as its reader may know, the gravest first. */
const evidence = (
  persons: readonly PersonToAssign[],
  known: ConflictFacts,
  seesExcluded: boolean,
): Map<number, Evidence[]> => {
  const facts = seesExcluded ? known : { ...known, excluded: [] };
  return new Map(
    persons.map((person) => [
      person.id,
      detectConflicts(person, facts).toSorted((one, other) => other.severity.localeCompare(one.severity)),
    ]),
  );
};

/**
 * Stands in the way of an assignment that evidence speaks against: for good where it refuses, until whoever assigns has
 * seen it where it asks. Source: Requirements 2, 2.10; Requirements 2b, 3.7.
 */
export function evidenceGuard(
  people: readonly number[],
  viewer: Viewer,
  now: Date,
  despiteEvidence: boolean,
): Guard<FoundForConflicts> | undefined {
  if (people.length === 0) return undefined;
  return {
    reads: conflictFactsJson(people, now, viewer),
    why: (known, flow, { facts, giver }) => {
      const seesExcluded = readsExcluded(facts, giver);
      // The workflow assigns the steps of an applicant to the applicant alone.
      const others = known.persons.filter(({ id }) => id !== facts.application.ownerId);
      const found = [...evidence(others, conflictFacts(known, flow), seesExcluded).values()].flat();
      if (found.some(({ severity }) => severity === 'refuses'))
        return { ok: false, code: 'in_conflict', body: { evidence: found } };
      return found.length === 0 || despiteEvidence
        ? null
        : { ok: false, code: 'conflict_possible', body: { evidence: found } };
    },
  };
}

/**
 * Stands in the way of whoever takes work themselves where evidence refuses. What else speaks for a conflict they know
 * best, and say when they answer whether to take it on.
 */
export function takerGuard(taker: Viewer, now: Date): Guard<FoundForConflicts> | undefined {
  const guard = evidenceGuard([taker.userId], taker, now, true);
  return (
    guard && {
      ...guard,
      why: (...asked) => (guard.why(...asked) === null ? null : { ok: false, code: 'in_conflict' }),
    }
  );
}

export const evidenceOf = operation(listConflictEvidence, async ({ params, query, actor, now }, platform) => {
  const applicationId = await findApplication(platform.db, { key: params.id });
  if (applicationId === null) return refuse('not_found');
  const loaded = await loadFacts(platform.db, applicationId, [actor.userId, ...query.userIds]);
  const { flow } = await loadFlow(platform, loaded.flowVersionId, now, { via: platform.db });
  const facts = withSteps(loaded, flow.steps);
  const giver = actorOf(actor, loaded);
  const toFill = flow.steps
    .map((step) => ({ assignment: null, step, partitionId: null }))
    .filter((target) => isOneOf(['staff', 'assigners'], facts, giver, target));
  if (toFill.length === 0 || facts.application.status === 'draft' || inConflict(facts, actor.userId))
    return refuse('not_found');
  const seesExcluded = readsExcluded(facts, giver);
  const personIds = loaded.people
    .filter((person) => toFill.some((target) => knowsPerson(facts, giver, target, person)))
    .map(({ userId }) => userId)
    .filter((userId) => query.userIds.includes(userId));
  const known = await loadConflictFacts(platform, { applicationId, personIds, viewer: actor }, now);
  const found = known === null ? [] : evidence(known.persons, known.facts, seesExcluded);
  return [...found].map(([userId, list]) => ({ userId, evidence: list }));
});
