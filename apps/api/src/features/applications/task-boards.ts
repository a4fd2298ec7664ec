import type { TaskBoard, TaskRow } from '@clearcall/domain/applications/task-board.ts';
import { addDecimals } from '@clearcall/domain/forms/decimals.ts';
import { firstStep } from '@clearcall/domain/forms/first-step.ts';
import type { Answer, Element, Step } from '@clearcall/domain/forms/types.ts';
import { lastNameMessage } from '@clearcall/domain/people/person-name.ts';
import type { Role } from '@clearcall/domain/people/roles.ts';
import { isViewRole } from '@clearcall/domain/permissions/view-rules.ts';
import type { Viewer } from '@clearcall/domain/permissions/viewer.ts';
import { askedAmounts, askingElements } from '@clearcall/domain/workflow/asked-amounts.ts';
import type { Language } from '@clearcall/i18n/language.ts';
import type { Translator } from '@clearcall/i18n/translator.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import type { Platform } from '../../platform/platform.ts';
import { boardRows, type FoundRow, type Kind } from './board-rows.ts';
import { type CompiledFlow, loadFlow } from './flow-facts.ts';
import { isDone } from './step-progress.ts';

const boardsOf: Partial<Record<Role, readonly Kind[]>> = {
  panel_chair: ['assign', 'panel'],
  ac_chair: ['assign', 'decide'],
  finance_manager: ['payments'],
};

/** Boards on the dashboard of a role; none for people who have their own applications alone. */
const kindsFor = ({ role, isStaff }: Viewer): readonly Kind[] => {
  if (!isViewRole(role)) return [];
  return [...(isStaff ? (['time'] as const) : []), ...(boardsOf[role] ?? ['assign'])];
};

/** Answers of one assignment that boards show. */
interface Content {
  applicationId: number;
  stepId: string;
  assignmentId: string;
  ownerId: number;
  isHandedIn: boolean;
  answers: Answer[];
}

interface Wanted {
  applicationId: number;
  stepId: string;
  elementIds: string[];
}

/** The submitted answers to some elements, the lead's first. */
async function loadAnswers(db: Db, wanted: readonly Wanted[]): Promise<Content[]> {
  if (wanted.length === 0) return [];
  const { rows } = await sql<Content>`
    select w."applicationId", w."stepId", a.id as "assignmentId", a.owner_id as "ownerId", ${isDone} as "isHandedIn",
      coalesce((select json_agg(one) from jsonb_array_elements(a.submitted_content -> 'answers') one
        where one ->> 'elementId' = any(w."elementIds")), '[]') as answers
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) w("applicationId" bigint, "stepId" text, "elementIds" text[])
      join assignments a on a.application_id = w."applicationId" and a.step_id = w."stepId"
    where a.submitted_content is not null
    order by a.is_lead desc, a.submitted_at`.execute(db);
  return rows;
}

const meaningOf = ({ indexes }: CompiledFlow, stepId: string, meaning: string): Element | null =>
  indexes.get(stepId)?.meanings.get(meaning)?.element ?? null;

const idsOf = (...elements: readonly (Element | null)[]): string[] =>
  elements.flatMap((element) => (element === null ? [] : [element.id]));

const hasRanks = ({ kind }: FoundRow): boolean => kind === 'panel' || kind === 'decide';

/** What has to be read of the answers for a row. */
function wantedOf(row: FoundRow, flow: CompiledFlow): Wanted[] {
  const wanted = (stepId: string, elementIds: string[]): Wanted[] =>
    elementIds.length === 0 ? [] : [{ applicationId: row.id, stepId, elementIds }];
  if (row.kind === 'time') return [];
  if (row.kind === 'payments') {
    const [payee, total] = paidElements(row, flow);
    return row.isDone ? wanted(row.flowElementId, idsOf(payee, total)) : [];
  }
  const first = firstStep(flow.flow);
  const { partitions, amounts } = first === null ? { partitions: [], amounts: [] } : askingElements(first);
  const asking = amounts.flatMap(({ element, partitionFrom }) => [element, partitionFrom]);
  return [
    ...(first === null ? [] : wanted(first.id, [...new Set([...partitions, ...asking])])),
    ...(hasRanks(row)
      ? flow.flow.steps.flatMap(({ id }) => wanted(id, idsOf(meaningOf(flow, id, 'rank'))))
      : []),
  ];
}

