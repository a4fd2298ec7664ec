import type { Application } from '@clearcall/domain/applications/application.ts';
import { multiplied } from '@clearcall/domain/forms/amounts.ts';
import { amountLimits } from '@clearcall/domain/forms/elements/partition-resources.ts';
import { itemsOf } from '@clearcall/domain/forms/elements/rule.ts';
import { elementRules } from '@clearcall/domain/forms/elements/rules.ts';
import { isWithoutPartitions } from '@clearcall/domain/forms/given-rows.ts';
import type { Element, Form } from '@clearcall/domain/forms/types.ts';
import { message } from '@clearcall/i18n/message.ts';
import type { Translator } from '@clearcall/i18n/translator.ts';
import type { PdfAnswer, PdfBlock } from '../../../platform/documents/pdf-document.ts';
import type { Reading } from './reading.ts';

/** What stands in the way of a table: more signs side by side than a page is wide, or a cell of more than a few words. */
const widestTable = 98;
const longestCell = 48;
/** A longer word, an address say, would be cut in a narrow column. */
const longestWord = 20;
/** What stands between two columns, in signs. */
const betweenColumns = 3;
/** A cell of more signs has several lines before its column gets wider. */
const widestColumn = 14;
/** An answer of more signs stands below its question, over the whole width. */
const longestBeside = 90;

type Level = 2 | 3 | 4;

export const isHeading = ({ type }: Element): boolean => type === 'title' || type === 'divider';

/** Words that only help filling in, and room between fields, are not read. */
const hasContent = (element: Element): boolean =>
  element.type !== 'instructions' &&
  element.type !== 'space' &&
  !(isHeading(element) && element.title === '');

/** Prints what was answered in a form, as the page to read it shows it: every element that is shown, also an empty one. */
export class AnswersPrinter {
  readonly #application: Application;
  readonly #reading: Reading;
  readonly #translator: Translator;

  constructor(application: Application, reading: Reading, translator: Translator) {
    this.#application = application;
    this.#reading = reading;
    this.#translator = translator;
  }

  form({ elements }: Form): PdfBlock[] {
    const shown = elements.filter(
      (element) =>
        hasContent(element) && this.#reading.read({ elementId: element.id, groupId: null }).visible,
    );
    const blocks = this.#elements(shown, null, 2);
    const { translate } = this.#translator;
    return blocks.length > 0
      ? blocks
      : [{ kind: 'paragraph', text: translate(message('forms.read.nothingShown')), tone: 'soft' }];
  }

  /** Elements as they follow each other: fields as pairs of question and answer, headings and groups between them. */
  #elements(elements: readonly Element[], groupId: string | null, level: Level): PdfBlock[] {
    const blocks: PdfBlock[] = [];
    let pairs: PdfAnswer[] = [];
    const close = () => {
      if (pairs.length > 0) blocks.push({ kind: 'answers', items: pairs });
      pairs = [];
    };
    let under: Level = level;
    for (const element of elements) {
      if (isHeading(element)) {
        close();
        blocks.push({ kind: 'heading', level, text: element.title, lang: element.told?.title });
        under = Math.min(level + 1, 4) as Level;
        continue;
      }
      if (element.children !== undefined) {
        close();
        const before = blocks.at(-1);
        // A heading right before it is its own.
        const isHeaded = before?.kind === 'heading';
        blocks.push(...this.#group(element, isHeaded ? under : level));
        continue;
      }
      const answer = this.#answer(element, groupId);
      if (isLong(element, answer)) {
        close();
        blocks.push(
          {
            kind: 'heading',
            level: Math.min(Math.max(under, 3), 4) as Level,
            text: answer.label,
            lang: answer.lang,
          },
          { kind: 'paragraph', text: answer.value, lang: answer.valueLang },
        );
      } else pairs.push(answer);
    }
    close();
    return blocks;
  }

