import { listPendingActions } from '@clearcall/contract/applications.ts';
import type { DashboardApplication } from '@clearcall/domain/applications/application.ts';
import type { AssignmentStatus } from '@clearcall/domain/applications/statuses.ts';
import { assignmentTime } from '@clearcall/domain/deadlines/assignment-time.ts';
import { draftEndsAt } from '@clearcall/domain/deadlines/draft-expiry.ts';
import { inOrderFor } from '@clearcall/domain/forms/text-in-languages.ts';
import { cutoffsOfStep } from '@clearcall/domain/permissions/application-snapshot.ts';
import { disclosedAssignment } from '@clearcall/domain/permissions/disclosed-assignment.ts';
import { stanceWithoutConflict } from '@clearcall/domain/permissions/stance.ts';
import { isOngoing } from '@clearcall/domain/workflow/completion.ts';
import type { ReaderLanguage } from '@clearcall/i18n/language.ts';
import { operation } from '../../platform/http/bind.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  askedAmountsOf,
  flowOf,
  loadAnswers,
  loadFlows,
  wantedToKnowAmounts,
} from './asked-of-applications.ts';
import { loadAwarded } from './awarded-of-applications.ts';
import { type KnownApplication, type KnownAssignment, pendingActionsSql } from './dashboard-sql.ts';
import { loadFollowedCutoffs } from './followed-cutoffs.ts';
import { loadStepsToRelease } from './releases/steps-to-release.ts';
import { meaningsTold } from './scope-sql.ts';
import { loadBoards } from './task-boards.ts';
import { unpaidReviews } from './unpaid-reviews.ts';

/** Decides the same once for all that are alike: hundreds wait, and they differ in little. */
function onceFor<Decided>(known: Map<string, Decided>, key: string, decide: () => Decided): Decided {
  const earlier = known.get(key);
  if (earlier !== undefined) return earlier;
  const decided = decide();
  known.set(key, decided);
  return decided;
}

/** Amounts are read of so many applications, so that a reply stays fast however many wait. */
const maxWithAmounts = 200;

/** Returns the reader of requested amounts for people who may read some meanings of the first step. */
async function loadAsked(
  platform: Platform,
  applications: readonly KnownApplication[],
  { partitions, ...reading }: { now: Date; reader: ReaderLanguage; partitions: Record<string, string> },
) {
  const some = applications.filter(({ status }) => status !== 'draft').slice(0, maxWithAmounts);
  const flows = await loadFlows(platform, some, reading);
  const wanted = some.flatMap((one) => wantedToKnowAmounts(one.id, flowOf(one, flows)));
  const contents = Map.groupBy(await loadAnswers(platform.db, wanted), ({ applicationId }) => applicationId);
  return (application: KnownApplication, visible: ReadonlySet<string> | null) => {
    const own = contents.get(application.id);
    if (own === undefined) return [];
    return askedAmountsOf(visible && [...visible], flowOf(application, flows), own).flatMap(
      ({ partitionId, amount }) =>
        amount === null ? [] : [{ partition: partitions[partitionId] ?? partitionId, amount }],
    );
  };
}

/**
 * What waits for the caller, in one role or in all: own assignments on applications that the caller may see, and work of
 * the own centre or role that nobody has taken yet. Of these applications it tells all that the caller has on them, also
 * what asks for nothing now, each with the status that the page of the application tells. The oldest applications first; the page sorts by deadline. One statement, however many
 * calls and flow versions they are of, and one each for the amounts that they ask for and that were awarded.
 */
