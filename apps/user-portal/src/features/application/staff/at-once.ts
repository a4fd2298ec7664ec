import type { Application, Assignment } from '@clearcall/domain/applications/application.ts';
import { type Command, useCommand } from '@clearcall/ui/kit/command/use-command.ts';
import { noticeTexts } from '@clearcall/ui/kit/state/notice-texts.ts';

interface AtOnce {
  command: 'hand_back' | 'make_lead';
  assignment: Pick<Assignment, 'id' | 'stepId'>;
}

/** The commands on assignments that ask nothing. */
export const useAtOnce = ({ uid }: Application, onDone: () => void): Command<AtOnce> =>
  useCommand({
    send: (call, { command, assignment: { id, stepId } }: AtOnce): Promise<unknown> => {
      switch (command) {
        case 'hand_back':
          return call('PUT /v2/assignments/:id/hand-back', { params: { id }, body: {} });
        case 'make_lead':
          return call('PATCH /v2/applications/:applicationId/assignments/:assignmentId/lead', {
            params: { applicationId: uid, assignmentId: id },
            body: { flowElementId: stepId },
          });
      }
    },
    done: noticeTexts.assignmentUpdated,
    after: onDone,
  });
