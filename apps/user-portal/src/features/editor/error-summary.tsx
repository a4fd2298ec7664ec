import { addressOf } from '@clearcall/ui/form/field-address.ts';
import { useProblems } from '@clearcall/ui/form/use-form.tsx';
import { Note } from '@clearcall/ui/kit/note.tsx';
import classes from './editor.module.css';
import type { EditorSession } from './editor-session.ts';
import { nameOf, ProblemLink } from './problem-links.tsx';

const mostInSummary = 12;

/** After a submission that was refused: everything that is wrong, each with the way to it. */
export function ErrorSummary(props: { session: EditorSession }) {
  const { store } = props.session;
  const problems = useProblems(store);
  if (problems.length === 0) {
    return (
      <div className={classes.notices}>
        <Note kind="ok" live>
          All errors are solved. You can submit now.
        </Note>
      </div>
    );
  }
  return (
    <section className={classes.summary} aria-labelledby="error-summary">
      <h2 id="error-summary">
        {problems.length === 1
          ? '1 error stops the submission'
          : `${problems.length} errors stop the submission`}
      </h2>
      <ul>
        {problems.slice(0, mostInSummary).map((problem) => (
          <li key={addressOf(problem)}>
            <ProblemLink store={store} problem={problem}>
              {nameOf(store, problem)}
            </ProblemLink>
            : {problem.message}
          </li>
        ))}
      </ul>
      {problems.length > mostInSummary ? (
        <p className={classes.summaryRest}>and {problems.length - mostInSummary} more.</p>
      ) : null}
    </section>
  );
}
