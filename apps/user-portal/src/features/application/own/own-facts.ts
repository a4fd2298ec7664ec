import type {
  Application,
  Assignment,
  PartitionDecision,
} from '@clearcall/domain/applications/application.ts';
import { editableStatuses } from '@clearcall/domain/applications/statuses.ts';
import type { Element, Form } from '@clearcall/domain/forms/types.ts';
import type { Language } from '@clearcall/i18n/language.ts';
import type { FormStore } from '@clearcall/ui/form/form-store.ts';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import type { ProposalPart } from '../editor/editor-session.ts';
import { stepsOf } from '../editor/editor-session.ts';

/** Whether the reader is the applicant, whatever else they are. */
export const isMine = ({ owner }: Pick<Application, 'owner'>, userId: number): boolean =>
  owner?.id === userId;

/** Whether the applicant submitted a step, and no changes of it are requested. */
export const hasSubmitted = (
  application: Pick<Application, 'owner'>,
  { submittedAt, status }: Pick<Assignment, 'submittedAt' | 'status'>,
  userId: number,
): boolean => isMine(application, userId) && submittedAt !== null && status !== 'changes_requested';

const waits = ({ can, commands }: Assignment): boolean => can.save || can.submit || commands.accept === null;

/** Whether a step of the applicant is open, late ones included. */
export const hasOpenWork = ({ owner, assignments }: Pick<Application, 'owner' | 'assignments'>): boolean =>
  assignments.some(
    (one) => one.owner?.id === owner?.id && editableStatuses.some((open) => open === one.status),
  );

/** The applicant's own steps in their order, each with its title, and whether something is to be done in it now. */
export function ownSteps(
  application: Application,
  userId: number,
): { assignment: Assignment; title: string; lang: Language | undefined; waits: boolean }[] {
  return application.assignments
    .filter(({ owner }) => owner?.id === userId)
    .flatMap((assignment) => {
      const step = stepsOf(application).find(({ id }) => id === assignment.stepId);
      return step === undefined ? [] : [{ assignment, step }];
    })
    .sort((one, other) => one.step.order - other.step.order)
    .map(({ assignment, step }) => ({
      assignment,
      title: step.title,
      lang: langOf(step, 'title'),
      waits: waits(assignment),
    }));
}

/** What others submitted about the application and was released to its applicant. */
export const releasedParts = (readings: readonly ProposalPart[]): ProposalPart[] =>
  readings.filter(({ step }) => step.ownerRole !== 'applicant');

/** The short texts of the onboarding of a partition, such as the code of the project and its contact. */
export const projectFacts = (
  readings: readonly ProposalPart[],
  partitionId: string,
): { element: Element; value: string }[] =>
  readings
    .filter(({ step, assignment }) => step.type === 'onboarding' && assignment.partitionId === partitionId)
    .flatMap(({ forms, store }) =>
      forms
        .flatMap(({ elements }) => elements)
        .filter(({ type, config }) => type === 'text' && config.readOnly !== true)
        .flatMap((element) => {
          const { visible, values } = store.read({ elementId: element.id, groupId: null });
          return visible && values[0] ? [{ element, value: values[0] }] : [];
        }),
    );

/** How much of a form was filled in: questions that were answered, and files. */
export function filledIn(store: FormStore, form: Form): { answers: number; files: number } {
  const counts = { answers: 0, files: 0 };
  const count = (element: Element, groupId: string | null) => {
    const { visible, values } = store.read({ elementId: element.id, groupId });
    const given = visible ? values.filter((value) => value !== '').length : 0;
    if (element.type === 'upload') counts.files += given;
    else if (given > 0) counts.answers += 1;
  };
  for (const element of form.elements) {
    if (element.children === undefined) count(element, null);
    else if (store.read({ elementId: element.id, groupId: null }).visible)
      for (const row of store.rows(element.id)) for (const child of element.children) count(child, row.id);
  }
  return counts;
}

/** What a result comes to: one awarded partition makes an award. Null while nothing is released. */
export function resultOf(
  decisions: readonly Pick<PartitionDecision, 'outcome'>[],
): 'awarded' | 'reserve' | 'rejected' | null {
  if (decisions.length === 0) return null;
  const has = (...outcomes: PartitionDecision['outcome'][]) =>
    decisions.some(({ outcome }) => outcomes.includes(outcome));
  if (has('awarded', 'reduced')) return 'awarded';
  return has('reserve') ? 'reserve' : 'rejected';
}

export type Action = 'take_back' | 'withdraw';

/** An action on what was submitted: it can be done, or why not, by the code of its refusal. */
export interface PossibleAction {
  action: Action;
  refusal: string | null;
}

/**
 * What the applicant may do with what was submitted. As long as it can be taken back that is the way out, since a draft
 * can be deleted; later it is withdrawn. Empty for everybody else and for drafts. Source: Requirements 2c, 1.1 to 1.3.
 */
export function possibleActions(application: Pick<Application, 'status' | 'commands'>): PossibleAction[] {
  if (application.status === 'draft' || application.status === 'withdrawn') return [];
  const on = (action: Action): PossibleAction[] =>
    application.commands.flatMap(({ command, stepId, refusal }) =>
      command === action && stepId === null ? [{ action, refusal }] : [],
    );
  const [back] = on('take_back');
  if (back?.refusal === null) return [back];
  return [...(back === undefined ? [] : [back]), ...on('withdraw')];
}
