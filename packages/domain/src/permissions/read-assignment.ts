import type { PartitionDecision } from '../applications/application.ts';
import { goneStatuses, isOneOf } from '../applications/statuses.ts';
import { elementMeaning, outcomeElements } from '../forms/decisions.ts';
import { firstStep } from '../forms/first-step.ts';
import type { Audience, Effect, Element, Flow, Ref, Step, ViewRule } from '../forms/types.ts';
import type { ApplicationSnapshot, AssignmentSnapshot } from './application-snapshot.ts';
import { actsAsOwner } from './can-edit.ts';
import { type Content, contentFor } from './content-for.ts';
import { isInConflict } from './is-in-conflict.ts';
import {
  actsAsStaff,
  audienceOf,
  everyAudience,
  isUnanswered,
  rulesFor,
  wasHandedIn,
  worksOn,
} from './view-rules.ts';
import type { Viewer } from './viewer.ts';

/** The facts of an assignment that decide what of its submission a viewer may read. */
export type ReadableAssignment = Pick<
  AssignmentSnapshot,
  | 'id'
  | 'stepId'
  | 'ownerId'
  | 'role'
  | 'partitionId'
  | 'centreId'
  | 'status'
  | 'previousStatus'
  | 'submittedAt'
  | 'submitted'
  | 'earlier'
  | 'keptFor'
>;

/** The facts of an application that decide what of its submissions a viewer may read. */
export type ReadableApplication = Pick<
  ApplicationSnapshot,
  | 'ownerId'
  | 'status'
  | 'awardDeclinedAt'
  | 'releasedAt'
  | 'centreIds'
  | 'panel'
  | 'viewer'
  | 'inConflict'
  | 'decisions'
> & { assignments: readonly ReadableAssignment[] };

const audienceOfElement = (element: Element): Audience => element.config.audience ?? 'public';

/** A step as some audience may see it. */
export interface StepView {
  step: Step;
  /** The ids of its elements. */
  shown: ReadonlySet<string>;
  /** The lists that its elements choose from. */
  tags: readonly string[];
}

/** Made once of each step of a flow, which never changes: by whom it is closed to, or who may see what of it. */
const knownViews = new WeakMap<Step, Map<string, StepView>>();

/** How far a step opens: not its forms, or the elements of some audiences, and those of the preview. */
interface Opening {
  audience: ReadonlySet<Audience>;
  preview: boolean;
  closed: boolean;
}

/** The step with nothing of its forms (`closed`), or with the elements that may be seen. */
export function viewOf(step: Step, opening: Opening): StepView {
  const { audience, preview, closed } = opening;
  const shownTo = [...everyAudience.filter((one) => audience.has(one)), ...(preview ? ['preview'] : [])];
  const name = closed ? 'closed' : shownTo.join();
  const known = knownViews.get(step) ?? new Map<string, StepView>();
  knownViews.set(step, known);
  const found = known.get(name);
  if (found !== undefined) return found;
  const seen = closed ? { ...step, forms: [] } : narrowStep(step, opening);
  const elements = elementsOf(seen);
  const view = {
    step: seen,
    shown: new Set(elements.map(({ id }) => id)),
    tags: elements.flatMap(({ optionsGroup }) => optionsGroup ?? []),
  };
  known.set(name, view);
  return view;
}

/**
 * The elements that may be seen. Rules that name others are dropped with them; a question that is not asked stays unasked
 * where the reader sees why.
 */
function narrowStep(step: Step, { audience, preview }: Opening): Step {
  if (everyAudience.every((one) => audience.has(one))) return step;
  const isSeen = (element: Element) =>
    audience.has(audienceOfElement(element)) || (preview && element.config.preview === true);
  const seen = elementsOf(step).filter(isSeen);
  const isNamed = (ref: Ref) =>
    !('element' in ref) || seen.some(({ id, config }) => id === ref.element || config.id === ref.element);
  const isJudged = (effect: Effect) =>
    effect.effect === 'visible' &&
    effect.validations
      .flat()
      .every(({ refs, values }) =>
        [...refs, ...values].every((one) => typeof one === 'string' || isNamed(one)),
      );
  const narrow = (elements: readonly Element[]): Element[] =>
    elements.filter(isSeen).map((element) => ({
      ...element,
      effects: element.effects.filter(isJudged),
      ...(element.children === undefined ? {} : { children: narrow(element.children) }),
    }));
  const forms = step.forms.map((form) => ({ ...form, elements: narrow(form.elements) }));
  return { ...step, forms: audience.size > 0 ? forms : forms.filter(({ elements }) => elements.length > 0) };
}

export function elementsOf(step: Step): Element[] {
  return step.forms
    .flatMap((form) => form.elements)
    .flatMap((element) => [element, ...(element.children ?? [])]);
}

