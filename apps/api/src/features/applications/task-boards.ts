import type { TaskBoard, TaskRow } from '@clearcall/domain/applications/task-board.ts';
import { addDecimals } from '@clearcall/domain/forms/decimals.ts';
import type { Element } from '@clearcall/domain/forms/types.ts';
import { lastNameMessage } from '@clearcall/domain/people/person-name.ts';
import type { Role } from '@clearcall/domain/people/roles.ts';
import { isViewRole } from '@clearcall/domain/permissions/view-rules.ts';
import type { Viewer } from '@clearcall/domain/permissions/viewer.ts';
import type { Language } from '@clearcall/i18n/language.ts';
import type { Translator } from '@clearcall/i18n/translator.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  askedAmountsOf,
  type Content,
  flowOf,
  loadAnswers,
  loadFlows,
  type Wanted,
  wantedToKnowAmounts,
} from './asked-of-applications.ts';
import { boardRows, type FoundRow, type Kind } from './board-rows.ts';
import type { CompiledFlow } from './flow-facts.ts';

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

/** Whether the dashboard of a role has payments. */
export const hasPayments = (viewer: Viewer): boolean => kindsFor(viewer).includes('payments');

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
  return [
    ...wantedToKnowAmounts(row.id, flow),
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

function askedOf(
  row: FoundRow,
  flow: CompiledFlow,
  contents: readonly Content[],
  names: Record<string, string>,
): TaskRow['asked'] {
  if (row.kind === 'time' || row.kind === 'payments') return [];
  const mayRead = row.visible === null || row.visible.includes('partition');
  const asked = askedAmountsOf(row.visible, flow, contents);
  const shown = row.partitionId === null ? (mayRead ? row.partitionIds : []) : [row.partitionId];
  return shown.map((id) => ({
    partition: names[id] ?? id,
    amount: asked.find(({ partitionId }) => partitionId === id)?.amount ?? null,
    left: row.left[id] ?? null,
    ...(row.turnedDown.includes(id) ? { isTurnedDown: true as const } : {}),
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
    most,
  }: { now: Date; order: Language[]; translator: Translator; names: Record<string, string>; most?: number },
): Promise<TaskBoard[]> {
  const kinds = kindsFor(viewer);
  if (kinds.length === 0) return [];
  const { rows } = await boardRows({ viewer, kinds, now, order, most }).execute(platform.db);
  const flows = await loadFlows(platform, rows, { now, reader: translator.language });
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
    told: row.told,
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
    hasRank: flow.flow.steps.some(({ id }) => meaningOf(flow, id, 'rank') !== null),
    hasLead: step?.config.hasLead === true ? (row.hasLead ?? false) : null,
    ...paymentOf(row, flow, own, translator),
    timeRequest: row.timeRequest,
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