/** Answers to an element, one of each row where it is in a group. */
const answersTo = (element: Element | null, content: Content | undefined): string[] =>
  content?.answers.flatMap(({ elementId, values }) => (elementId === element?.id ? values : [])) ?? [];

const paidElements = ({ flowElementId }: FoundRow, flow: CompiledFlow) =>
  [meaningOf(flow, flowElementId, 'payee'), meaningOf(flow, flowElementId, 'payment_total')] as const;

/** Who is paid and how much: as the submitted form says, else those who submitted reviews, at the fee of the form. */
function paymentOf(
  row: FoundRow,
  flow: CompiledFlow,
  contents: readonly Content[],
  translator: Translator,
): Pick<TaskRow, 'payee' | 'sum'> {
  if (row.kind !== 'payments') return { payee: null, sum: null };
  const [payee, total] = paidElements(row, flow);
  if (row.isDone) {
    const own = contents.find(({ assignmentId }) => assignmentId === row.workId);
    const [payees, totals] = [answersTo(payee, own), answersTo(total, own)];
    return { payee: payees.join(', ') || null, sum: totals.length === 0 ? null : addDecimals(totals) };
  }
  const { experts } = row;
  const [fee] = meaningOf(flow, row.flowElementId, 'review_fee')?.config.default ?? [];
  return experts.length === 0
    ? { payee: null, sum: null }
    : {
        payee: experts.map((expert) => nameIn(translator, expert)).join(', '),
        sum: fee === undefined ? null : addDecimals(experts.map(() => fee)),
      };
}

const nameIn = (
  translator: Translator,
  { firstName, lastName }: { firstName: string; lastName: string | null },
): string => `${firstName} ${translator.translate(lastNameMessage(lastName))}`.trim();

/** Amounts are for the same readers as the partitions that they belong to, or they are not told. */
function opensWithPartition(flow: CompiledFlow, first: Step, amountId: string): boolean {
  const partition = meaningOf(flow, first.id, 'partition');
  const amount = flow.indexes.get(first.id)?.elements.get(amountId)?.element;
  return (
    partition !== null &&
    amount?.config.audience === partition.config.audience &&
    amount?.config.preview === partition.config.preview
  );
}

function askedOf(
  row: FoundRow,
  flow: CompiledFlow,
  contents: readonly Content[],
  names: Record<string, string>,
): TaskRow['asked'] {
  if (row.kind === 'time' || row.kind === 'payments') return [];
  const first = firstStep(flow.flow);
  const content = contents.find(({ stepId }) => stepId === first?.id);
  const mayRead = row.visible === null || row.visible.includes('partition');
  const elements = first === null ? null : askingElements(first);
  const readable =
    first === null || elements === null
      ? []
      : elements.amounts.filter(
          ({ element }) => row.visible === null || opensWithPartition(flow, first, element),
        );
  const asked =
    mayRead && elements !== null && content !== undefined
      ? askedAmounts({ ...elements, amounts: readable }, content.answers)
      : [];
  const shown = row.partitionId === null ? (mayRead ? row.partitionIds : []) : [row.partitionId];
  return shown.map((id) => ({
    partition: names[id] ?? id,
    amount: asked.find(({ partitionId }) => partitionId === id)?.amount ?? null,
    left: row.left[id] ?? null,
  }));
}

/** Rank by the panel, if the reader gave it or a rule for all with the role of the reader opens the form. */
function rankOf(
  row: FoundRow,
  flow: CompiledFlow,
  contents: readonly Content[],
  viewer: Viewer,
): string | null {
  if (!hasRanks(row)) return null;
  for (const content of contents.filter(({ isHandedIn }) => isHandedIn)) {
    const step = flow.flow.steps.find(({ id }) => id === content.stepId);
    const element = meaningOf(flow, content.stepId, 'rank');
    const isOpen = step?.permissions.view.some(
      ({ role, scope, of, audience }) =>
        role === viewer.role &&
        scope === 'call' &&
        (of === 'submitted' || of === 'always') &&
        audience.includes(element?.config.audience ?? 'public'),
    );
    const [rank] = answersTo(element, content);
    if (rank !== undefined && (content.ownerId === viewer.userId || isOpen)) return rank;
  }
  return null;
}

