import type { Application, Assignment } from '@clearcall/domain/applications/application.ts';
import type { Payee } from '@clearcall/domain/people/user.ts';
import { dayOf } from '@clearcall/domain/permissions/disclosed-times.ts';
import { workflowNow } from '@clearcall/ui/session/server-clock.ts';
import { useQueryClient } from '@tanstack/react-query';
import { usePointsToSend } from '../changes/pointing.tsx';
import { type DecisionTexts, decisionTexts, judgedWork } from './decision-texts.ts';
import type { EditorSession } from './editor-session.ts';

/** Where the people to pay are kept once they are read. */
export const payeesKey = (assignmentId: string) => ['work', 'payees', assignmentId];

/** At how many fields changes were requested at a moment; of others the reader knows the day alone. */
function changesAskedAt({ threads }: Application, judged: Assignment | null, at: string): number {
  return threads.filter(
    ({ assignmentId, comments }) =>
      assignmentId === judged?.id &&
      comments.some(({ asks, createdAt }) => asks && (createdAt === at || createdAt === dayOf(at))),
  ).length;
}

/** Decision of the open form, as it is filled in now or as it was submitted. */
export function useDecision(session: EditorSession): DecisionTexts {
  const { application, assignment, step, store } = session;
  const judged = judgedWork(application, step, assignment.partitionId);
  const points = usePointsToSend(judged?.id ?? '').length;
  const { submittedAt } = assignment;
  // The page above the form has read them; each reading is noted.
  const payees = useQueryClient().getQueryData<Payee[]>(payeesKey(assignment.id));
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
      : {
          changes: points,
          tense: 'now',
          at: new Date(workflowNow()),
          ...(payees === undefined ? {} : { payees }),
        },
  );
}
