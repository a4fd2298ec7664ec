import type { PartitionDecision } from '../applications/application.ts';
import type { ApplicationStatus } from '../applications/statuses.ts';
import { addDecimals } from '../forms/decimals.ts';
import type { Flow } from '../forms/types.ts';
import { type DownloadExtent, inExtent } from './download-call.ts';
import type { LaterFacts } from './later-columns.ts';
import { askedCentres, type ReportApplication, type ReportPartition } from './report-table.ts';
import { rulesForHandedIn } from './view-rules.ts';
import type { Viewer } from './viewer.ts';

/** What was decided and released about one partition; the amount is a decimal text in the unit of the call. */
export type ReleasedOutcome = Pick<PartitionDecision, 'partitionId' | 'outcome' | 'amount'>;

/** One partition in a row: how much is asked for, and what was decided where the reader may know it. */
export interface PaperPartition {
  id: string;
  name: string;
  /** Whether it is asked for; what was awarded may be of another. */
  isAsked: boolean;
  asked: string | null;
  outcome: Pick<ReleasedOutcome, 'outcome' | 'amount'> | null;
}

/** What stands on paper of one application. */
export interface PaperRow
  extends Pick<
    ReportApplication,
    'uid' | 'status' | 'title' | 'piName' | 'piAffiliation' | 'researchGroup' | 'researchTitle'
  > {
  partitions: PaperPartition[];
}

/** What the rows of one partition come to. */
export interface PaperSum {
  name: string;
  /** How many applications ask for it. */
  applications: number;
  asked: string;
  /** How many got some of it, and how much; null where the reader is told of no outcome about it. */
  awarded: { applications: number; amount: string } | null;
}

/** The call report on paper as one reader may have it. */
export interface PaperReport {
  rows: PaperRow[];
  /** In the order of the statuses; none of none. */
  statuses: { status: ApplicationStatus; applications: number }[];
  sums: PaperSum[];
}

/**
 * Whether a reader of some centres is told what was decided about an application: a view rule opens to them what was
 * handed in at the final step. The report for those who see everything asks no rule.
 */
export function readsOutcome(viewer: Viewer, facts: LaterFacts, { steps }: Flow): boolean {
  return steps
    .filter(({ final }) => final === true)
    .some((step) =>
      facts.later.some(
        (one) => one.stepId === step.id && rulesForHandedIn(viewer, facts, step, one).length > 0,
      ),
    );
}

const inOrder: readonly ApplicationStatus[] = [
  'submitted',
  'changes_requested',
  'approved',
  'rejected',
  'withdrawn',
];

/**
 * The one way out for the call report on paper. The extent decides which applications are in it; a reader of some
 * centres gets the partitions of these alone, with their amounts and outcomes, as in `reportTable`. `released` are the
 * outcomes that this reader may know; those that wait for their release are on paper for nobody. Everything that is
 * counted or added is counted over the rows of this reader. Source: Requirements 1, 1.8, 2.115 and 7.27.
 */
export function paperReport(
  extent: DownloadExtent,
  partitions: readonly ReportPartition[],
  applications: readonly (ReportApplication & { released: readonly ReleasedOutcome[] })[],
): PaperReport {
  const shown = partitions.filter(
    ({ centreId }) => extent.kind === 'all' || extent.centres.includes(centreId),
  );
  const rows = applications.flatMap((application): PaperRow[] => {
    const { uid, status, title, piName, piAffiliation, researchGroup, researchTitle } = application;
    const { asked, released, conflicted } = application;
    if (!inExtent(extent, { status, conflicted, centres: askedCentres(application, partitions) })) return [];
    const found = shown.flatMap(({ id, name }): PaperPartition[] => {
      const own = asked.filter(({ partitionId }) => partitionId === id);
      const amounts = own.flatMap(({ amount }) => amount ?? []);
      const decided = released.find(({ partitionId }) => partitionId === id);
      if (own.length === 0 && decided === undefined) return [];
      const outcome = decided === undefined ? null : { outcome: decided.outcome, amount: decided.amount };
      return [{ id, name, isAsked: own.length > 0, asked: added(amounts), outcome }];
    });
    return [{ uid, status, title, piName, piAffiliation, researchGroup, researchTitle, partitions: found }];
  });
  return {
    rows,
    statuses: inOrder.flatMap((status) => {
      const count = rows.filter((row) => row.status === status).length;
      return count === 0 ? [] : [{ status, applications: count }];
    }),
    sums: shown.map(({ id, name }) =>
      sumOf(
        name,
        rows.flatMap((row) => row.partitions.filter((one) => one.id === id)),
      ),
    ),
  };
}

const added = (amounts: readonly string[]): string | null =>
  amounts.length === 0 ? null : addDecimals(amounts);

function sumOf(name: string, all: readonly PaperPartition[]): PaperSum {
  const outcomes = all.flatMap(({ outcome }) => outcome ?? []);
  const awards = outcomes.filter(({ outcome }) => outcome === 'awarded' || outcome === 'reduced');
  return {
    name,
    applications: all.filter(({ isAsked }) => isAsked).length,
    asked: added(all.flatMap(({ asked }) => asked ?? [])) ?? '0',
    awarded:
      outcomes.length === 0
        ? null
        : {
            applications: awards.length,
            amount: added(awards.flatMap(({ amount }) => amount ?? [])) ?? '0',
          },
  };
}