interface Reading {
  viewer: Viewer;
  translator: Translator;
  flows: ReadonlyMap<number, CompiledFlow>;
  contents: ReadonlyMap<number, readonly Content[]>;
  /** Names of the partitions by their ids. */
  names: Record<string, string>;
}

/** What the role of the reader has to see to beside the own pending actions. No statement for applicants, else two. */
export async function loadBoards(
  platform: Platform,
  viewer: Viewer,
  {
    now,
    order,
    translator,
    names,
  }: { now: Date; order: Language[]; translator: Translator; names: Record<string, string> },
): Promise<TaskBoard[]> {
  const kinds = kindsFor(viewer);
  if (kinds.length === 0) return [];
  const { rows } = await boardRows({ viewer, kinds, now, order }).execute(platform.db);
  const flows = new Map<number, CompiledFlow>();
  for (const { flowVersionId } of rows)
    if (!flows.has(flowVersionId))
      flows.set(flowVersionId, await loadFlow(platform, flowVersionId, now, { reader: translator.language }));
  const wanted = rows.flatMap((row) => wantedOf(row, flowOf(row, flows)));
  const contents = Map.groupBy(await loadAnswers(platform.db, wanted), ({ applicationId }) => applicationId);
  const reading = { viewer, translator, flows, contents, names };
  return kinds.flatMap((kind) => {
    const own = rows.filter((row) => row.kind === kind);
    const [first] = own;
    return first === undefined
      ? []
      : [
          {
            kind,
            total: first.total,
            rows: inOrder(
              kind,
              own.map((row) => projectRow(row, reading)),
            ),
          },
        ];
  });
}

function flowOf({ flowVersionId }: FoundRow, flows: ReadonlyMap<number, CompiledFlow>): CompiledFlow {
  const flow = flows.get(flowVersionId);
  if (flow === undefined) throw new Error(`flow version ${flowVersionId} is missing`);
  return flow;
}

function projectRow(row: FoundRow, { viewer, translator, flows, contents, names }: Reading): TaskRow {
  const flow = flowOf(row, flows);
  const own = contents.get(row.id) ?? [];
  const shown = (meaning: string, text: string) =>
    row.visible === null || row.visible.includes(meaning) ? text : '';
  const step = flow.flow.steps.find(({ id }) => id === row.flowElementId);
  const { asker, investigator } = row;
  return {
    uid: row.uid,
    callId: row.callId,
    flowElementId: row.flowElementId,
    step: row.step,
    assignmentId: row.isDone ? null : row.workId,
    deadline: row.deadline,
    projectTitle: shown('project_title', row.projectTitle),
    firstName: asker?.firstName ?? shown('pi_first_name', investigator.firstName),
    lastName:
      asker === null
        ? shown('pi_last_name', investigator.lastName ?? '')
        : translator.translate(lastNameMessage(asker.lastName)),
    asked: askedOf(row, flow, own, names),
    unit:
      row.kind === 'payments'
        ? (meaningOf(flow, row.flowElementId, 'payment_total')?.config.unit ?? '')
        : row.unit,
    submitted: row.submitted,
    needed: row.needed,
    rank: rankOf(row, flow, own, viewer),
    hasLead: step?.config.hasLead === true ? (row.hasLead ?? false) : null,
    ...paymentOf(row, flow, own, translator),
    isDone: row.isDone,
  };
}

/** Committees decide by rank; applications without a rank come last. What waits for the reader comes before all that. */
function inOrder(kind: Kind, rows: TaskRow[]): TaskRow[] {
  if (kind !== 'decide' && kind !== 'panel') return rows;
  const place = ({ rank }: TaskRow) => (rank === null ? Number.MAX_SAFE_INTEGER : Number(rank));
  const [own, others] = [true, false].map((isOwn) =>
    rows.filter(({ assignmentId }) => (assignmentId !== null) === isOwn),
  ) as [TaskRow[], TaskRow[]];
  return [...own, ...others.toSorted((one, other) => place(one) - place(other))];
}