export const dashboard = operation(
  listPendingActions,
  async ({ query, body, actor, now, translator }, platform) => {
    const order = inOrderFor(translator.language, platform.organisation.language());
    const viewer = { userId: actor.userId, role: actor.role, isStaff: actor.isStaff };
    const { rows } = await pendingActionsSql({ ...query, viewer, role: body.role, order }).execute(
      platform.db,
    );
    const [found] = rows;
    if (found === undefined) throw new Error('a statement without tables answered nothing');
    const { retention } = await platform.organisation();
    const { roles, drafts, windows, calls, partitions, rules } = found;
    const stepKey = (one: { flowVersionId: number }, stepId: string) => `${one.flowVersionId} ${stepId}`;
    const steps = new Map(found.steps.map((step) => [stepKey(step, step.id), step]));
    const assignments = Map.groupBy(found.assignments, ({ applicationId }) => applicationId);

    const visibleSets = new Map<string, Set<string>>();
    const visibleTo = (
      { readership, inCentre, inPanel }: KnownApplication,
      assigned: readonly KnownAssignment[],
    ): Set<string> => {
      const mayTake = assigned.some(({ canTake }) => canTake);
      let key = `${readership} ${inCentre} ${inPanel} ${mayTake}`;
      for (const one of assigned) if (!one.isUnowned) key += `\n${one.role} ${one.status}`;
      return onceFor(visibleSets, key, () => {
        // An assignment that nobody has opens the preview, and no more.
        const work = assigned.filter((one) => !one.isUnowned);
        return meaningsTold({ rules }, { readership, inCentre, inPanel, work, mayTake });
      });
    };

    const deadlines = new Map<string, string | null>();
    const deadlineOf = (application: KnownApplication, assignment: KnownAssignment): string | null => {
      // What was handed in is due no more.
      if (!isOngoing(assignment)) return null;
      const { stepId, status, deadline } = assignment;
      const { callId, flowVersionId, cutoffId } = application;
      return onceFor(deadlines, `${flowVersionId} ${cutoffId} ${stepId} ${status} ${deadline}`, () => {
        const timed = {
          status,
          deadline: deadline === null ? null : new Date(deadline).toISOString(),
          isFirst: steps.get(stepKey(application, stepId))?.isFirst ?? false,
        };
        const cutoffs = cutoffsOfStep({ cutoffs: windows[callId] ?? [] }, stepId);
        return assignmentTime(cutoffs, timed, cutoffId, now).deadline;
      });
    };

    const statusOf = (application: KnownApplication, assignment: KnownAssignment): AssignmentStatus => {
      const { stepId, status, judged } = assignment;
      if (judged === null) return status;
      return disclosedAssignment(
        stanceWithoutConflict(viewer, application),
        { ...judged, status: application.status },
        { steps: found.steps.filter(({ flowVersionId }) => flowVersionId === application.flowVersionId) },
        { stepId, status, reason: null, activities: judged.activities },
      ).status;
    };

    const { applications } = found;
    const asked = await loadAsked(platform, applications, { now, reader: translator.language, partitions });
    const decidedAt = new Map(
      found.steps.flatMap(({ final, flowVersionId, order: place }) =>
        final ? [[flowVersionId, place]] : [],
      ),
    );
    const followsDecision = ({ id, flowVersionId }: KnownApplication) =>
      (assignments.get(id) ?? []).some(({ stepId }) => {
        const place = steps.get(stepKey({ flowVersionId }, stepId))?.order ?? 0;
        return place > (decidedAt.get(flowVersionId) ?? Number.MAX_SAFE_INTEGER);
      });
    const awards = await loadAwarded(
      platform,
      viewer,
      applications.filter(followsDecision).slice(0, maxWithAmounts),
      { now, reader: translator.language },
    );
    const data = applications.map((application): DashboardApplication => {
      const { id, uid, status, ownerId, callId } = application;
      const own = assignments.get(id) ?? [];
      const visible = actor.isStaff || ownerId === actor.userId ? null : visibleTo(application, own);
      const shown = (meaning: string, text: string) => (visible === null || visible.has(meaning) ? text : '');
      const draft = drafts[id];
      const awarded = (awards.get(id) ?? []).map(({ partitionId, amount }) => ({
        partition: partitions[partitionId] ?? partitionId,
        amount,
      }));
      return {
        id,
        uid,
        status,
        timeZone: calls[callId]?.timeZone ?? 'UTC',
        unit: calls[callId]?.unit ?? '',
        projectTitle: shown('project_title', application.projectTitle),
        firstName: shown('pi_first_name', application.firstName),
        lastName: shown('pi_last_name', application.lastName),
        partition: shown('partition', application.partition),
        asked: asked(application, visible),
        ...(awarded.length === 0 ? {} : { awarded }),
        draftExpiresAt: draft === undefined ? null : draftEndsAt(draft, now, retention),
        assignments: own
          .filter(({ role, isUnowned }) => isUnowned || body.role === undefined || role === body.role)
          .map((assignment) => ({
            id: assignment.id,
            step: steps.get(stepKey(application, assignment.stepId))?.title ?? assignment.stepId,
            told: steps.get(stepKey(application, assignment.stepId))?.told ?? {},
            stepType: steps.get(stepKey(application, assignment.stepId))?.type ?? '',
            status: statusOf(application, assignment),
            canTake: assignment.canTake,
            ...(assignment.canTake &&
            !actor.isStaff &&
            steps.get(stepKey(application, assignment.stepId))?.assignedBy.includes(actor.role)
              ? { assignableStep: assignment.stepId }
              : {}),
            waitsForChanges: assignment.waitsForChanges,
            asksForTime: assignment.asksForTime,
            deadline: deadlineOf(application, assignment),
            partition: assignment.partitionId === null ? null : (partitions[assignment.partitionId] ?? null),
          })),
      };
    });
    const isForRole = body.role === undefined || body.role === actor.role;
    const [boards, toRelease, followed] = isForRole
      ? await Promise.all([
          loadBoards(platform, viewer, { now, order, translator, names: partitions }),
          loadStepsToRelease(platform, viewer, { now, order, reader: translator.language }),
          loadFollowedCutoffs(platform.db, viewer, translator.language, now),
        ])
      : [[], [], []];
    return { data, roles, boards, toRelease, followed, unpaidReviews: unpaidReviews(found.payable) };
  },
);
