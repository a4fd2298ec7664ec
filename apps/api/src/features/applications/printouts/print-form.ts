import type { AssignmentStatus } from '@clearcall/domain/applications/statuses.ts';
import { plainDate } from '@clearcall/domain/deadlines/plain-date.ts';
import { countingWindow } from '@clearcall/domain/deadlines/windows.ts';
import { elementRules } from '@clearcall/domain/forms/elements/rules.ts';
import { limitCount, limitValue } from '@clearcall/domain/forms/limits.ts';
import type { Element, FormContext, Item, Step } from '@clearcall/domain/forms/types.ts';
import type { Theme } from '@clearcall/domain/organisation/organisation.ts';
import { themeIn } from '@clearcall/domain/organisation/theme-in-language.ts';
import { stepsOfEmptyForm } from '@clearcall/domain/permissions/empty-form.ts';
import type { Viewer } from '@clearcall/domain/permissions/viewer.ts';
import { type Message, message, type Translatable } from '@clearcall/i18n/message.ts';
import type { Translator } from '@clearcall/i18n/translator.ts';
import { sql } from 'kysely';
import { flowOfCutoff } from '../../../platform/db/flow-of-cutoff.ts';
import { iso } from '../../../platform/db/iso.ts';
import { isKnownCall } from '../../../platform/db/known-call.ts';
import { toldIn } from '../../../platform/db/told-in.ts';
import type { PdfBlock } from '../../../platform/documents/pdf-document.ts';
import type { Platform } from '../../../platform/platform.ts';
import { loadFlow } from '../flow-facts.ts';
import { isHeading } from './print-answers.ts';
import { fileName, type Printout } from './print-application.ts';

/** Longer lists are cut: who reads the form need not read all countries. */
const mostOptions = 12;

/** What a form names of its call. */
interface CallHead {
  code: string;
  year: number;
  number: number;
  title: string;
  timeZone: string;
}

interface FoundCall extends CallHead {
  flowVersionId: number | null;
  cutoffs: { start: string; end: string | null; flowVersionId: number | null }[];
}

/**
 * The forms of a published call, not filled in: all that they say and ask, for reading before one applies. Those of the
 * applicant, and those that the reader fills in.
 */
export async function printForm(
  platform: Platform,
  callId: number,
  {
    reader,
    theme,
    translator,
    now,
  }: { reader: Viewer | null; theme: Theme; translator: Translator; now: Date },
): Promise<Printout | null> {
  const { language } = translator;
  const { rows } = await sql<FoundCall>`
    select c.code, c.year, c.number, ${toldIn(language, 'c', 'title')} as title, c.time_zone as "timeZone",
      (select f.id from flow_versions f where f.call_id = c.id order by f.version desc limit 1) as "flowVersionId",
      coalesce((select jsonb_agg(jsonb_build_object('start', ${iso('k.starts_at')}, 'end', ${iso('k.ends_at')},
        'flowVersionId', ${flowOfCutoff})) from cutoffs k where k.call_id = c.id), '[]') as cutoffs
    from calls c where c.id = ${callId} and ${isKnownCall}`.execute(platform.db);
  const [call] = rows;
  if (call === undefined) return null;
  const flowVersionId = countingWindow(call.cutoffs, now)?.flowVersionId ?? call.flowVersionId;
  if (flowVersionId === null) return null;
  const { flow, offered } = await loadFlow(platform, flowVersionId, now, { reader: language });
  const own = reader === null ? [] : await loadOwnWork(platform, callId, reader.userId);
  const steps = stepsOfEmptyForm(reader, flow.steps, own);
  return printBlankForm({ call, steps, options: offered, isDraft: false }, { theme, translator, now });
}

