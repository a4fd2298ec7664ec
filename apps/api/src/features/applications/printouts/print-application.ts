import type { Application, Assignment, Document } from '@clearcall/domain/applications/application.ts';
import { actsAsApplicant } from '@clearcall/domain/deadlines/step-head.ts';
import { firstStep } from '@clearcall/domain/forms/first-step.ts';
import type { Step } from '@clearcall/domain/forms/types.ts';
import type { Theme } from '@clearcall/domain/organisation/organisation.ts';
import { themeIn } from '@clearcall/domain/organisation/theme-in-language.ts';
import { roleMessage } from '@clearcall/domain/people/roles.ts';
import { cleanName } from '@clearcall/domain/values/file-name.ts';
import { type Moment, message } from '@clearcall/i18n/message.ts';
import type { Translator } from '@clearcall/i18n/translator.ts';
import type { PdfAnswer, PdfBlock, PdfDocument } from '../../../platform/documents/pdf-document.ts';
import { AnswersPrinter } from './print-answers.ts';
import { type Reading, readingOf, stepsOf } from './reading.ts';

/** A document with the uploaded files that belong behind it, before anybody has looked whether they can be. */
export interface Printout {
  document: PdfDocument;
  /** Under which it is saved. */
  filename: string;
  files: PrintedFile[];
}

/** An uploaded file; its copy without a name for readers who may not know who wrote it. */
export interface PrintedFile {
  documentId: string;
  isCopy: boolean;
  title: string;
  sizeBytes: number;
}

export interface Printing {
  application: Application;
  theme: Theme;
  translator: Translator;
  now: Date;
}

type Part = { assignment: Assignment; step: Step; reading: Reading };

/** What was filled in to apply. Null where the reader gets none of it. */
export function printApplication(printing: Printing): Printout | null {
  const part = partsOf(printing).find(({ step }) => isApplied(printing.application, step));
  return part === undefined ? null : print(printing, [part], message('printouts.kind.application'));
}

/** One assignment. Null where the reader gets nothing of what is in it. */
export function printAssignment(printing: Printing, assignmentId: string): Printout | null {
  const part = partsOf(printing).find(({ assignment }) => assignment.id === assignmentId);
  return part === undefined ? null : print(printing, [part], nameOf(printing, part));
}

/** Everything that the reader gets of an application. Null where that is nothing. */
export function printConsolidated(printing: Printing): Printout | null {
  const parts = partsOf(printing).toSorted((one, other) => one.step.order - other.step.order);
  return parts.length === 0 ? null : print(printing, parts, message('printouts.kind.consolidated'));
}

/** Whether a step is the one that was filled in to apply: the first that is there, where it is the applicant's. */
function isApplied(application: Application, step: Step): boolean {
  return step.ownerRole === 'applicant' && firstStep({ steps: stepsOf(application) })?.id === step.id;
}

/** The assignments of which something was written and may be read, and those that the reader fills in now. */
function partsOf({ application, now }: Printing): Part[] {
  return application.assignments.flatMap((assignment) => {
    if (assignment.data.length === 0 && !assignment.can.save) return [];
    const reading = readingOf(application, assignment, now);
    return reading === null ? [] : [{ assignment, step: reading.step, reading }];
  });
}

/** Who did it, as far as the reader may know: the name, else the role with the number of the release. */
function authorOf({ translator: { translate } }: Printing, { assignment }: Part): string {
  const { owner, role, labelNumber } = assignment;
  if (owner !== undefined) return `${owner.firstName} ${owner.lastName}`.trim();
  const name = roleMessage(role);
  return translate(
    labelNumber === null ? name : message('parts.role.numbered', { role: name, n: labelNumber }),
  );
}

function nameOf(printing: Printing, part: Part) {
  return message('printouts.kind.assignment', { step: part.step.title, author: authorOf(printing, part) });
}

/** What an element of a meaning says in the part that was filled in first. */
function meant(parts: readonly Part[], meaning: string): string {
  for (const { step, reading } of parts) {
    const element = step.forms
      .flatMap(({ elements }) => elements)
      .find(({ config }) => config.id === meaning);
    const value = element && reading.read({ elementId: element.id, groupId: null }).values[0];
    if (value !== undefined && value.trim() !== '') return value.trim().replace(/\s+/g, ' ');
  }
  return '';
}

