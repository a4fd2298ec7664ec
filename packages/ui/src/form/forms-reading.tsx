import { isWithoutPartitions } from '@clearcall/domain/forms/given-rows.ts';
import type { Element, Form } from '@clearcall/domain/forms/types.ts';
import type { Language } from '@clearcall/i18n/language.ts';
import type { ReactNode } from 'react';
import { langOf } from '../kit/text/author-language.ts';
import { t } from '../kit/text/translate.ts';
import { useClosedForm } from './closed-forms.ts';
import { isScore } from './elements/score.tsx';
import { skinOf } from './elements/skins.ts';
import { BesideField, UnderField, useFieldSlots } from './field-slots.tsx';
import classes from './forms-reading.module.css';
import { ReadValue } from './reading.tsx';
import { isShort, RowsTable, tableColumns } from './rows-table.tsx';
import { sectionsOf } from './sections.ts';
import { Skins } from './skins-context.tsx';
import { textOf } from './text-of.ts';
import { useForm } from './use-form.tsx';

type Level = 2 | 3 | 4 | 5 | 6;
// There is no seventh.
const below = (level: Level): Level => (level === 6 ? 6 : ((level + 1) as Level));

function Heading(props: {
  level: Level;
  id?: string | undefined;
  lang?: Language | undefined;
  children: ReactNode;
}) {
  const Tag = `h${props.level}` as const;
  return (
    <Tag id={props.id} lang={props.lang}>
      {props.children}
    </Tag>
  );
}

/** The id of a form where it is read, which links lead to: `of` is the assignment that it was filled in for. */
export const readingId = (form: Pick<Form, 'id'>, of: string): string => `${form.id}:${of}:read`;

/**
 * All forms of a step one below the other, to be read and printed: every element that is shown, rows and sums included,
 * as the engine has it at this moment. What only helps filling in (instructions, hints, limits) is left out. Each form can
 * be closed, and stays so on this device. `level` is that of the forms' headings; sections and rows are below it.
 */
export function FormsReading(props: {
  forms: readonly Form[];
  level: 2 | 3 | 4;
  of: string;
  /** Meanings of answers that the head of the page shows: they are not repeated. */
  inHead?: readonly string[] | undefined;
}) {
  const { forms, ...around } = props;
  return (
    <Skins.Provider value={skinOf}>
      {forms.map((form, index) => (
        <FormReading key={form.id} form={form} number={index + 1} {...around} />
      ))}
    </Skins.Provider>
  );
}

function FormReading(props: {
  form: Form;
  number: number;
  level: 2 | 3 | 4;
  of: string;
  inHead?: readonly string[] | undefined;
}) {
  const { form, number, level, inHead = [] } = props;
  const { store } = useForm();
  const { keeps } = useFieldSlots();
  const id = readingId(form, props.of);
  const [isClosed, setClosed] = useClosedForm(id);
  const isInHead = ({ id, config }: Element) =>
    inHead.some((meaning) => meaning === config.id) && keeps?.({ elementId: id, groupId: null }) !== true;
  const shown = (element: Element) =>
    store.read({ elementId: element.id, groupId: null }).visible &&
    !isInHead(element) &&
    !isWithoutPartitions(element, ({ id: group }) => store.rows(group));
  /** Optional and left out: named at the end of the form, unless something was asked about it. */
  const isLeftOut = (element: Element) => {
    const field = { elementId: element.id, groupId: null };
    const { required, values } = store.read(field);
    return (
      element.children === undefined &&
      !isHeading(element) &&
      !required &&
      values.every((value) => value === '') &&
      textOf(store, field, values) === '' &&
      keeps?.(field) !== true
    );
  };
  const all = sectionsOf(form).map((section) => ({
    ...section,
    heading: section.heading !== null && shown(section.heading) ? section.heading : null,
    elements: section.elements.filter((element) => shown(element) && hasContent(element)),
  }));
  const leftOut = all.flatMap(({ elements }) => elements.filter(isLeftOut));
  const declarations = all.flatMap(({ elements }) =>
    elements.filter((element) => element.type === 'checkbox' && !leftOut.includes(element)),
  );
  const elsewhere = [...leftOut, ...declarations];
  const sections = all
    .map((section) => ({ ...section, elements: section.elements.filter((one) => !elsewhere.includes(one)) }))
    .filter(({ elements }) => elements.length > 0);
  return (
    <details
      id={id}
      tabIndex={-1}
      className={classes.form}
      open={!isClosed}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open === isClosed) setClosed(!currentTarget.open);
      }}
    >
      <summary>
        <Heading level={level} id={`${id}:title`}>
          {number}. <span lang={langOf(form, 'title')}>{form.title}</span>
        </Heading>
      </summary>
      {sections.map(({ id: key, heading, elements }) => (
        <div key={key} className={classes.section}>
          {heading === null ? null : (
            <Heading level={below(level)} lang={langOf(heading, 'title')}>
              {heading.title}
            </Heading>
          )}
          <Answers
            elements={elements}
            groupId={null}
            level={heading === null ? below(level) : below(below(level))}
            heading={heading}
          />
        </div>
      ))}
      {declarations.length === 0 ? null : (
        <div className={`${classes.section} ${classes.declarations}`}>
          <Heading level={below(level)}>{t('forms.read.declarations')}</Heading>
          <Answers elements={declarations} groupId={null} level={below(level)} />
        </div>
      )}
      {leftOut.length === 0 ? null : (
        <details className={classes.leftOut}>
          <summary>{t('forms.read.leftOut', { n: leftOut.length })}</summary>
          <Answers elements={leftOut} groupId={null} level={below(level)} />
        </details>
      )}
      {sections.length + elsewhere.length === 0 ? (
        <p className="soft">{t('forms.read.nothingShown')}</p>
      ) : null}
    </details>
  );
}