/** The forms of some steps of a call, not filled in; null if they have none. */
export function printBlankForm(
  {
    call,
    steps: all,
    options,
    isDraft,
  }: { call: CallHead; steps: readonly Step[]; options: Record<string, Item[]>; isDraft: boolean },
  { theme, translator: { language, translate }, now }: { theme: Theme; translator: Translator; now: Date },
): Printout | null {
  const steps = all.filter(({ forms }) => forms.length > 0);
  const [first] = steps;
  if (first === undefined) return null;
  const { organization } = themeIn(theme, language);
  const context: FormContext = {
    today: plainDate(now, call.timeZone),
    callCode: call.code,
    cutoff: null,
    partitions: [],
    options,
    submitted: [],
    ownPartitionId: null,
    documents: [],
  };
  const printer = new FormPrinter(context, options, translate);
  const number = `${call.code}-${call.year}-${call.number}`;
  const kind = translate(message(isDraft ? 'printouts.kind.draftForm' : 'printouts.kind.form'));
  return {
    document: {
      language,
      title: call.title,
      brand: {
        shortName: organization.shortName,
        name: organization.name,
        colour: theme.palette[7] ?? '#0b535e',
      },
      head: [
        { label: '', value: call.title },
        { label: '', value: kind },
      ],
      foot: translate(message(isDraft ? 'printouts.form.draft' : 'printouts.form.foot')),
      words: {
        contents: translate(message('printouts.contents')),
        pageOf: translate(message('printouts.pageOf', { page: '{page}', pages: '{pages}' })),
      },
      opening: [
        { kind: 'paragraph', text: kind, tone: 'soft' },
        {
          kind: 'paragraph',
          text: translate(message(isDraft ? 'printouts.form.draft' : 'printouts.form.lead')),
        },
        ...guideOf(first),
      ],
      blocks: steps.flatMap((step) =>
        step.forms
          .toSorted((one, other) => one.order - other.order)
          .flatMap((form, nth, { length }): PdfBlock[] => {
            const place = translate(message('printouts.form.nth', { n: nth + 1, of: length }));
            return [
              {
                kind: 'heading',
                level: 1,
                text: form.title,
                lang: form.told?.title,
                over: steps.length === 1 ? place : `${step.title}, ${place}`,
              },
              ...(nth === 0 && step !== first ? guideOf(step) : []),
              ...(form.description
                ? [{ kind: 'paragraph' as const, text: form.description, lang: form.told?.description }]
                : []),
              ...printer.elements(form.elements, 2),
            ];
          }),
      ),
    },
    filename: fileName([number, kind]),
    files: [],
  };
}

/** What somebody works on in a call. */
async function loadOwnWork({ db }: Platform, callId: number, userId: number) {
  const { rows } = await sql<{ stepId: string; status: AssignmentStatus }>`
    select distinct s.step_id as "stepId", s.status from assignments s join applications p on p.id = s.application_id
    where p.call_id = ${callId} and s.owner_id = ${userId}`.execute(db);
  return rows;
}

/** What is said to whoever fills in a step. */
const guideOf = ({ guide, told }: Step): PdfBlock[] =>
  guide ? [{ kind: 'paragraph', text: guide, lang: told?.guide }] : [];

/** A question with nothing below its words, as that for a file, ends there: it is not held to the next one. */
function ended(blocks: PdfBlock[]): PdfBlock[] {
  const last = blocks.at(-1);
  return last?.kind === 'paragraph' ? [...blocks.slice(0, -1), { ...last, keep: false }] : blocks;
}

class FormPrinter {
  readonly #context: FormContext;
  readonly #offered: Record<string, Item[]>;
  readonly #translate: (text: Translatable) => string;

  constructor(
    context: FormContext,
    offered: Record<string, Item[]>,
    translate: (text: Translatable) => string,
  ) {
    this.#context = context;
    this.#offered = offered;
    this.#translate = translate;
  }

  elements(elements: readonly Element[], level: 2 | 3): PdfBlock[] {
    let under: 2 | 3 | 4 = level === 2 ? 3 : 4;
    return elements.flatMap((element): PdfBlock[] => {
      const { title, description, told, type } = element;
      const words: PdfBlock[] = description
        ? [{ kind: 'paragraph', text: description, lang: told?.description, tone: 'soft', keep: true }]
        : [];
      if (type === 'space') return [];
      if (isHeading(element)) {
        under = level === 2 ? 3 : 4;
        return title === '' ? words : [{ kind: 'heading', level, text: title, lang: told?.title }, ...words];
      }
      if (type === 'instructions')
        return [
          ...(title === '' ? [] : [{ kind: 'paragraph' as const, text: title, lang: told?.title }]),
          ...(description
            ? [{ kind: 'paragraph' as const, text: description, lang: told?.description }]
            : []),
        ];
      if (element.children !== undefined)
        return [
          { kind: 'heading', level, text: title, lang: told?.title },
          ...words,
          ...this.#facts(element),
          ...this.elements(element.children, 3),
        ];
      return ended([
        { kind: 'heading', level: under, text: title, lang: told?.title },
        ...words,
        ...this.#facts(element),
        ...this.#options(element),
      ]);
    });
  }

