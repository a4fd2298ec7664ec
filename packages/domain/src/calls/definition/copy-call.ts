import { type CallDefinition, documentOfAddress } from './call-definition.ts';
import { moveByWeeks, weeksOfYears } from './move-dates.ts';

/** The parts of a call that a copy may have. Its texts are always copied. */
export const copiedParts = ['forms', 'amounts', 'dates', 'rights', 'documents'] as const;
export type CopiedPart = (typeof copiedParts)[number];

/** Something of a call that a copy does not have. */
export const leftOutOfCopy = [
  ...copiedParts,
  'amounts_without_dates',
  'timeframes_without_forms',
  'document_links',
  'uid_pattern',
] as const;
export type LeftOutOfCopy = (typeof leftOutOfCopy)[number];

/**
 * Completes a new call with parts of a published one. Dates are moved by the years between the two calls, to the same
 * weekday: all by as many weeks, so that nothing between them changes. Cut-offs get new ids; ids of steps, forms and
 * fields stay, because they count in one call only, and applicants copy their answers into the new call by them. Also
 * returns what of the published call the copy does not have.
 */
export function copyCall(
  source: CallDefinition,
  bare: CallDefinition,
  parts: ReadonlySet<CopiedPart>,
): { definition: CallDefinition; leftOut: LeftOutOfCopy[] } {
  const has = (part: CopiedPart) => parts.has(part);
  const hasAmounts = source.cutoffs.some(({ amounts }) => amounts.length > 0);
  const hasTimeframes = source.cutoffs.some(({ timeframes }) => timeframes.length > 0);
  const keepsPattern =
    source.code === bare.code && source.uidPattern.includes('{YYYY}') && source.uidPattern.includes('{NN}');
  const links = has('rights') ? linksOf(source, has('documents')) : {};
  const lost = (is: boolean, what: LeftOutOfCopy): LeftOutOfCopy[] => (is ? [what] : []);
  return {
    definition: {
      ...bare,
      description: source.description,
      info: source.info,
      logo: source.logo,
      facts: source.facts,
      unit: source.unit,
      timeZone: source.timeZone,
      ...(keepsPattern && { uidPattern: source.uidPattern }),
      links,
      ...(has('rights') && { downloadRoles: source.downloadRoles }),
      ...(has('documents') && { documents: source.documents }),
      ...(has('dates') && { cutoffs: movedCutoffs(source, bare.year - source.year, has) }),
      ...(has('forms') && { flow: { ...(source.flow as object), version: 0 } }),
      published: true,
    },
    leftOut: [
      ...lost(!has('forms'), 'forms'),
      ...lost(!has('amounts') && hasAmounts, 'amounts'),
      ...lost(!has('dates') && source.cutoffs.length > 0, 'dates'),
      ...lost(!has('rights'), 'rights'),
      ...lost(!has('documents') && source.documents.length > 0, 'documents'),
      ...lost(has('amounts') && hasAmounts && !has('dates'), 'amounts_without_dates'),
      ...lost(has('dates') && hasTimeframes && !has('forms'), 'timeframes_without_forms'),
      ...lost(
        has('rights') && Object.keys(links).length < Object.keys(source.links).length,
        'document_links',
      ),
      ...lost(!keepsPattern, 'uid_pattern'),
    ],
  };
}

/** The links of a call; those to its documents only if the copy has the documents. */
function linksOf({ links }: CallDefinition, withDocuments: boolean): CallDefinition['links'] {
  if (withDocuments) return links;
  return Object.fromEntries(
    Object.entries(links).filter(([, link]) => {
      const address = typeof link === 'string' ? link : link?.address;
      return address === undefined || documentOfAddress(address) === null;
    }),
  );
}

function movedCutoffs(
  { cutoffs, timeZone }: CallDefinition,
  years: number,
  has: (part: CopiedPart) => boolean,
): CallDefinition['cutoffs'] {
  const [first] = cutoffs;
  const weeks = first === undefined ? 0 : weeksOfYears(first.start, years, timeZone);
  const moved = (at: string) => moveByWeeks(at, weeks, timeZone);
  const movedEnd = (end: string | null) => (end === null ? null : moved(end));
  return cutoffs.map(({ start, end, amounts, timeframes }, nth) => ({
    id: `copy-${nth + 1}`,
    start: moved(start),
    end: movedEnd(end),
    amounts: has('amounts') ? amounts : [],
    timeframes: has('forms')
      ? timeframes.map((frame) => ({ ...frame, start: moved(frame.start), end: movedEnd(frame.end) }))
      : [],
  }));
}
