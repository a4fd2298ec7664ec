import type { StepToRelease } from '@clearcall/domain/applications/task-board.ts';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { AuthorText } from '@clearcall/ui/kit/text/author-text.tsx';
import { quoted, quoting } from '@clearcall/ui/kit/text/quoting.tsx';
import { t, withTexts } from '@clearcall/ui/kit/text/translate.ts';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { lazy, Suspense, useState } from 'react';
import { actionClass, TaskLine, TaskList } from '../../parts/tasks/task-card.tsx';

// Loaded with the texts of lists of many when staff ask for it.
const ReleaseManyDialog = lazy(
  withTexts(['lists'], async () => ({
    default: (await import('./release-many-dialog.tsx')).ReleaseManyDialog,
  })),
);

/** Steps that staff can release now, by cut-off. */
export function ToRelease({ steps, again }: { steps: readonly StepToRelease[]; again: () => void }) {
  const [chosen, setChosen] = useState<StepToRelease>();
  return (
    <>
      {steps.length === 0 ? null : (
        <TaskList
          title={t('dashboard.board.release.title', {
            n: steps.reduce((sum, { applications }) => sum + applications.length, 0),
          })}
        >
          {steps.map((one) => (
            <TaskLine
              key={`${one.callId} ${one.cutoff} ${one.flowElementId}`}
              what={
                <b>
                  {quoting(
                    t('dashboard.board.release.line', { step: one.step, n: one.applications.length }),
                    quoted(one, 'step'),
                  )}
                </b>
              }
              facts={[
                <AuthorText key="call" of={one} name="call" />,
                ...(one.cutoff === null
                  ? []
                  : [
                      <>
                        {t('dashboard.calls.cutoff')} <DateTime at={one.cutoff} />
                      </>,
                    ]),
              ]}
            >
              <button type="button" className={actionClass} onClick={() => setChosen(one)}>
                {t('dashboard.board.do.release')}
                <span className="hidden-visually">
                  : <AuthorText of={one} name="step" />, <AuthorText of={one} name="call" />
                </span>
                <Icon name="arrow-right" size={14} />
              </button>
            </TaskLine>
          ))}
        </TaskList>
      )}
      {chosen === undefined ? null : (
        <Suspense fallback={null}>
          <ReleaseManyDialog step={chosen} onClose={() => setChosen(undefined)} onDone={again} />
        </Suspense>
      )}
    </>
  );
}