  /** What is asked of an answer: whether there must be one, and how long, how large or how many it may be. */
  #facts(element: Element): PdfBlock[] {
    const { config, effects } = element;
    const has = (name: string) => effects.some(({ effect }) => effect === name);
    const said: Message[] = [];
    if (config.readOnly === true || has('sum') || has('product'))
      said.push(message('printouts.form.computed'));
    else if (has('required')) said.push(message('printouts.form.requiredSometimes'));
    else if (config.required === true) said.push(message('printouts.form.required'));
    else if (element.children === undefined) said.push(message('printouts.form.optional'));
    if (has('visible') || config.hidden === true) said.push(message('printouts.form.shownSometimes'));
    said.push(...this.#limits(element));
    const text = said.map((one) => this.#translate(one)).join('. ');
    return text === '' ? [] : [{ kind: 'paragraph', text: `${text}.`, tone: 'soft', keep: true }];
  }

  #limits(element: Element): Message[] {
    const { config } = element;
    const number = (decimal: string) => ({ decimal, thousands: true });
    switch (elementRules[element.type].limits) {
      case 'characters': {
        const { min = 0, max } = config.length ?? {};
        const one = (n: number) => number(String(n));
        if (max !== undefined && min > 0)
          return [message('forms.length.fromTo', { min: one(min), max: one(max) })];
        if (max !== undefined) return [message('forms.length.atMost', { n: max, length: one(max) })];
        return min > 0 ? [message('forms.length.atLeast', { n: min, length: one(min) })] : [];
      }
      case 'number': {
        const min = limitValue(config.min, this.#context);
        const max = limitValue(config.max, this.#context);
        const { unit } = config;
        const shown = (decimal: string) => ({ ...number(decimal), ...(unit ? { unit } : {}) });
        if (min !== null && max !== null)
          return [message('forms.limit.fromTo', { min: number(min), max: shown(max) })];
        if (max !== null) return [message('forms.limit.atMost', { max: shown(max) })];
        if (min !== null && min !== '0') return [message('forms.limit.atLeast', { min: shown(min) })];
        return element.type === 'number' && unit ? [message('printouts.form.unit', { unit })] : [];
      }
      case 'items': {
        const least = limitCount(config.min) ?? 0;
        const most = limitCount(config.max);
        if (elementRules[element.type].kind === 'files') {
          const { maxMb, maxPages: n } = config.upload ?? {};
          if (maxMb !== undefined && n !== undefined)
            return [message('forms.file.pdfMbPages', { mb: number(String(maxMb)), n })];
          return maxMb === undefined
            ? [message('forms.file.pdf')]
            : [message('forms.file.pdfMb', { mb: number(String(maxMb)) })];
        }
        const one = (n: number) => number(String(n));
        if (most !== null && least > 0)
          return [message('forms.limit.fromTo', { min: one(least), max: one(most) })];
        if (most !== null) return [message('forms.limit.atMost', { max: one(most) })];
        return least > 1 ? [message('forms.limit.atLeast', { min: one(least) })] : [];
      }
      case 'date':
      case 'none':
        return [];
    }
  }

  /** What there is to choose from, or room to write. */
  #options(element: Element): PdfBlock[] {
    const { kind, offers } = elementRules[element.type];
    if (offers === 'options') {
      const items = element.items ?? this.#offered[element.optionsGroup ?? ''] ?? [];
      const labels = items.slice(0, mostOptions).map(({ label }) => label);
      const more = items.length - labels.length;
      return [
        {
          kind: 'list',
          items:
            more > 0
              ? [...labels, this.#translate(message('printouts.form.moreOptions', { n: more }))]
              : labels,
          lang: items[0]?.told?.label,
        },
      ];
    }
    if (offers === 'partitions')
      return [
        { kind: 'paragraph', text: this.#translate(message('printouts.form.partitions')), tone: 'soft' },
      ];
    if (kind === 'flag' || kind === 'files') return [];
    return [{ kind: 'blank', lines: element.type === 'textarea' ? 4 : 1 }];
  }
}
