import type { Form, Problem } from '@clearcall/domain/forms/types.ts';
import { addressOf } from '@clearcall/ui/form/field-address.ts';
import { focusField } from '@clearcall/ui/form/focus.ts';
import type { FormStore } from '@clearcall/ui/form/form-store.ts';
import { quotingTitles } from '@clearcall/ui/form/quoting-titles.ts';
import { useProblems } from '@clearcall/ui/form/use-form.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { memo } from 'react';
import classes from './editor.module.css';
import type { EditorSession } from './editor-session.ts';
import { problemsText, sortProblems } from './problem-counts.ts';
import { nameOf, ProblemLink } from './problem-links.tsx';

/** A problem that only the server saw, with the values that it saw it in. */
export interface ListedProblem {
  problem: Problem;
  values: readonly string[];
}

const summaryId = 'error-summary';

/** Brings the summary into view and gives it the focus, so that it is the next thing that anybody reads or hears. */
export function focusSummary(): void {
  focusField(summaryId, 'start');
}

/** The same after a dialog, which gives the focus back to its button; whoever went on to a field by then stays there. */
export function focusSummaryAgain(): void {
  if (document.activeElement?.matches('a, input, select, textarea, [contenteditable]')) return;
  focusSummary();
}

/** Drawn again only when its own words change: people type while the list is long. */
const Line = memo(function Line(props: {
  store: FormStore;
  name: string;
  address: string;
  formId: string;
  message: string;
}) {
  return (
    <li>
      <RichText
        id="editor.summary.line"
        values={{ why: props.message }}
        draw={(words) => quotingTitles(props.store, words)}
        parts={{ field: () => <ProblemLink {...props} /> }}
      />
    </li>
  );
});

/**
 * After a submission that was refused: what is wrong, form by form, each with the way to it. Missing answers of a form
 * share one line, which leads to the first of them; those of the only form of a step have a line each.
 */
export function ErrorSummary(props: {
  session: EditorSession;
  forms: readonly Form[];
  listed: readonly ListedProblem[];
}) {
  const { store } = props.session;
  const own = useProblems(store);
  const known = new Set(own.map(addressOf));
  const problems = [
    ...own,
    ...props.listed
      .filter(({ problem, values }) => {
        const now = store.read(problem).values;
        const isSame = now.length === values.length && now.every((value, index) => value === values[index]);
        return isSame && !known.has(addressOf(problem));
      })
      .map(({ problem }) => problem),
  ];
  if (problems.length === 0) {
    return (
      <div className={classes.notices}>
        <Note kind="ok" live>
          {t('editor.summary.solved')}
        </Note>
      </div>
    );
  }
  return (
    <section className={classes.summary} id={summaryId} tabIndex={-1} aria-labelledby="error-summary-title">
      <h2 id="error-summary-title">{t('parts.said.errorsLeft')}</h2>
      <p>{problemsText(sortProblems(store, problems))}</p>
      <ul>
        {props.forms.map((form) => (
          <FormLines
            key={form.id}
            store={store}
            form={form}
            isAlone={props.forms.length === 1}
            problems={problems.filter(({ formId }) => formId === form.id)}
          />
        ))}
      </ul>
    </section>
  );
}

function FormLines(props: { store: FormStore; form: Form; isAlone: boolean; problems: readonly Problem[] }) {
  const { store, form } = props;
  const { missing, wrong } = sortProblems(store, props.problems);
  const [first] = missing;
  const isGathered = missing.length > 1 && !props.isAlone;
  return (
    <>
      {isGathered && first !== undefined ? (
        <Line
          store={store}
          name={form.title}
          address={addressOf(first)}
          formId={form.id}
          message={t('editor.problems.missing', { n: missing.length })}
        />
      ) : null}
      {[...(isGathered ? [] : missing), ...wrong].map((problem) => (
        <Line
          key={addressOf(problem)}
          store={store}
          name={nameOf(store, problem)}
          address={addressOf(problem)}
          formId={form.id}
          message={translate(problem.message)}
        />
      ))}
    </>
  );
}
