import { Button } from '@clearcall/ui/kit/button.tsx';
import { Dialog } from '@clearcall/ui/kit/overlay/dialog.tsx';
import { noticeTexts } from '@clearcall/ui/kit/state/notice-texts.ts';
import { notify } from '@clearcall/ui/kit/state/notices.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { useMutation } from '@tanstack/react-query';
import { announceClosed } from './closed-applications.ts';
import { forgetApplication } from './kept-changes.ts';

/** Asks whether a draft is to be deleted, and deletes it, with what this device keeps of it. */
export function DeleteApplication(props: {
  uid: string;
  /** As people know it: DRAFT-7. */
  shownId: string;
  /** How many files it has, where that is known. */
  files?: number;
  opened: boolean;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const { uid, onClose } = props;
  const remove = useMutation({
    mutationFn: () => call('DELETE /v2/applications/:id', { params: { id: uid } }),
    // What went wrong is said by the notice of the call, beside the question that can be answered again.
    onSuccess: async () => {
      props.onDeleted();
      await forgetApplication(uid);
      announceClosed(uid);
      notify(noticeTexts.applicationDeleted);
    },
  });
  return (
    <Dialog
      opened={props.opened}
      onClose={onClose}
      title={t('parts.delete.title')}
      actions={
        <>
          <Button variant="danger-filled" loading={remove.isPending} onClick={() => remove.mutate()}>
            {t('parts.delete.do')}
          </Button>
          <Button onClick={onClose}>{t('parts.delete.keep')}</Button>
        </>
      }
    >
      <p>{t('parts.delete.text', { id: props.shownId, files: props.files ?? 0 })}</p>
    </Dialog>
  );
}
