import type { CallDetail } from '@clearcall/domain/calls/call.ts';
import { callLinksSchema } from '@clearcall/domain/calls/call.ts';
import type { CallDefinition } from '@clearcall/domain/calls/definition/call-definition.ts';
import { compareDecimals } from '@clearcall/domain/forms/decimals.ts';
import {
  inLanguage,
  inOrderFor,
  languageOf,
  splitTexts,
  type TextInLanguages,
} from '@clearcall/domain/forms/text-in-languages.ts';
import type { Told } from '@clearcall/domain/forms/types.ts';
import type { Language, ReaderLanguage } from '@clearcall/i18n/language.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/pool.ts';
import { callColumns, plainTexts } from '../definition/call-columns.ts';
import { describeCall } from '../describe-call.ts';
import { type CallRow, loadPartitions, type StepHead } from '../sql.ts';

interface Reading {
  reader: ReaderLanguage;
  organisation: Language | undefined;
  now: Date;
}

/** A definition as the page of its call shows it to visitors who read in a language, at this moment. */
export async function describeDraft(
  db: Db,
  id: number,
  definition: CallDefinition,
  { reader, organisation, now }: Reading,
): Promise<CallDetail> {
  const order = inOrderFor(reader, organisation);
  const { in_languages: inLanguages, ...columns } = callColumns(definition, id, organisation);
  const own = (reader === 'en-XA' ? undefined : inLanguages?.[reader]) as Partial<typeof columns> | undefined;
  const texts = { ...columns, ...own };
  const plain = plainTexts(organisation);
  const toldTitle = (title: TextInLanguages) => {
    const split = splitTexts(organisation, { title: (tell) => tell(plain(title)) });
    const told = reader === 'en-XA' ? undefined : split.inLanguages?.[reader]?.title;
    return told === undefined ? split.texts : { title: told, told: toldIn(['title'], reader as Language) };
  };
  const { rows: offered } = await sql<{ id: string }>`select p.id from partitions p
    join centres n on n.id = p.centre_id where not (p.disabled or n.disabled)`.execute(db);
  const row: CallRow = {
    id,
    code: definition.code,
    year: definition.year,
    number: definition.number,
    title: texts.title,
    description: texts.description,
    info: texts.info,
    told: own === undefined ? null : toldIn(Object.keys(own), reader as Language),
    logo: definition.logo,
    timeZone: definition.timeZone,
    unit: definition.unit,
    facts: texts.facts as CallRow['facts'],
    links: texts.links as CallRow['links'],
    documents: [],
    downloadRoles: definition.downloadRoles,
    flowVersionId: null,
    ...windowsOf(definition, new Set(offered.map((partition) => partition.id))),
  };
  const call = describeCall(row, stepHeads(definition.flow, order), now);
  const current = definition.cutoffs.find((cutoff, nth) => numberOf(cutoff, nth) === call.current?.id);
  return {
    ...call,
    info: row.info,
    links: callLinksSchema.parse(row.links),
    documents: definition.documents.flatMap(({ id: name, title, file }) =>
      file === null
        ? []
        : [
            {
              name,
              ...toldTitle(title),
              filename: file.filename,
              mediaType: file.mediaType,
              sizeBytes: file.sizeBytes,
            },
          ],
    ),
    allowedToDownload: row.downloadRoles,
    partitions: current === undefined ? [] : await loadOffer(db, current, definition.unit),
  };
}

const toldIn = (names: readonly string[], language: Language): Told =>
  Object.fromEntries(names.map((name) => [name, language]));

/** Number of a cut-off. A new one gets its number with the publication. */
const numberOf = ({ id }: { id: string }, nth: number): number =>
  /^\d{1,15}$/.test(id) ? Number(id) : -1 - nth;

function windowsOf(
  { cutoffs }: CallDefinition,
  offered: ReadonlySet<string>,
): Pick<CallRow, 'cutoffs' | 'timeframes'> {
  const numbered = cutoffs.map((cutoff, nth) => ({ ...cutoff, number: numberOf(cutoff, nth) }));
  return {
    cutoffs: numbered
      .toSorted((one, other) => Date.parse(one.start) - Date.parse(other.start) || one.number - other.number)
      .map(({ number, start, end, amounts }) => ({
        id: number,
        start,
        end,
        flowVersionId: null,
        amounts: rangeOf(amounts.filter(({ id, disabled }) => !disabled && offered.has(id))),
      })),
    timeframes: numbered.flatMap(({ number, timeframes }) =>
      timeframes.map(({ id, start, end }) => ({ stepId: id, cutoffId: number, start, end })),
    ),
  };
}

/** Least and most that may be asked for over partitions; null if one of them has no such limit. */
function rangeOf(
  amounts: CallDefinition['cutoffs'][number]['amounts'],
): CallRow['cutoffs'][number]['amounts'] {
  const first = (values: (string | null)[], sign: 1 | -1): string | null =>
    values.includes(null)
      ? null
      : ((values as string[]).toSorted((one, other) => sign * (compareDecimals(one, other) ?? 0))[0] ?? null);
  return {
    min: first(
      amounts.map(({ fixed, min }) => fixed ?? min),
      1,
    ),
    max: first(
      amounts.map(({ fixed, max }) => fixed ?? max),
      -1,
    ),
    fixed: amounts.length > 0 && amounts.every(({ fixed }) => fixed !== null),
    partitions: amounts.length,
  };
}

const loadOffer = (db: Db, { amounts }: CallDefinition['cutoffs'][number], unit: string) =>
  loadPartitions(
    db,
    sql`select partition_id, disabled, min, max, fixed, pool, ${unit}::text as unit from jsonb_to_recordset(${JSON.stringify(
      amounts.map(({ id, ...amount }) => ({ partition_id: id, ...amount })),
    )}::jsonb) as a(partition_id text, disabled boolean, min numeric, max numeric, fixed numeric, pool numeric)`,
  );

interface WrittenStep {
  id: string;
  title: TextInLanguages;
  order: number;
  ownerRole: string;
  final?: boolean;
}

/** The steps up to the decision, in their order. */
function stepHeads(flow: unknown, order: readonly Language[]): StepHead[] {
  const { steps } = flow as { steps: WrittenStep[] };
  const decided = Math.min(...steps.flatMap((step) => (step.final === true ? [step.order] : [])));
  return steps
    .filter((step) => step.order <= decided)
    .toSorted((one, other) => one.order - other.order)
    .map((step) => {
      const language = languageOf(step.title, order);
      return {
        id: step.id,
        title: inLanguage(step.title, order),
        order: step.order,
        ownerRole: step.ownerRole,
        ...(language !== null && { told: { title: language } }),
      };
    });
}
