import { type Message, message } from '@clearcall/i18n/message.ts';
import type { ApplicationStatus } from '../applications/statuses.ts';
import { addDecimals } from '../forms/decimals.ts';
import { firstSubmission } from './disclosed-times.ts';
import { type DownloadExtent, inExtent } from './download-call.ts';

/** What an application asks for: a partition, and how much of it as a decimal text; null where only the partition is named. */
export interface Asked {
  partitionId: string;
  amount: string | null;
}

/** One application as it is known, before anybody may see it. Instants are ISO. */
export interface ReportApplication {
  uid: string;
  status: ApplicationStatus;
  title: string;
  piName: string;
  piAffiliation: string;
  researchGroup: string;
  researchTitle: string;
  /** Null where no name is kept any more. */
  ownerName: string | null;
  ownerEmail: string;
  submittedAt: string | null;
  /** The first submission, where others followed it; else null. */
  firstSubmittedAt: string | null;
  /** The end of its cut-off; null without one, or without an end. */
  cutoffEnd: string | null;
  asked: readonly Asked[];
  conflicted: boolean;
}

export interface ReportPartition {
  id: string;
  name: string;
  centreId: string;
}

/** A cell: a text, what has no language yet, an exact decimal, or nothing. */
export type ReportCell = string | Message | { decimal: string } | null;

/** The applications report of a call as one reader may have it: its head, and a row for each application or none. */
export interface ReportTable {
  head: readonly Message[];
  rowOf: (application: ReportApplication) => readonly ReportCell[] | null;
}

/** The centres whose partitions an application asks for, of all that its call offers. */
export function askedCentres(
  { asked }: Pick<ReportApplication, 'asked'>,
  partitions: readonly ReportPartition[],
): string[] {
  const isAsked = (id: string) => asked.some(({ partitionId }) => partitionId === id);
  return partitions.filter(({ id }) => isAsked(id)).map(({ centreId }) => centreId);
}

/**
 * The one way out for the applications report. `partitions` are all that the call offers, in their order; a reader of
 * some centres gets the columns and amounts of these alone. The owner's e-mail and the moment of the newest
 * submission are for readers of everything, all others get the day of the first. Amounts of
 * one partition in several rows are added exactly. Source: Requirements 1, 1.8.
 */
export function reportTable(
  extent: DownloadExtent,
  call: { partitions: readonly ReportPartition[]; unit: string },
): ReportTable {
  const shown = call.partitions.filter(
    ({ centreId }) => extent.kind === 'all' || extent.centres.includes(centreId),
  );
  const withEmail = extent.kind === 'all';
  return {
    head: [
      message('workflow.report.id'),
      message('workflow.report.status'),
      message('workflow.report.title'),
      message('workflow.report.piName'),
      message('workflow.report.affiliation'),
      message('workflow.report.fieldGroup'),
      message('workflow.report.fieldTitle'),
      message('workflow.report.partitions'),
      ...shown.map(({ name }) => message('workflow.report.amount', { partition: name, unit: call.unit })),
      message('workflow.report.owner'),
      ...(withEmail ? [message('workflow.report.ownerEmail')] : []),
      message('workflow.report.submitted'),
      message('workflow.report.cutOff'),
    ],
    rowOf(application) {
      const { asked, status, conflicted } = application;
      const centres = askedCentres(application, call.partitions);
      if (!inExtent(extent, { status, conflicted, centres })) return null;
      return [
        application.uid,
        message(`workflow.report.status.${status}`),
        application.title,
        application.piName,
        application.piAffiliation,
        application.researchGroup,
        application.researchTitle,
        shown
          .filter(({ id }) => asked.some(({ partitionId }) => partitionId === id))
          .map(({ name }) => name)
          .join(', '),
        ...shown.map(({ id }) => amountOf(asked, id)),
        application.ownerName ?? message('privacy.formerUser'),
        ...(withEmail ? [application.ownerEmail] : []),
        extent.kind === 'all'
          ? application.submittedAt
          : (firstSubmission(application)?.slice(0, 10) ?? null),
        application.cutoffEnd,
      ];
    },
  };
}

function amountOf(asked: readonly Asked[], partitionId: string): ReportCell {
  const amounts = asked.flatMap((one) => (one.partitionId === partitionId ? (one.amount ?? []) : []));
  return amounts.length === 0 ? null : { decimal: addDecimals(amounts) };
}