  #group(group: Element, level: Level): PdfBlock[] {
    const { translate } = this.#translator;
    const rows = this.#reading.rows(group);
    if (isWithoutPartitions(group, () => rows)) return [];
    const lang = group.told?.title;
    if (rows.length === 0)
      return [
        { kind: 'heading', level, text: group.title, lang },
        { kind: 'paragraph', text: translate(message('forms.read.nothingHere')), tone: 'soft' },
      ];
    const children = (group.children ?? []).filter(hasContent);
    const table = this.#table(children, rows, group, level);
    if (table !== null) return table;
    const below = Math.min(level + 1, 4) as Level;
    return rows.flatMap((row, nth): PdfBlock[] => {
      const name = this.#nameOf(children, row.id);
      const numbered = `${group.title} #${nth + 1}`;
      const shown = children.filter(
        (child) => this.#reading.read({ elementId: child.id, groupId: row.id }).visible,
      );
      return [
        { kind: 'heading', level, text: name === '' ? numbered : `${numbered}: ${name}`, lang },
        ...this.#elements(shown, row.id, below),
      ];
    });
  }

  /** What a row is about, in few words: its partition, else the first two of its short texts, as a name is. */
  #nameOf(children: readonly Element[], rowId: string): string {
    const partition = children.find(({ type }) => type === 'select-partition');
    const named =
      partition === undefined ? children.filter(({ type }) => type === 'text').slice(0, 2) : [partition];
    const words = named.map((child) => this.#answer(child, rowId)).filter(({ missing }) => !missing);
    const name = words.map(({ value }) => value).join(' ');
    return name.length > longestCell || name.includes('\n') ? '' : name;
  }

  /** Rows of few short answers as a table, where they fit into one. */
  #table(
    children: readonly Element[],
    rows: readonly { id: string }[],
    group: Element,
    level: Level,
  ): PdfBlock[] | null {
    const isShown = (child: Element, rowId: string) =>
      this.#reading.read({ elementId: child.id, groupId: rowId }).visible;
    const columns = children.filter((child) => rows.some(({ id }) => isShown(child, id)));
    if (rows.length < 2 || columns.length < 2) return null;
    if (columns.some((child) => isHeading(child) || child.type === 'upload' || child.type === 'textarea'))
      return null;
    const cells = rows.map(({ id }) =>
      columns.map((child) => {
        if (!isShown(child, id)) return '';
        const { value, missing } = this.#answer(child, id);
        return missing ? '\u2013' : value;
      }),
    );
    const isWide = (cell: string) =>
      cell.length > longestCell ||
      cell.includes('\n') ||
      cell.split(' ').some((word) => word.length > longestWord);
    if (cells.some((row) => row.some(isWide))) return null;
    const numbers = columns.map((child) => elementRules[child.type].kind === 'number');
    const widths = columns.map(({ title }, nth) => {
      const texts = cells.map((row) => row[nth] ?? '');
      const longest = Math.max(...texts.map(({ length }) => length));
      const words = [title, ...texts].flatMap((text) => text.split(/\s+/)).map(({ length }) => length);
      // A figure with its unit stands on one line.
      const width = Math.max(...words, numbers[nth] ? longest : Math.min(widestColumn, longest));
      return width + betweenColumns + (width < 7 ? 1 : 0);
    });
    if (widths.reduce((sum, width) => sum + width, 0) > widestTable) return null;
    const head = columns.map((child, nth) => ({
      text: child.title,
      lang: child.told?.title,
      number: numbers[nth] ?? false,
      share: widths[nth] ?? 1,
    }));
    return [
      { kind: 'heading', level, text: group.title, lang: group.told?.title },
      { kind: 'table', head, rows: cells },
    ];
  }

  /** A question with its answer in words, and what is said where there is none. */
  #answer(element: Element, groupId: string | null): PdfAnswer {
    const { translate } = this.#translator;
    const label = { label: element.title, lang: element.told?.title };
    const { values } = this.#reading.read({ elementId: element.id, groupId });
    const rule = elementRules[element.type];
    if (rule.isEmpty(values))
      return {
        ...label,
        // A box that is not ticked says no, and nothing is missing.
        value: translate(message(rule.kind === 'flag' ? 'forms.no' : 'forms.read.notAnswered')),
        missing: rule.kind !== 'flag',
      };
    const around = this.#reading.around(element, groupId);
    if (rule.kind === 'files') return { ...label, value: this.#files(values) };
    if (rule.amount) return { ...label, value: this.#amount(element, values, groupId), number: true };
    const chosen = itemsOf(element, around.context).find(({ value }) => value === values[0]);
    return {
      ...label,
      value:
        rule.kind === 'list' && values.length > 1 && element.type !== 'multitext'
          ? values.map((one) => translate(rule.display([one], element, around))).join('\n')
          : translate(rule.display(values, element, around)),
      valueLang: chosen?.told?.label,
      number: rule.kind === 'number' || rule.kind === 'date',
    };
  }

  #files(ids: readonly string[]): string {
    const { translate } = this.#translator;
    return ids
      .map((id) => {
        const document = this.#application.documents.find((one) => one.id === id);
        if (document === undefined) return translate(message('forms.file.unnamed'));
        const { originalFilename: name, pages } = document;
        return pages === null ? name : translate(message('printouts.file.withPages', { name, n: pages }));
      })
      .join('\n');
  }

  /** An amount with its limits, and what it comes to in hours of cores or GPUs. */
  #amount(element: Element, values: readonly string[], groupId: string | null): string {
    const { translate } = this.#translator;
    const around = this.#reading.around(element, groupId);
    const amount = translate(elementRules[element.type].display(values, element, around));
    const { min, max } = amountLimits(element, around.partition, around.context);
    const number = (decimal: string) => ({ decimal, thousands: true });
    const isFixed = around.partition?.fixed != null;
    const asked =
      isFixed || min === null || max === null
        ? amount
        : translate(message('printouts.amount.withLimits', { amount, min: number(min), max: number(max) }));
    const partition = this.#application.partitions.find(({ id }) => id === around.partition?.id);
    const isGpu = Number(partition?.gpuHoursPerUnit ?? 0) > 0;
    const factor = isGpu ? partition?.gpuHoursPerUnit : partition?.coreHoursPerUnit;
    const hours = factor == null || Number(factor) === 0 ? null : multiplied(values[0] ?? '', factor);
    if (hours === null) return asked;
    const text = isGpu ? 'forms.amount.gpuHours' : 'forms.amount.coreHours';
    return `${asked}\n${translate(message(text, { hours: number(hours) }))}`;
  }
}

function isLong(element: Element, { value, missing }: PdfAnswer): boolean {
  if (missing || element.type === 'upload') return false;
  return element.type === 'textarea' || value.length > longestBeside;
}
