import type { Assignment } from '@clearcall/domain/applications/application.ts';
import { CommandDialog } from '@clearcall/ui/kit/command/command-dialog.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import type { ComponentProps } from 'react';

type Followed = Pick<ComponentProps<typeof CommandDialog>, 'done' | 'after' | 'onRefused' | 'onClose'>;

/** Makes an assignment the lead of its step in place of another one. */
export function LeadDialog(
  props: Followed & {
    uid: string;
    assignment: Pick<Assignment, 'id' | 'stepId' | 'emailsLead'>;
    who: string;
    /** The name of the lead so far; undefined if the step has none. */
    before: string | undefined;
  },
) {
  const { uid, assignment, who, before, ...followed } = props;
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
      <p>
        {before === undefined ? t('work.lead.becomes', { who }) : t('work.lead.instead', { who, before })}
      </p>
      <p>{t(assignment.emailsLead === true ? 'work.lead.emails' : 'work.lead.noEmail', { who })}</p>
    </CommandDialog>
  );
}
