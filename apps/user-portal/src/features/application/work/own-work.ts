import type { Application, Assignment } from '@clearcall/domain/applications/application.ts';
import {
  type AssignmentStatus,
  goneStatuses,
  unansweredStatuses,
} from '@clearcall/domain/applications/statuses.ts';
import type { Audience, Element, Step, ViewRule } from '@clearcall/domain/forms/types.ts';
import { judgedWork } from '../editor/decision-texts.ts';
import { stepsOf } from '../editor/editor-session.ts';

const isOneOf = (statuses: readonly AssignmentStatus[], status: AssignmentStatus): boolean =>
  statuses.includes(status);

/** Whether the open assignment is work of the reader on somebody else's application. */
export function isOwnWork(application: Application, assignment: Assignment, userId: number): boolean {
  return assignment.owner?.id === userId && application.owner?.id !== userId;
}

/**
 * Whether the reader acts as the owner of the open assignment on somebody else's application: its owner does, and staff if
 * nobody owns it. Source: Requirements 2, 6.22.
 */
export const actsOnWork = (application: Application, assignment: Assignment, userId: number): boolean =>
  isOwnWork(application, assignment, userId) ||
  (seesApplicant(application, userId) &&
    (assignment.commands.accept === null || assignment.can.save || assignment.can.submit));

/** Whether the reader sees whose application it is and is not its applicant: only staff do. */
export const seesApplicant = ({ owner }: Application, userId: number): boolean =>
  owner !== undefined && owner.id !== userId;

/** All that the reader has to do, or did, on an application of somebody else: what waits for an answer first. */
export function ownWorkOf(application: Application, userId: number): Assignment[] {
  const order = new Map(stepsOf(application).map(({ id, order: at }) => [id, at]));
  const urgency = ({ can, commands, status }: Assignment) =>
    can.save || can.submit || commands.accept === null
      ? 0
      : status === 'triggered' || status === 'accepted'
        ? 1
        : isOneOf(goneStatuses, status)
          ? 3
          : 2;
  return application.assignments
    .filter((one) => isOwnWork(application, one, userId))
    .sort(
      (one, other) =>
        urgency(one) - urgency(other) ||
        (order.get(one.stepId) ?? 0) - (order.get(other.stepId) ?? 0) ||
        (one.deadline ?? '~').localeCompare(other.deadline ?? '~'),
    );
}

/** Whether the work was not taken on yet: the application opens by what is marked for it alone. */
export const isUnanswered = ({ status }: Pick<Assignment, 'status'>): boolean =>
  isOneOf(unansweredStatuses, status);

/**
 * When the work that a step judges was resubmitted, if the reader judged it before and has to judge it again; else null.
 */
export function resubmittedAt(
  application: Pick<Application, 'assignments'>,
  step: Pick<Step, 'judges'>,
  { status, partitionId, submittedAt }: Pick<Assignment, 'status' | 'partitionId' | 'submittedAt'>,
): string | null {
  const judged = judgedWork(application, step, partitionId);
  const isAgain = status === 'accepted' && submittedAt !== null && judged?.status === 'resubmitted';
  return isAgain ? judged.submittedAt : null;
}

/** Whether the work is a review, by the type of its step. */
export const isReview = ({ type }: Pick<Step, 'type'>): boolean => type.endsWith('review');

/** A reason that was given with something that happened to an assignment. */
export interface ReviewComment {
  status: AssignmentStatus;
  reason: string;
  at: string;
}

/**
 * Reasons of decisions, refusals and requests for changes of an assignment, the newest first. A resubmission keeps the
 * reason for which it was requested, which is not its own.
 */
export function reviewComments({ activities }: Pick<Assignment, 'activities'>): ReviewComment[] {
  return activities
    .flatMap(({ status, reason, createdAt }) =>
      reason === null || reason.trim() === '' || status === 'submitted' || status === 'resubmitted'
        ? []
        : [{ status, reason, at: createdAt }],
    )
    .sort((one, other) => other.at.localeCompare(one.at));
}

/** Who reads a part of what is filled in, and from when. */
export interface Readers {
  audience: Audience;
  /** Its fields by their titles; none for what everybody of the audience `public` reads. */
  fields: { id: string; title: string; told: Element['told'] }[];
  /** Roles as `ViewRule` has them, each once: from the earliest moment that opens it to them. */
  readers: { role: string; from: 'submission' | 'release' | 'award' }[];
}

const moments = ['submission', 'award', 'release'] as const;
type Moment = (typeof moments)[number];

const momentOf = (of: ViewRule['of']): Moment =>
  typeof of === 'object' ? 'release' : of === 'awarded' ? 'award' : 'submission';

const audienceOf = (element: Element): Audience => element.config.audience ?? 'public';

/**
 * Who will read which part of a step, by the audience of its elements and the rules of the step; what everybody reads
 * who reads anything comes first. Staff read all of it, and are in no row.
 */
export function readersOf(step: Step): Readers[] {
  const elements = step.forms
    .flatMap((form) => form.elements)
    .flatMap((element) => (element.children === undefined ? [element] : element.children));
  const audiences = [...new Set(elements.map(audienceOf))].sort(
    (one, other) => Number(other === 'public') - Number(one === 'public'),
  );
  return audiences.map((audience) => {
    const from = new Map<string, Moment>();
    for (const rule of step.permissions.view) {
      if (rule.role === 'pro' || !rule.audience.includes(audience)) continue;
      const [known, moment] = [from.get(rule.role), momentOf(rule.of)];
      if (known === undefined || moments.indexOf(moment) < moments.indexOf(known))
        from.set(rule.role, moment);
    }
    return {
      audience,
      fields:
        audience === 'public'
          ? []
          : elements
              .filter((element) => audienceOf(element) === audience)
              .map(({ id, title, told }) => ({ id, title, told })),
      readers: [...from].map(([role, moment]) => ({ role, from: moment })),
    };
  });
}

/** Titles of steps that can be read beside the own work, each once, in the order of the application. */
export function groupedByStep<T extends { step: Step }>(parts: readonly T[]): { step: Step; parts: T[] }[] {
  const groups = new Map<string, { step: Step; parts: T[] }>();
  for (const part of parts) {
    const group = groups.get(part.step.id) ?? { step: part.step, parts: [] };
    group.parts.push(part);
    groups.set(part.step.id, group);
  }
  return [...groups.values()];
}

/** Whether nothing can be read of the application but what is marked for those who are asked for work. */
export function isPreview(steps: readonly Pick<Step, 'forms'>[]): boolean {
  return steps
    .flatMap(({ forms }) => forms)
    .flatMap(({ elements }) => elements)
    .every(({ config }) => config.preview === true);
}