/** Words that only help filling in, and room between fields, are not read. */
const hasContent = (element: Element): boolean =>
  element.type !== 'instructions' &&
  element.type !== 'space' &&
  !(isHeading(element) && element.title === '');
const isHeading = (element: Element): boolean => element.type === 'title' || element.type === 'divider';

/** Elements as they follow each other: fields as pairs of question and answer, headings and groups between them. */
function Answers(props: {
  elements: readonly Element[];
  groupId: string | null;
  level: Level;
  /** The element whose title is above them. */
  heading?: Element | null;
}) {
  const { elements, groupId, level, heading } = props;
  const parts: ReactNode[] = [];
  let fields: Element[] = [];
  const close = () => {
    const [first] = fields;
    if (first === undefined) return;
    parts.push(
      <dl key={first.id} className={classes.answers}>
        {fields.map((element) => (
          <Answer key={element.id} element={element} groupId={groupId} />
        ))}
      </dl>,
    );
    fields = [];
  };
  for (const element of elements) {
    const apart = isHeading(element) || element.children !== undefined;
    if (!apart) {
      fields.push(element);
      continue;
    }
    close();
    parts.push(
      element.children === undefined ? (
        <Heading key={element.id} level={level} lang={langOf(element, 'title')}>
          {element.title}
        </Heading>
      ) : (
        <Rows key={element.id} element={element} level={level} isHeaded={heading === element} />
      ),
    );
  }
  close();
  return parts;
}

function Rows(props: { element: Element; level: Level; isHeaded: boolean }) {
  const { element, level } = props;
  const { store } = useForm();
  const slots = useFieldSlots();
  const rows = store.rows(element.id);
  const fields = (element.children ?? []).filter(hasContent);
  const shownIn = (groupId: string) =>
    fields.filter(({ id }) => store.read({ elementId: id, groupId }).visible);
  const under = (
    <>
      <BesideField element={element} groupId={null} />
      <UnderField element={element} groupId={null} />
    </>
  );
  if (rows.length === 0)
    return (
      <>
        <p className="soft">{t('forms.read.nothingHere')}</p>
        {under}
      </>
    );
  const inSome = fields.filter((field) => rows.some((row) => shownIn(row.id).includes(field)));
  const columns = tableColumns(store, inSome, rows, slots, element);
  return (
    <div className={columns === null ? classes.rows : classes.tableFrame}>
      {columns === null ? (
        rows.map((row, index) => (
          <div key={row.id} className={classes.row}>
            <Heading level={level} lang={langOf(element, 'title')}>
              {element.title} #{index + 1}
            </Heading>
            {slots.row?.(element, row.id)}
            <Answers elements={shownIn(row.id)} groupId={row.id} level={below(level)} />
          </div>
        ))
      ) : (
        <RowsTable group={element} columns={columns} rows={rows} isHeaded={props.isHeaded} />
      )}
      {under}
    </div>
  );
}

/** An answer of at most so many letters is beside its question on half a line. */
const factLength = 48;

const isFact = (element: Element, text: string): boolean =>
  isShort(element, text, factLength) && !isScore(element);

function Answer(props: { element: Element; groupId: string | null }) {
  const { element, groupId } = props;
  const { store } = useForm();
  const { answer, id } = useFieldSlots();
  const key = { elementId: element.id, groupId };
  const state = store.read(key);
  return (
    <div
      {...(id === undefined ? {} : { id: id(key), tabIndex: -1 })}
      data-fact={isFact(element, textOf(store, key, state.values)) || undefined}
    >
      <dt lang={langOf(element, 'title')}>{element.title}</dt>
      <dd>
        {answer?.(key, element) ?? <ReadValue element={element} groupId={groupId} state={state} />}
        <BesideField element={element} groupId={groupId} />
        <UnderField element={element} groupId={groupId} />
      </dd>
    </div>
  );
}
