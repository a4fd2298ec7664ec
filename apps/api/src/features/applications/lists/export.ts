import { exportApplications, maxExported } from '@clearcall/contract/lists.ts';
import { columnNames, type ListColumn, listColumns } from '@clearcall/domain/applications/list-columns.ts';
import { knowsSubmissionHour } from '@clearcall/domain/permissions/disclosed-times.ts';
import { stanceWithoutConflict } from '@clearcall/domain/permissions/stance.ts';
import type { Viewer } from '@clearcall/domain/permissions/viewer.ts';
import { message } from '@clearcall/i18n/message.ts';
import type { Translator } from '@clearcall/i18n/translator.ts';
import { operation } from '../../../platform/http/bind.ts';
import { isRefusal } from '../../../platform/http/refuse.ts';
import { type Cell, contentTypes, writeTable } from '../../../platform/tables/write-table.ts';
import type { Found } from '../list-rows.ts';
import { listRows, refuseColumn } from '../search.ts';

const clocks = new Map<string, Intl.DateTimeFormat>();

/** What the clocks of a time zone show at a moment: 2026-09-03T14:02:00. */
function clockOf(at: string, timeZone: string): string {
  let clock = clocks.get(timeZone);
  if (clock === undefined) {
    // The one locale that writes times as ISO 8601 does.
    clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    clocks.set(timeZone, clock);
  }
  return clock.format(new Date(at)).replace(' ', 'T');
}

const timeOf = (at: string | null, row: Found): Cell =>
  at === null || at < '2000' ? null : { clock: clockOf(at, row.timeZone) };

/** 'LUMI-C: Awarded, 90 000; LUMI-G: Rejected': the decisions on the partitions of an application, on one line. */
export const decisionText = (decisions: Found['decisions'], { translate }: Translator): string =>
  decisions
    .map(({ partition, outcome, amount }) => {
      const decided = message(`lists.decision.${outcome}`);
      return translate(
        amount === null
          ? message('lists.export.decided', { partition, decided })
          : message('lists.export.awarded', {
              partition,
              decided,
              amount: { decimal: amount, thousands: true },
            }),
      );
    })
    .join('; ');

/** What the list shows in each column, as a cell; times by the clock of the call, as its days are filtered. */
const cellOf: Record<ListColumn, (row: Found, to: { translator: Translator; actor: Viewer }) => Cell> = {
  id: (row) => (row.status === 'draft' ? `DRAFT-${row.id}` : row.uid),
  projectTitle: (row) => row.projectTitle,
  callTitle: (row) => row.callTitle,
  status: ({ status, awardDeclinedAt }, { translator: { translate } }) =>
    translate(message(`parts.status.${awardDeclinedAt === null ? status : 'award_declined'}`)),
  firstName: (row) => `${row.firstName} ${row.lastName}`.trim(),
  piAffiliation: (row) => row.piAffiliation,
  researchGroup: (row) => row.researchGroup,
  researchTitle: (row) => row.researchTitle,
  partition: (row) => row.partition,
  // A day is one, whatever the clocks show.
  submissionDate: (row, { actor }) =>
    knowsSubmissionHour(stanceWithoutConflict(actor, row))
      ? timeOf(row.submissionDate, row)
      : (row.submissionDate?.slice(0, 10) ?? null),
  cutoff: (row) => timeOf(row.cutoff, row),
  step: (row) => row.step,
  work: (row, { translator: { translate } }) => (row.late ? translate(message('lists.work.late')) : null),
  decision: (row, { translator }) => decisionText(row.decisions, translator),
};

/**
 * A list as a file: the rows of the search, in its order, with the columns that the reader chose of those that may be read
 * in the role. Source: Requirements 2, 7.12.
 */
export const exportList = operation(exportApplications, async ({ body, actor, translator, now }, { db }) => {
  const { format, columns: wanted, ...search } = body;
  const found = await listRows(db, { actor, translator, now }, search, maxExported);
  if (isRefusal(found)) return found;
  const unread = wanted?.find((column) => !found.columns.includes(column));
  if (unread !== undefined) return refuseColumn(unread);
  const columns = columnNames.filter((column) => (wanted ?? found.columns).includes(column));
  const to = { translator, actor };
  const titleOf = (column: ListColumn) => translator.translate(message(listColumns[column].title));
  async function* cells(rows: AsyncIterable<Found>): AsyncGenerator<Cell[]> {
    for await (const row of rows) yield columns.map((column) => cellOf[column](row, to));
  }
  const times = columns.filter((column) => listColumns[column].kind === 'date').map(titleOf);
  const title = translator.translate(message('lists.title'));
  return {
    stream: await writeTable(format, title, columns.map(titleOf), cells(found.rows), times),
    contentType: contentTypes[format],
    filename: `${title.toLowerCase()}-${now.toISOString().slice(0, 10)}.${format}`,
  };
});
