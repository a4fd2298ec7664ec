import type { Application, Assignment } from '@clearcall/domain/applications/application.ts';
import { dayOf } from '@clearcall/domain/permissions/told-submission.ts';
import { workflowNow } from '@clearcall/ui/session/server-clock.ts';
import { usePointsToSend } from '../changes/pointing.tsx';
import { type DecisionTexts, decisionTexts, judgedWork } from './decision-texts.ts';
import type { EditorSession } from './editor-session.ts';

/** At how many fields changes were requested at a moment; of others the reader knows the day alone. */
function changesAskedAt({ threads }: Application, judged: Assignment | null, at: string): number {
  return threads.filter(
    ({ assignmentId, comments }) =>
      assignmentId === judged?.id &&
      comments.some(({ asks, createdAt }) => asks && (createdAt === at || createdAt === dayOf(at))),
  ).length;
}

/** Decision of the open form, as it is filled in now or as it was submitted. */
export function useDecision({ application, assignment, step, store }: EditorSession): DecisionTexts {
  const judged = judgedWork(application, step, assignment.partitionId);
  const points = usePointsToSend(judged?.id ?? '').length;
  const { submittedAt } = assignment;
  const isDone = !store.editable && submittedAt !== null;
  return decisionTexts(
    application,
    { assignment, step, store },
    isDone
      ? {
          changes: changesAskedAt(application, judged, submittedAt),
          tense: 'done',
          at: new Date(submittedAt),
        }
      : { changes: points, tense: 'now', at: new Date(workflowNow()) },
  );
}
