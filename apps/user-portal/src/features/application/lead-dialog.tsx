import type { Assignment } from '@clearcall/domain/applications/application.ts';
import { CommandDialog } from '@clearcall/ui/kit/command/command-dialog.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import type { ComponentProps } from 'react';

type Followed = Pick<ComponentProps<typeof CommandDialog>, 'done' | 'after' | 'onRefused' | 'onClose'>;

/** Makes an assignment the lead of its step, of which people get emails. */
export function LeadDialog(
  props: Followed & { uid: string; assignment: Pick<Assignment, 'id' | 'stepId'>; who: string },
) {
  const { uid, assignment, who, ...followed } = props;
  return (
    <CommandDialog
      {...followed}
      title={t('work.lead.ask')}
      verb={t('work.lead.do')}
      send={(call) =>
        call('PATCH /v2/applications/:applicationId/assignments/:assignmentId/lead', {
          params: { applicationId: uid, assignmentId: assignment.id },
          body: { flowElementId: assignment.stepId },
        })
      }
    >
      {t('work.lead.emails', { who })}
    </CommandDialog>
  );
}
