import { CommandDialog } from '@clearcall/ui/kit/command/command-dialog.tsx';
import type { noticeTexts } from '@clearcall/ui/kit/state/notice-texts.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import type { CallError } from '@clearcall/ui/session/call-error.ts';
import { keptOnDevice } from '../kept/kept-text.ts';

/** Declares a conflict of interest by work that the reader has or is offered: it closes the whole application to them. */
export function ConflictDialog(props: {
  assignmentId: string;
  uid: string;
  done?: typeof noticeTexts.conflictDeclared;
  after: () => unknown;
  onRefused?: ((refusal: CallError) => void) | undefined;
  onClose: () => void;
}) {
  const { assignmentId, uid, ...then } = props;
  return (
    <CommandDialog
      title={t('work.conflict.title')}
      verb={t('work.conflict.do')}
      danger
      cancel={t('work.conflict.back')}
      fields={{
        reason: {
          type: 'area',
          label: t('work.conflict.reason'),
          hint: t('work.conflict.reasonHint'),
          maxLength: 3_000,
          kept: keptOnDevice(`conflict:${assignmentId}`, uid),
        },
      }}
      send={(call, { reason }) =>
        call('PUT /v2/assignments/:id/conflict', { params: { id: assignmentId }, body: { reason } })
      }
      reloads
      {...then}
    >
      {t('work.conflict.what')}
    </CommandDialog>
  );
}