/** Whether a rule opens what was released. */
export const isByRelease = ({ of }: Pick<ViewRule, 'of'>): boolean => typeof of === 'object';

/** The newest decision about each partition, of those that count. */
export function newestOf<T extends PartitionDecision>(decisions: readonly T[]): T[] {
  return [...new Map(decisions.map((one) => [one.partitionId, one])).values()];
}

/**
 * Whether what was handed in at the final step is what was released. Where the result was changed since, neither the
 * old words nor those that wait for their release are the result. Source: Requirements 2, 5.2.
 */
function showsReleasedOutcome(
  step: Step,
  submitted: Pick<Content, 'answers' | 'rows'>,
  decisions: readonly PartitionDecision[],
): boolean {
  const [placed] = outcomeElements(step);
  if (placed === undefined || placed.group === null) return true;
  const { element, group } = placed;
  const released = newestOf(decisions.filter(({ isReleased }) => isReleased));
  return submitted.rows
    .filter(({ elementId }) => elementId === group.id)
    .every(({ id }) => {
      const answerTo = (of: Element | undefined): string | null =>
        submitted.answers.find((one) => one.groupId === id && one.elementId === of?.id)?.values[0] ?? null;
      const meant = (meaning: string) => answerTo(elementMeaning(step, meaning, group));
      const decided = element.config.outcome?.[answerTo(element) ?? ''];
      return released.some(
        (one) =>
          one.partitionId === meant('decision_partition') &&
          one.outcome === decided &&
          one.amount === meant('decision_amount') &&
          one.startsOn === meant('award_start') &&
          one.endsOn === meant('award_end'),
      );
    });
}

/** What a viewer may read of one assignment. */
export interface Reading {
  step: Step;
  /** The viewer acts as its owner. */
  own: boolean;
  /** It is read as it was released, whatever happened since. */
  isKept: boolean;
  /** It ended, and the viewer may know that. */
  gone: boolean;
  rules: Pick<ViewRule, 'of' | 'audience'>[];
  /** Null if the viewer gets the preview alone. */
  audience: Set<Audience> | null;
  /** The submission that the rules open. */
  read: Content | null;
  /** The submission as the viewer gets it: of their own work the newest. */
  submitted: Omit<Content, 'at'> | null;
  /** Nothing of its forms is shown. */
  closed: boolean;
  view: StepView;
}

/**
 * Decides what of an assignment a viewer may read; null if it does not exist for them. The page of an application and the
 * table of scores both ask this function. Source: Requirements 2, 6.17 and 6.21.
 */
export function readAssignment(
  viewer: Viewer,
  snapshot: ReadableApplication,
  flow: Pick<Flow, 'steps'>,
  assignment: ReadableAssignment,
  { mayTake }: { mayTake: boolean },
): Reading | null {
  const step = flow.steps.find(({ id }) => id === assignment.stepId);
  if (step === undefined) return null;
  const mine = snapshot.ownerId === viewer.userId;
  const staff = actsAsStaff(viewer, snapshot);
  const stopped = isInConflict(viewer, snapshot);
  const own = !stopped && actsAsOwner(viewer, snapshot, assignment) && (mine || snapshot.status !== 'draft');
  const isGone =
    assignment.status === 'conflicted' || (!(own && mine) && isOneOf(goneStatuses, assignment.status));
  const open = rulesFor(viewer, snapshot, step, assignment);
  const byReleases = open.filter(isByRelease);
  // In a conflict one reads what was released before it came. What was given up since its release is read as it was, and
  // that it was is not told.
  const isKept = !own && !staff && (stopped || (isGone && byReleases.length > 0));
  const rules = isKept ? byReleases : open;
  const audience = own ? new Set(everyAudience) : audienceOf(rules);
  const preview =
    step.id === firstStep(flow)?.id &&
    wasHandedIn(assignment.status) &&
    !own &&
    !stopped &&
    (mayTake || worksOn(viewer, snapshot));
  if (audience === null && !preview) return null;

  const gone = isGone && !isKept;
  // The form of somebody's application opens when the work is taken on.
  const asksFirst = own && !mine && isUnanswered(assignment.status);
  const read = contentFor(step, rules, snapshot, assignment, { preview });
  // Whoever reads it because it was released reads what was released.
  const byRelease =
    !own && rules.length > 0 && rules.every(({ of }) => of !== 'always' && of !== 'submitted');
  const submitted = own
    ? assignment.submitted
    : byRelease &&
        step.final === true &&
        read !== null &&
        !showsReleasedOutcome(step, read, snapshot.decisions)
      ? { answers: [], rows: [] }
      : read;
  const closed = !staff && (gone || asksFirst);
  const view = viewOf(step, { audience: audience ?? new Set(), preview, closed });
  if (audience === null && view.shown.size === 0) return null;
  return { step, own, isKept, gone, rules, audience, read, submitted, closed, view };
}
