import { KeyValue } from '@clearcall/ui/kit/page/page-head.tsx';
import { AuthorText } from '@clearcall/ui/kit/text/author-text.tsx';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { chosenPartitions } from './chosen-partitions.ts';
import classes from './editor.module.css';
import { type EditorSession, shownIdOf } from './editor-session.ts';
import { projectTitleOf } from './project-title.ts';
import { dueLabel } from './step-texts.ts';
import { useChanges } from './use-gathered.ts';

/** What is submitted, or was: the same before the action, in its receipt and on the page afterwards. */
export function SubmissionFacts(props: { session: EditorSession; files: number }) {
  const { application, assignment, store, step } = props.session;
  useChanges(store);
  const chosen = chosenPartitions(store, application);
  const own = application.partitions.find(({ id }) => id === assignment.partitionId);
  const sent = !store.editable && assignment.submittedAt !== null;
  const zone = application.call.timeZone;
  return (
    <div className={classes.facts}>
      <KeyValue
        rows={[
          [t('editor.sum.title'), projectTitleOf(props.session) || t('editor.sum.titleNone')],
          [t('editor.read.id'), unbroken(shownIdOf(application))],
          ...(application.process.some(({ id, here }) => here && id === step.id) || sent
            ? ([[t('editor.sum.step'), <AuthorText key="step" of={step} name="title" />]] as const)
            : []),
          ...(own ? ([[t('editor.partition'), own.name]] as const) : []),
          ...(chosen.length === 0
            ? []
            : ([
                [
                  t('editor.sum.partitions'),
                  <ul key="partitions">
                    {chosen.map((one) => (
                      <li key={one.key}>
                        {one.amount === null
                          ? one.name
                          : t('editor.sum.amount', {
                              name: one.name,
                              amount: numberText(one.amount),
                              unit: one.unit,
                            })}
                      </li>
                    ))}
                  </ul>,
                ],
              ] as const)),
          ...(props.files === 0 ? [] : ([[t('editor.sum.files'), String(props.files)]] as const)),
          ...(sent || assignment.deadline === null
            ? []
            : ([
                [
                  dueLabel(application, assignment),
                  <DateTime key="due" at={assignment.deadline} zone={zone} />,
                ],
              ] as const)),
          ...(sent
            ? ([
                [t('editor.sum.received'), <DateTime key="at" at={assignment.submittedAt} zone={zone} />],
              ] as const)
            : []),
        ]}
      />
    </div>
  );
}