function print(printing: Printing, parts: readonly Part[], kind: ReturnType<typeof message>): Printout {
  const { application, theme, translator } = printing;
  const { translate, language } = translator;
  const { organization } = themeIn(theme, language);
  const title = meant(partsOf(printing), 'project_title');
  const kindText = translate(kind);
  const documents = parts.flatMap((part) => documentsOf(application, part));
  const single = parts.length === 1;
  const isWhole = !single;
  return {
    document: {
      language,
      title: title === '' ? application.uid : title,
      brand: {
        shortName: organization.shortName,
        name: organization.name,
        colour: theme.palette[7] ?? '#0b535e',
      },
      head: headOf(printing),
      foot: footOf(printing, parts),
      words: {
        contents: translate(message('printouts.contents')),
        pageOf: translate(message('printouts.pageOf', { page: '{page}', pages: '{pages}' })),
      },
      opening: [
        { kind: 'paragraph', text: kindText, tone: 'soft' },
        { kind: 'answers', items: factsOf(printing, parts) },
      ],
      blocks: [
        ...parts.flatMap((part) => chaptersOf(printing, part, isWhole)),
        ...(isWhole ? decisionsOf(printing) : []),
      ],
    },
    filename: fileName([application.uid, title, kindText]),
    files: documents.map(({ document, element }) => ({
      documentId: document.id,
      isCopy: document.isCopy === true,
      title: `${element}: ${document.originalFilename}`,
      sizeBytes: document.sizeBytes,
    })),
  };
}

/** The files that are named in what is read, in the order of the form. */
function documentsOf(
  { documents }: Application,
  { assignment, step }: Part,
): { document: Document; element: string }[] {
  const elements = step.forms
    .toSorted((one, other) => one.order - other.order)
    .flatMap((form) => form.elements)
    .flatMap((element) => [element, ...(element.children ?? [])]);
  return elements.flatMap((element) =>
    documents
      .filter(
        ({ assignmentId, flowElementId }) => assignmentId === assignment.id && flowElementId === element.id,
      )
      .map((document) => ({ document, element: element.title })),
  );
}

function headOf({ application, translator: { translate } }: Printing): PdfDocument['head'] {
  const { call, cutoff, uid } = application;
  const end = cutoff?.end ?? null;
  return [
    end === null
      ? { label: '', value: call.title }
      : {
          label: translate(message('printouts.head.cutoff', { call: call.title })),
          value: translate(dayOf(end, call.timeZone)),
        },
    { label: translate(message('printouts.fact.uid')), value: uid },
  ];
}

const dayOf = (at: string, timeZone: string): Moment => ({ at, timeZone, show: 'date' });

/** The moment for those who may know it, else its day. */
function momentOf({ application }: Printing, at: string): Moment {
  // Who does not get the owner gets days, which are those of UTC.
  return application.owner === undefined ? dayOf(at, 'UTC') : { at, timeZone: application.call.timeZone };
}

function footOf(printing: Printing, parts: readonly Part[]): string {
  const { application, translator } = printing;
  const { translate } = translator;
  const [part] = parts;
  const at = parts.length === 1 && part !== undefined ? part.assignment.submittedAt : application.submittedAt;
  if (at === null)
    return translate(
      application.submittedAt === null ? message('printouts.foot.draft') : message('printouts.foot.undated'),
    );
  const moment =
    parts.length === 1 && part?.assignment.owner === undefined ? dayOf(at, 'UTC') : momentOf(printing, at);
  const owner = parts.length === 1 ? part?.assignment.owner : application.owner;
  // If only the role of the author is shown, the date is that of the release.
  if (parts.length === 1 && part !== undefined && owner === undefined && !actsAsApplicant(part.step))
    return translate(message('printouts.foot.released', { at: moment }));
  return owner === undefined
    ? translate(message('printouts.foot.submitted', { at: moment }))
    : translate(
        message('printouts.foot.submittedBy', {
          at: moment,
          name: `${owner.firstName} ${owner.lastName}`.trim(),
        }),
      );
}

