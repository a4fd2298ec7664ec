import { themeIn } from '@clearcall/domain/organisation/theme-in-language.ts';
import type { DownloadExtent } from '@clearcall/domain/permissions/download-call.ts';
import {
  type PaperPartition,
  type PaperReport,
  type PaperRow,
  type PaperSum,
  paperReport,
  type ReleasedOutcome,
  readsOutcome,
} from '@clearcall/domain/permissions/paper-report.ts';
import type { ReportApplication } from '@clearcall/domain/permissions/report-table.ts';
import type { Viewer } from '@clearcall/domain/permissions/viewer.ts';
import { message } from '@clearcall/i18n/message.ts';
import type { Translator } from '@clearcall/i18n/translator.ts';
import { sql } from 'kysely';
import { loadFlow } from '../../features/applications/flow-facts.ts';
import type { PrintCall } from '../../features/applications/printouts/content.ts';
import { fileName } from '../../features/applications/printouts/print-application.ts';
import { type DownloadRight, loadDownloadRight } from '../../features/calls/download-right.ts';
import {
  countDrafts,
  loadReportPartitions,
  pagesOfApplications,
} from '../../features/calls/reports/applications-of.ts';
import { iso } from '../../platform/db/iso.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { PdfBlock } from '../../platform/documents/pdf-document.ts';
import type { Platform } from '../../platform/platform.ts';
import { loadLaterFacts } from '../later-columns.ts';

interface Cutoff {
  start: string;
  end: string | null;
}

interface Found {
  report: PaperReport;
  cutoffs: Cutoff[];
  /** Null for those who are not told how many there are. */
  drafts: number | null;
}

/**
 * The report of a published call on paper: what its reader may download of it, counted and listed as it stands at one
 * moment. Null for those who may not. Source: Requirements 1, 2.115 and 7.27.
 */
export const printCallReport: PrintCall = async (platform, callId, { reader, theme, translator, now }) => {
  if (reader === null) return null;
  const { language, translate } = translator;
  const viewer = { ...reader, language };
  const found = await platform.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const right = await loadDownloadRight(tx, viewer, callId);
      if (right === null || right.extent === null) return null;
      const { call, extent } = right;
      return { call, ...(await load(platform, tx, { callId, extent, viewer, translator, now })) };
    });
  if (found === null) return null;
  const { call, report, cutoffs, drafts } = found;
  const { organization } = themeIn(theme, language);
  const kind = translate(message('printouts.report.kind'));
  const number = `${call.code}-${call.year}-${call.number}`;
  return {
    document: {
      language,
      title: call.title,
      isLandscape: true,
      brand: {
        shortName: organization.shortName,
        name: organization.name,
        colour: theme.palette[7] ?? '#0b535e',
      },
      head: [
        { label: '', value: call.title },
        { label: '', value: kind },
      ],
      foot: translate(message('printouts.report.foot')),
      words: {
        contents: translate(message('printouts.contents')),
        pageOf: translate(message('printouts.pageOf', { page: '{page}', pages: '{pages}' })),
      },
      opening: [
        { kind: 'paragraph', text: kind, tone: 'soft' },
        {
          kind: 'answers',
          items: [
            { label: translate(message('printouts.report.number')), value: number },
            ...cutoffs.map((cutoff) => ({
              label: translate(message('printouts.fact.cutoff')),
              value: cutoffText(cutoff, call.timeZone, translator),
            })),
          ],
        },
        ...countsOf(report, drafts, translator),
        ...sumsOf(report.sums, call, translator),
      ],
      blocks: [
        {
          kind: 'heading',
          level: 1,
          text: translate(message('workflow.report.sheet')),
        },
        ...tableOf(report.rows, call, translator),
      ],
    },
    filename: fileName([number, kind]),
    files: [],
  };
};

async function load(
  platform: Platform,
  db: Db,
  asked: { callId: number; extent: DownloadExtent; viewer: Viewer; translator: Translator; now: Date },
): Promise<Found> {
  const { callId, extent, viewer, translator } = asked;
  const { language } = translator;
  const partitions = await loadReportPartitions(db, callId);
  const cutoffs = await sql<Cutoff>`
    select ${iso('k.starts_at')} as start, ${iso('k.ends_at')} as "end" from cutoffs k
    where k.call_id = ${callId} order by k.position`.execute(db);
  const released = await loadReleased(db, callId);
  const applications: (ReportApplication & { released: readonly ReleasedOutcome[] })[] = [];
  for await (const page of pagesOfApplications(db, callId, { userId: viewer.userId, language })) {
    const decided = page.map(({ id }) => id).filter((id) => released.has(id));
    const told = extent.kind === 'all' ? new Set(decided) : await toldOutcomes(platform, db, decided, asked);
    for (const { id, ...application } of page)
      applications.push({ ...application, released: told.has(id) ? (released.get(id) ?? []) : [] });
  }
  return {
    report: paperReport(extent, partitions, applications),
    cutoffs: cutoffs.rows,
    drafts: extent.kind === 'all' ? await countDrafts(db, callId) : null,
  };
}

/** Of each application of a call the newest outcome of each partition that was released. */
async function loadReleased(db: Db, callId: number): Promise<Map<number, ReleasedOutcome[]>> {
  const { rows } = await sql<ReleasedOutcome & { id: number }>`
    select distinct on (d.application_id, d.partition_id) d.application_id as id, d.partition_id as "partitionId",
      d.outcome, d.amount::text as amount
    from decisions d join applications ap on ap.id = d.application_id
    where ap.call_id = ${callId} and d.released_at is not null
    order by d.application_id, d.partition_id, d.version desc`.execute(db);
  const found = new Map<number, ReleasedOutcome[]>();
  for (const { id, ...outcome } of rows) found.set(id, [...(found.get(id) ?? []), outcome]);
  return found;
}

