import { CommandDialog } from '@clearcall/ui/kit/command/command-dialog.tsx';
import { noticeTexts } from '@clearcall/ui/kit/state/notice-texts.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { forgetApplication } from '../kept/kept-changes.ts';
import { announceClosed } from './closed-applications.ts';

/** Asks whether a draft is to be deleted, and deletes it, with what this device keeps of it. */
export function DeleteApplication(props: {
  uid: string;
  /** As people know it: DRAFT-7. */
  shownId: string;
  /** How many files it has, where that is known. */
  files?: number;
  onClose: () => void;
  onDeleted?: () => void;
}) {
  const { uid, onClose } = props;
  return (
    <CommandDialog
      title={t('parts.delete.title')}
      verb={t('parts.delete.do')}
      danger
      cancel={t('parts.delete.keep')}
      send={(call) => call('DELETE /v2/applications/:id', { params: { id: uid } })}
      done={noticeTexts.applicationDeleted}
      after={async () => {
        props.onDeleted?.();
        await forgetApplication(uid);
        announceClosed(uid);
      }}
      onClose={onClose}
    >
      {t('parts.delete.text', { id: props.shownId, files: props.files ?? 0 })}
    </CommandDialog>
  );
}
