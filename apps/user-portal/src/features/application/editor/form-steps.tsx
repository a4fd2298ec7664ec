import type { Application, Assignment } from '@clearcall/domain/applications/application.ts';
import type { Form, Told } from '@clearcall/domain/forms/types.ts';
import { wasHandedIn } from '@clearcall/domain/permissions/view-rules.ts';
import type { FormStore } from '@clearcall/ui/form/form-store.ts';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { AuthorText } from '@clearcall/ui/kit/text/author-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { ofSameAssignment } from '../../../search-params.ts';
import { useToAnswer } from '../changes/asked-changes.tsx';
import classes from './editor.module.css';
import { problemsText, sortProblems } from './problem-counts.ts';
import { useChanges } from './use-gathered.ts';

interface FormStanding {
  mark: 'number' | 'done' | 'error';
  label: string;
}

/** How a form stands, for the mark and the second line of its step. Missing answers count once somebody tried to go on. */
function standingOf(store: FormStore, formId: string): FormStanding {
  const progress = store.progress(formId);
  const problems = store
    .allProblems()
    .filter((problem) => problem.formId === formId && !store.presentation.isComing(problem));
  if (problems.some((problem) => store.presentation.isDue(problem)))
    return { mark: 'error', label: problemsText(sortProblems(store, problems)) };
  const { requiredTotal, requiredFilled, started } = progress;
  if (requiredTotal === 0)
    return started
      ? { mark: 'done', label: t('editor.form.complete') }
      : { mark: 'number', label: t('editor.form.optional') };
  if (requiredFilled >= requiredTotal && progress.errors === 0)
    return { mark: 'done', label: t('editor.form.complete') };
  return {
    mark: 'number',
    label: t('editor.form.filled', { filled: requiredFilled, total: requiredTotal }),
  };
}

/** A step of the applicant that can be opened. */
interface OwnStep {
  assignment: Assignment;
  title: string;
  /** Something is to be done in it now. */
  waits: boolean;
}

/** The applicant's own steps, and of the open one a line for each form, with its mark and state in words. */
export function FormSteps(props: {
  store: FormStore;
  forms: readonly Form[];
  current: Form;
  /** The applicant's own steps in their order; none for other readers. */
  ownSteps: readonly OwnStep[];
  /** The id of the open assignment. */
  open: string;
  laterSteps: Application['laterSteps'];
  step: { title: string; told?: Told | undefined };
  onChoose?: () => void;
}) {
  const { store, forms, current, laterSteps, ownSteps } = props;
  useChanges(store);
  const toAnswer = useToAnswer();
  const at = ownSteps.findIndex(({ assignment }) => assignment.id === props.open);
  return (
    <nav aria-label={t('editor.form.allFormsOf')}>
      <OwnSteps steps={ownSteps.slice(0, Math.max(0, at))} onChoose={props.onChoose} />
      <p className={classes.stepsTitle} lang={langOf(props.step, 'title')}>
        {props.step.title}
      </p>
      <ol className={classes.steps}>
        {forms.map((form, index) => {
          const standing = store.editable
            ? standingOf(store, form.id)
            : { mark: 'number' as const, label: '' };
          return (
            <FormLine
              key={form.id}
              form={form}
              place={index + 1}
              mark={standing.mark}
              label={standing.label}
              toAnswer={toAnswer(form.id)}
              now={form.id === current.id}
              onChoose={props.onChoose}
            />
          );
        })}
      </ol>
      <OwnSteps steps={ownSteps.slice(at + 1)} onChoose={props.onChoose} />
      {laterSteps.length > 0 ? (
        <>
          <p className={classes.stepsTitle}>{t('editor.form.later')}</p>
          <ol className={classes.steps}>
            {laterSteps.map((step) => (
              <li key={step.id} data-mark="locked">
                <span className={classes.mark} aria-hidden="true">
                  <Icon name="lock" size={14} />
                </span>
                <span className={classes.laterStep}>
                  <AuthorText of={step} name="title" />
                  <small>{t('editor.form.notOpen')}</small>
                </span>
              </li>
            ))}
          </ol>
        </>
      ) : null}
    </nav>
  );
}

/** Links to own steps besides the open one. */
function OwnSteps(props: { steps: readonly OwnStep[]; onChoose: (() => void) | undefined }) {
  return props.steps.map(({ assignment, title, waits }) => {
    const isDone = !waits && wasHandedIn(assignment.status);
    return (
      <ol key={assignment.id} className={`${classes.steps} ${classes.ownStep}`}>
        <li data-mark={isDone ? 'done' : 'number'}>
          <span className={classes.mark} aria-hidden="true">
            <Icon name={isDone ? 'check' : 'arrow-right'} size={14} />
          </span>
          <Link
            from="/applications/$uid"
            search={{ assignment: assignment.id }}
            onClick={() => props.onChoose?.()}
          >
            {title}
            {isDone || waits ? (
              <small>{isDone ? t('parts.status.submitted') : t('editor.form.toDo')}</small>
            ) : null}
          </Link>
        </li>
      </ol>
    );
  });
}

/** The line of one form. Of many, only those are drawn again that stand otherwise than before. */
const FormLine = memo(function FormLine(props: {
  form: Form;
  place: number;
  mark: FormStanding['mark'];
  label: string;
  /** So many changes that were asked for here are still to be answered. */
  toAnswer: number;
  now: boolean;
  onChoose: (() => void) | undefined;
}) {
  const { form, mark, label, now } = props;
  return (
    <li data-mark={mark} data-now={now || undefined}>
      <span className={classes.mark} aria-hidden="true">
        {mark === 'done' ? <Icon name="check" size={14} /> : mark === 'error' ? '!' : props.place}
      </span>
      <Link
        from="/applications/$uid"
        search={ofSameAssignment({ form: form.id })}
        // The editor itself scrolls to where one arrives.
        resetScroll={false}
        aria-current={now ? 'step' : undefined}
        onClick={() => props.onChoose?.()}
      >
        <span lang={langOf(form, 'title')}>{form.title}</span>
        {label === '' ? null : <small>{label}</small>}
        {props.toAnswer === 0 ? null : <small>{t('changes.form.toAnswer', { n: props.toAnswer })}</small>}
      </Link>
    </li>
  );
});