/** Those of some applications whose outcome the view rules open to a reader of some centres. */
async function toldOutcomes(
  platform: Platform,
  db: Db,
  ids: readonly number[],
  { viewer, translator: { language }, now }: { viewer: Viewer; translator: Translator; now: Date },
): Promise<ReadonlySet<number>> {
  const told = new Set<number>();
  if (ids.length === 0) return told;
  for (const { id, flowVersionId, ...facts } of await loadLaterFacts(db, ids, viewer.userId)) {
    const { flow } = await loadFlow(platform, flowVersionId, now, { via: db, reader: language });
    if (readsOutcome(viewer, facts, flow)) told.add(id);
  }
  return told;
}

function cutoffText({ start, end }: Cutoff, timeZone: string, { translate }: Translator): string {
  const from = translate({ at: start, timeZone });
  return end === null
    ? translate(message('printouts.report.from', { start: from }))
    : translate(message('printouts.decision.span', { start: from, end: translate({ at: end, timeZone }) }));
}

const whole = (count: number) => ({ decimal: String(count), thousands: true });

function countsOf(
  { rows, statuses }: PaperReport,
  drafts: number | null,
  { translate }: Translator,
): PdfBlock[] {
  return [
    { kind: 'heading', level: 2, text: translate(message('printouts.report.counts')) },
    {
      kind: 'table',
      head: [
        { text: translate(message('workflow.report.status')) },
        { text: translate(message('workflow.report.sheet')), number: true },
      ],
      rows: statuses.map(({ status, applications }) => [
        translate(message(`workflow.report.status.${status}`)),
        translate(whole(applications)),
      ]),
      foot: [translate(message('printouts.report.all')), translate(whole(rows.length))],
    },
    ...(drafts === null
      ? []
      : [
          {
            kind: 'paragraph' as const,
            text: translate(message('printouts.report.drafts', { n: drafts })),
            tone: 'soft' as const,
          },
        ]),
  ];
}

function sumsOf(
  sums: readonly PaperSum[],
  { unit }: DownloadRight['call'],
  { translate }: Translator,
): PdfBlock[] {
  if (sums.length === 0) return [];
  const isTold = sums.some(({ awarded }) => awarded !== null);
  const amount = (decimal: string) => translate({ decimal, thousands: true });
  return [
    { kind: 'heading', level: 2, text: translate(message('printouts.report.sums', { unit })) },
    {
      kind: 'table',
      head: [
        { text: translate(message('printouts.decision.partition')), share: 1.6 },
        { text: translate(message('workflow.report.sheet')), number: true },
        { text: translate(message('printouts.report.asked')), number: true },
        ...(isTold
          ? [
              { text: translate(message('printouts.report.awards')), number: true },
              { text: translate(message('printouts.report.awarded')), number: true },
            ]
          : []),
      ],
      rows: sums.map(({ name, applications, asked, awarded }) => [
        name,
        translate(whole(applications)),
        amount(asked),
        ...(isTold
          ? awarded === null
            ? ['', '']
            : [translate(whole(awarded.applications)), amount(awarded.amount)]
          : []),
      ]),
    },
  ];
}

function tableOf(
  rows: readonly PaperRow[],
  { unit }: DownloadRight['call'],
  translator: Translator,
): PdfBlock[] {
  const { translate } = translator;
  if (rows.length === 0)
    return [{ kind: 'paragraph', text: translate(message('printouts.report.none')), tone: 'soft' }];
  const amount = (decimal: string | null | undefined) =>
    decimal == null ? '' : translate({ decimal, thousands: true });
  const isTold = rows.some(({ partitions }) => partitions.some(({ outcome }) => outcome !== null));
  const column = (partitions: readonly PaperPartition[], text: (one: PaperPartition) => string) =>
    partitions.map(text).join('\n');
  const lines = (all: readonly string[]) => all.filter((one) => one !== '').join('\n');
  return [
    {
      kind: 'table',
      head: [
        { text: translate(message('printouts.kind.application')), share: 2.45 },
        { text: translate(message('printouts.report.pi')), share: 1.9 },
        { text: translate(message('printouts.report.field')), share: 1.05 },
        { text: translate(message('workflow.report.status')), share: 1.45 },
        { text: translate(message('printouts.decision.partition')), share: 2.1 },
        { text: translate(message('printouts.report.askedIn', { unit })), share: 1.25, number: true },
        ...(isTold
          ? [
              { text: translate(message('printouts.report.outcome')), share: 1.75 },
              { text: translate(message('printouts.report.awardedIn', { unit })), share: 1.25, number: true },
            ]
          : []),
      ],
      rows: rows.map(({ partitions, ...row }) => [
        lines([row.uid, row.title]),
        lines([row.piName, row.piAffiliation]),
        fieldCode(row),
        translate(message(`workflow.report.status.${row.status}`)),
        column(partitions, ({ name }) => name),
        column(partitions, ({ asked }) => amount(asked)),
        ...(isTold
          ? [
              column(partitions, ({ outcome }) =>
                outcome === null ? '' : translate(message(`printouts.decision.is.${outcome.outcome}`)),
              ),
              column(partitions, ({ outcome }) => amount(outcome?.amount)),
            ]
          : []),
      ]),
    },
  ];
}

/** Code that the label of a research field begins with; the whole label if it has none. */
function fieldCode({
  researchGroup,
  researchTitle,
}: Pick<PaperRow, 'researchGroup' | 'researchTitle'>): string {
  const label = researchTitle || researchGroup;
  return /^[A-Z]{2}\d+(?:_\d+)?\b/.exec(label)?.[0] ?? label;
}
