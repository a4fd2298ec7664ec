import { type Message, message, type Translatable } from '@clearcall/i18n/message.ts';
import { firstStep } from '../forms/first-step.ts';
import type { Answer, Audience, Element, Flow, Item, Step } from '../forms/types.ts';
import { type Content, contentFor, type HandedIn } from './content-for.ts';
import { audienceOf, drawn, isViewRole, rulesForHandedIn, type ViewFacts } from './view-rules.ts';
import type { Viewer } from './viewer.ts';

/** An assignment of a later step, with what was handed in of it. */
export interface LaterAssignment extends HandedIn {
  id: string;
  stepId: string;
  partitionId: string | null;
  labelNumber: number | null;
}

/** What the rules ask of an application, and its assignments of later steps. */
export interface LaterFacts extends ViewFacts {
  later: readonly LaterAssignment[];
}

/** What a column is about: how many handed in a step, or what they answered to one question. */
export interface LaterColumn {
  stepId: string;
  question: Question | null;
  title: Message;
}

/** A question, and who must be able to read it: whoever may not read its group does not read it either. */
interface Question {
  element: Element;
  audiences: readonly Audience[];
}

/** Nothing is answered in these, or it is a file. */
const unanswerable: readonly Element['type'][] = [
  'title',
  'instructions',
  'space',
  'divider',
  'upload',
  'group',
];

/** Whether a rule of the step could ever open a question to somebody. */
function couldRead(viewer: Viewer, { permissions }: Step, { audiences }: Question): boolean {
  const rules = permissions.view.filter(({ role }) => role === viewer.role && isViewRole(role));
  const opened = new Set(rules.flatMap(({ audience }) => audience));
  return viewer.isStaff || audiences.every((audience) => opened.has(audience));
}

const audienceOfElement = ({ config }: Element): Audience => config.audience ?? 'public';

const questionsOf = ({ forms }: Step): Question[] =>
  forms
    .flatMap(({ elements }) => elements)
    .flatMap((element) => [
      { element, audiences: [audienceOfElement(element)] },
      ...(element.children ?? []).map((child) => ({
        element: child,
        audiences: [audienceOfElement(element), audienceOfElement(child)],
      })),
    ])
    .filter(({ element }) => !unanswerable.includes(element.type));

/**
 * Titles of the questions of a step. A repeated one, as a comment on each judgement, gets the title of the question before
 * it in front: 'Feasibility: Comment'.
 */
function titlesOf(questions: readonly Question[]): Translatable[] {
  const titles = questions.map(({ element }) => element.title);
  let before: string | null = null;
  return titles.map((title) => {
    const isRepeated = titles.indexOf(title) !== titles.lastIndexOf(title);
    if (!isRepeated) before = title;
    return isRepeated && before !== null
      ? message('workflow.report.question', { step: before, question: title })
      : title;
  });
}

/**
 * The columns that the later steps of a call add to its applications report: of each step how many handed it in, and one
 * for each question. `flows` are the versions of the call, the newest last, whose words count. A reader gets the columns
 * alone that some view rule could open to them. Source: Requirements 2g, 4.1.
 */
export function laterColumns(viewer: Viewer, flows: readonly Flow[]): LaterColumn[] {
  const columns = new Map<string, LaterColumn & { order: number; nth: number }>();
  for (const flow of flows) {
    const first = firstStep(flow)?.id;
    for (const step of flow.steps.filter(({ id }) => id !== first)) {
      const questions = questionsOf(step).filter((question) => couldRead(viewer, step, question));
      if (questions.length === 0) continue;
      const { order } = step;
      const title = message('workflow.report.handedIn', { step: step.title });
      columns.set(step.id, { stepId: step.id, question: null, title, order, nth: -1 });
      const titles = titlesOf(questions);
      for (const [nth, question] of questions.entries())
        columns.set(`${step.id} ${question.element.id}`, {
          stepId: step.id,
          question,
          title: message('workflow.report.question', {
            step: step.title,
            question: titles[nth] ?? question.element.title,
          }),
          order,
          nth,
        });
    }
  }
  return [...columns.values()]
    .sort((one, other) => one.order - other.order || one.nth - other.nth)
    .map(({ stepId, question, title }) => ({ stepId, question, title }));
}

/** Says what a value means: the label of an option, the name of a partition, the value itself. */
export type TellValue = (element: Element, value: string) => string;

/** As an option is called in its own list, or in the one that it is chosen from. */
export function labelOf(
  { items, optionsGroup }: Element,
  lists: Record<string, Item[]>,
  value: string,
): string {
  const list = items ?? lists[optionsGroup ?? ''] ?? [];
  return list.find((item) => item.value === value)?.label ?? value;
}

/**
 * What stands in these columns for one application, as its reader may see it: of each assignment that a rule opens now
 * what was handed in, as far as the rule covers it, of elements of the audiences that it opens, in an order that says
 * neither who wrote it nor when.
 */
export function laterCells(
  viewer: Viewer,
  facts: LaterFacts,
  flow: Flow,
  columns: readonly LaterColumn[],
  tell: { value: TellValue; partition: (id: string) => string },
): string[] {
  const open = new Map<
    string,
    { assignment: LaterAssignment; audience: ReadonlySet<Audience>; content: Content | null }[]
  >();
  for (const step of flow.steps) {
    const own = facts.later
      .filter(({ stepId }) => stepId === step.id)
      .toSorted(
        (one, other) =>
          (one.labelNumber ?? Number.MAX_SAFE_INTEGER) - (other.labelNumber ?? Number.MAX_SAFE_INTEGER) ||
          drawn(one, other),
      )
      .flatMap((assignment) => {
        const rules = rulesForHandedIn(viewer, facts, step, assignment);
        const audience = audienceOf(rules);
        if (audience === null) return [];
        return [{ assignment, audience, content: contentFor(step, rules, facts, assignment) }];
      });
    open.set(step.id, own);
  }
  return columns.map(({ stepId, question }) => {
    const read = open.get(stepId) ?? [];
    if (question === null) return read.length === 0 ? '' : String(read.length);
    const { element, audiences } = question;
    return read
      .filter((one) => audiences.every((audience) => one.audience.has(audience)))
      .flatMap(({ assignment, content }) => {
        const { answers = [], rows = [] } = content ?? {};
        const placeOf = ({ groupId }: Answer) => rows.find(({ id }) => id === groupId)?.order ?? 0;
        const told = answers
          .filter(({ elementId }) => elementId === element.id)
          .toSorted((one, other) => placeOf(one) - placeOf(other))
          .map(({ values }) => values.map((value) => tell.value(element, value)).join(', '));
        if (told.length === 0) return [];
        const { partitionId } = assignment;
        return [`${partitionId === null ? '' : `${tell.partition(partitionId)}: `}${told.join(' | ')}`];
      })
      .join('\n');
  });
}
