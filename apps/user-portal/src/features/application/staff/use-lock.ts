import type { Application } from '@clearcall/domain/applications/application.ts';
import { type Command, useCommand } from '@clearcall/ui/kit/command/use-command.ts';
import { noticeTexts } from '@clearcall/ui/kit/state/notice-texts.ts';
import type { AskedCommand } from './staff-command-dialog.tsx';
import type { StepGroup } from './step-groups.ts';

/** Locks a step. Unlocking undoes it, so it asks first only where the flow sends emails because of it. */
export function useLock(props: {
  application: Application;
  group: StepGroup;
  onCommand: (asked: AskedCommand) => void;
  onDone: () => void;
}): Command<void> {
  const { application, group, onCommand, onDone } = props;
  return useCommand({
    send: async (call) => {
      const { letters } = await call('POST /v2/calls/:callId/release/preview', {
        params: { callId: application.call.id },
        body: { command: 'lock', flowElementId: group.id, applicationIds: [application.id] },
      });
      if (letters.length > 0) return 'asks';
      await call('POST /v2/applications/:id/lock', {
        params: { id: application.uid },
        body: { flowElementId: group.id },
      });
      return 'locked';
    },
    done: (did) => (did === 'locked' ? noticeTexts.changesSaved : null),
    after: (did) => (did === 'locked' ? onDone() : onCommand({ command: 'lock', group })),
  });
}