function factsOf(printing: Printing, parts: readonly Part[]): PdfAnswer[] {
  const { application, translator } = printing;
  const { translate } = translator;
  const { call, cutoff, owner, submittedAt, uid, displayStatus } = application;
  const fact = (label: ReturnType<typeof message>, value: string): PdfAnswer => ({
    label: translate(label),
    value,
  });
  const [part] = parts;
  return [
    fact(message('printouts.fact.uid'), uid),
    { ...fact(message('printouts.fact.call'), call.title), valueLang: call.told?.title },
    ...(cutoff?.end
      ? [fact(message('printouts.fact.cutoff'), translate({ at: cutoff.end, timeZone: call.timeZone }))]
      : []),
    ...(owner === undefined
      ? []
      : [fact(message('printouts.fact.applicant'), `${owner.firstName} ${owner.lastName}`.trim())]),
    fact(
      message('printouts.fact.status'),
      translate(message(`parts.status.${displayStatus === 'opening_soon' ? 'draft' : displayStatus}`)),
    ),
    ...(submittedAt === null
      ? []
      : [fact(message('printouts.fact.submitted'), translate(momentOf(printing, submittedAt)))]),
    ...(parts.length === 1 && part !== undefined && !isApplied(application, part.step)
      ? [
          fact(message('printouts.fact.step'), part.step.title),
          fact(message('printouts.fact.author'), authorOf(printing, part)),
        ]
      : []),
  ];
}

/** Each form is a chapter, which says in a whole application whose it is. */
function chaptersOf(printing: Printing, part: Part, isWhole: boolean): PdfBlock[] {
  const { application, translator } = printing;
  const { translate } = translator;
  const { step, reading } = part;
  const printer = new AnswersPrinter(application, reading, translator);
  const forms = step.forms.toSorted((one, other) => one.order - other.order);
  const isFirst = isApplied(application, step);
  const partition = application.partitions.find(({ id }) => id === part.assignment.partitionId)?.name;
  const author = authorOf(printing, part);
  const whose = isFirst
    ? step.title
    : [step.title, author, partition].filter((one) => one !== undefined).join(', ');
  return forms.flatMap((form, nth): PdfBlock[] => {
    const place = translate(message('printouts.form.nth', { n: nth + 1, of: forms.length }));
    return [
      {
        kind: 'heading',
        level: 1,
        text: isWhole && !isFirst ? `${form.title}, ${author}` : form.title,
        lang: form.told?.title,
        over: isWhole ? `${whose}, ${place}` : place,
      },
      ...printer.form(form),
    ];
  });
}

function decisionsOf({ application, translator }: Printing): PdfBlock[] {
  const { translate } = translator;
  const { decisions, partitions, call } = application;
  if (decisions.length === 0) return [];
  const head = (['partition', 'outcome', 'amount', 'time'] as const).map((name) => ({
    text: translate(message(`printouts.decision.${name}`)),
    share: name === 'amount' || name === 'outcome' ? 1 : 1.6,
  }));
  const dayText = (day: string | null) =>
    day === null ? '' : translate({ at: `${day}T00:00:00Z`, timeZone: 'UTC', show: 'date' });
  return [
    { kind: 'heading', level: 1, text: translate(message('printouts.decision.title')) },
    {
      kind: 'table',
      head,
      rows: decisions.map((one) => [
        partitions.find(({ id }) => id === one.partitionId)?.name ?? one.partitionId,
        translate(message(`printouts.decision.is.${one.outcome}`)),
        one.amount === null ? '' : translate({ decimal: one.amount, thousands: true, unit: call.unit }),
        one.startsOn === null && one.endsOn === null
          ? ''
          : translate(
              message('printouts.decision.span', { start: dayText(one.startsOn), end: dayText(one.endsOn) }),
            ),
      ]),
    },
    ...decisions.flatMap(({ partitionId, reason }): PdfBlock[] =>
      reason === null
        ? []
        : [
            {
              kind: 'heading',
              level: 3,
              text: partitions.find(({ id }) => id === partitionId)?.name ?? partitionId,
            },
            { kind: 'paragraph', text: reason },
          ],
    ),
  ];
}

const longestPart = 60;

/** A name of three parts: which application, what it is called, what this is of it. Nothing in it says who wrote it. */
export function fileName(parts: readonly string[]): string {
  const tidy = parts
    .map((part) => [...cleanName(part).replace(/^[. ]+/, '')].slice(0, longestPart).join('').trim())
    .filter((part) => part !== '');
  return `${tidy.join(' - ')}.pdf`;
}
