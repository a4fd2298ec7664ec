import type { Application, Assignment } from '@clearcall/domain/applications/application.ts';
import { compileFlow, type Plan } from '@clearcall/domain/forms/compile.ts';
import { isEmail } from '@clearcall/domain/forms/email-address.ts';
import { firstStep } from '@clearcall/domain/forms/first-step.ts';
import { withKnownReferences } from '@clearcall/domain/forms/known-references.ts';
import type { Answer, Element, Item, Row, Step } from '@clearcall/domain/forms/types.ts';
import { wasHandedIn } from '@clearcall/domain/permissions/view-rules.ts';
import { FormStore } from '@clearcall/ui/form/form-store.ts';
import { newId } from '@clearcall/ui/kit/new-id.ts';
import { rowOf, storedAnswer } from '../editor/assignment-calls.ts';
import { contextOf, type ProposalPart, stepsOf } from '../editor/editor-session.ts';

const plans = new WeakMap<Application, Plan | null>();

function planOf(application: Application): Plan | null {
  const known = plans.get(application);
  if (known !== undefined) return known;
  const steps = withKnownReferences(stepsOf(application));
  const compiled = compileFlow({ version: application.flowVersion, steps, automations: [], templates: [] });
  const plan = compiled.ok ? compiled.plan : null;
  plans.set(application, plan);
  return plan;
}

/** An assignment to be read: what was submitted, or an earlier version of it. Null if the reader may read nothing of it. */
export function readingOf(
  application: Application,
  assignment: Assignment,
  earlier?: { answers: readonly Answer[]; rows: readonly Row[] },
): ProposalPart | null {
  const step = stepsOf(application).find(({ id }) => id === assignment.stepId);
  const plan = planOf(application);
  if (step === undefined || plan === null || step.forms.length === 0) return null;
  const store = new FormStore({
    plan,
    step,
    answers: earlier
      ? earlier.answers.map((answer) => ({ ...answer, revision: 0 }))
      : assignment.data.map(storedAnswer),
    rows: earlier ? [...earlier.rows] : assignment.groups.map(rowOf),
    context: contextOf(application, assignment, application.documents),
    editable: false,
    newId,
  });
  return { assignment, step, store, forms: step.forms.toSorted((one, other) => one.order - other.order) };
}

/** The assignment of the first step: the application as it was submitted. */
export function firstReading(application: Application): ProposalPart | null {
  const step = firstStep({ steps: stepsOf(application) });
  const assignment = application.assignments.find(({ stepId }) => stepId === step?.id);
  return assignment === undefined ? null : readingOf(application, assignment);
}

const elementsOf = (step: Step): Element[] =>
  step.forms.flatMap(({ elements }) => elements).flatMap((element) => [element, ...(element.children ?? [])]);

/** What a panel is called that an application is or was with; its value where nobody knows it by a name any more. */
export function panelName({ panel, options }: Application): string | null {
  const items = [...(panel?.offered ?? []), ...Object.values(options).flat()];
  return items.find(({ value }) => value === panel?.value)?.label ?? panel?.value ?? null;
}

/** What an application says under a meaning, the label of what was chosen; empty where the reader gets none. */
export function meant(application: Application, meaning: string): string {
  for (const step of stepsOf(application)) {
    const element = elementsOf(step).find(({ config }) => config.id === meaning);
    if (element === undefined) continue;
    const item = application.assignments
      .filter(({ stepId }) => stepId === step.id)
      .flatMap(({ data }) => data)
      .find(({ flowElementId }) => flowElementId === element.id);
    const offered = (element.items ?? application.options[element.optionsGroup ?? ''] ?? []) as Item[];
    const labels = (item?.input.values ?? []).map(
      (value) => offered.find((one) => one.value === value)?.label ?? value,
    );
    const text = labels.join(', ').trim();
    if (text !== '') return text;
  }
  return '';
}

/** The amount that the technical review of a partition advises; null if it advises nothing, or the reader gets none of it. */
export function advisedOn(application: Application, partitionId: string): string | null {
  const reviews = application.assignments
    .filter((one) => one.partitionId === partitionId && wasHandedIn(one.status))
    .toSorted((one, other) => Number(other.isLead) - Number(one.isLead));
  for (const { stepId, data } of reviews) {
    const step = stepsOf(application).find(({ id }) => id === stepId);
    const advice =
      step === undefined ? [] : elementsOf(step).filter(({ config }) => config.id === 'technical_limit');
    const amount = data.find(({ flowElementId }) => advice.some(({ id }) => id === flowElementId))?.input
      .values[0];
    if (amount !== undefined) return amount;
  }
  return null;
}

/** A row of a group whose rows the reader may mark, under what is filled in first. */
export interface MarkedRow {
  assignmentId: string;
  id: string;
  group: string;
  name: string;
  /** Where they can be written to, if the applicant said so. */
  email: string | null;
  coi: boolean;
  comment: string | null;
}

/** The rows about people whom the applicant suggests or asks to leave out. */
export function markedRows(application: Application): MarkedRow[] {
  return application.assignments.flatMap((assignment) => {
    const step = stepsOf(application).find(({ id }) => id === assignment.stepId);
    if (step === undefined) return [];
    const groups = elementsOf(step).filter(
      ({ children, config }) =>
        children !== undefined &&
        (config.audience === 'suggested_reviewers' ||
          children.some((child) => child.config.audience === 'suggested_reviewers')),
    );
    return groups.flatMap((group) =>
      assignment.groups
        .filter(({ flowElementId, coi }) => flowElementId === group.id && coi !== undefined)
        .toSorted((one, other) => one.order - other.order)
        .map((row, index) => {
          const saidIn = (...types: Element['type'][]) =>
            (group.children ?? []).flatMap(({ id, type }) =>
              types.includes(type)
                ? (assignment.data.find((item) => item.dataGroupId === row.id && item.flowElementId === id)
                    ?.input.values ?? [])
                : [],
            );
          const said = saidIn('text', 'email');
          return {
            assignmentId: assignment.id,
            id: row.id,
            group: group.title,
            name:
              said
                .filter((text) => text.trim() !== '')
                .slice(0, 2)
                .join(' ') || `#${index + 1}`,
            email: saidIn('email').find(isEmail) ?? null,
            coi: row.coi === true,
            comment: row.comment ?? null,
          };
        }),
    );
  });
}
