import { isWithoutPartitions } from '@clearcall/domain/forms/given-rows.ts';
import type { Element, Form } from '@clearcall/domain/forms/types.ts';
import { useMemo } from 'react';
import fieldClasses from '../kit/field/field.module.css';
import { langOf } from '../kit/text/author-language.ts';
import { skinOf } from './elements/skins.ts';
import { Field } from './field.tsx';
import classes from './form.module.css';
import { minRowsText } from './limit-text.ts';
import { type FormSection, runsOf, sectionsOf } from './sections.ts';
import { Skins } from './skins-context.tsx';
import { useField, useForm } from './use-form.tsx';

/** One form, in its sections. Only one is on the page at a time. */
export function FormView(props: { form: Form }) {
  const sections = useMemo(() => sectionsOf(props.form), [props.form]);
  return (
    <Skins.Provider value={skinOf}>
      <div className={classes.form}>
        {sections.map((section) => (
          <Section key={section.id} section={section} />
        ))}
      </div>
    </Skins.Provider>
  );
}

function Section(props: { section: FormSection }) {
  const { heading, elements, id } = props.section;
  return heading === null ? (
    <div>
      <Fields elements={elements} />
    </div>
  ) : (
    <HeadedSection id={id} heading={heading} elements={elements} />
  );
}

function Fields(props: { elements: readonly Element[] }) {
  const { store } = useForm();
  const runs = useMemo(() => runsOf(props.elements, store.currentContext()), [props.elements, store]);
  return runs.map((run) => (
    <div key={run[0]?.id} className={fieldClasses.fields}>
      {run.map((element) => (
        <Field key={element.id} element={element} groupId={null} />
      ))}
    </div>
  ));
}

function HeadedSection(props: { id: string; heading: Element; elements: readonly Element[] }) {
  const { heading, elements } = props;
  const { store } = useForm();
  const state = useField(heading.id, null);
  const headingId = `${props.id}:heading`;
  // Fields may follow the rows that the section begins with: they are asked for, whether there are any rows or not.
  const isEmpty = isWithoutPartitions(heading, () => store.rows(heading.id));
  const rest = useMemo(() => elements.filter(({ id }) => id !== heading.id), [elements, heading.id]);
  const fields = <Fields elements={isEmpty ? rest : elements} />;
  // Without its heading a section is only fields: those that are visible belong to whatever stands before them.
  if (!state.visible || isEmpty) return <div>{fields}</div>;
  const holdsRows = heading.children !== undefined;
  const limits = holdsRows && store.editable ? minRowsText(heading) : '';
  return (
    <section className={classes.section} aria-labelledby={headingId}>
      <div className={classes.sectionHead}>
        <h3 id={headingId}>
          <span lang={langOf(heading, 'title')}>{heading.title}</span>
          {holdsRows && state.required && store.editable ? (
            <span className={fieldClasses.required} aria-hidden="true">
              {'\u00a0*'}
            </span>
          ) : null}
        </h3>
        {heading.description || limits !== '' ? (
          <p>
            <span lang={langOf(heading, 'description')}>{heading.description}</span>
            {heading.description && limits !== '' ? ' ' : ''}
            {limits}
          </p>
        ) : null}
      </div>
      {fields}
    </section>
  );
}
