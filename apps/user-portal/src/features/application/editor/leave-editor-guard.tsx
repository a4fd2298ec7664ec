import type { Uploads } from '@clearcall/ui/form/uploads.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { useCommand } from '@clearcall/ui/kit/command/use-command.ts';
import { Dialog } from '@clearcall/ui/kit/overlay/dialog.tsx';
import { isReloading } from '@clearcall/ui/kit/page/new-version.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { useBlocker } from '@tanstack/react-router';
import type { SaveQueue } from './save-queue.ts';

/**
 * Stands between unsaved changes, or a file on its way, and every way out: closing the page, other pages of the portal,
 * and the same page once more. Only from one form of the application to another one goes freely: nothing is left behind
 * there.
 */
export function LeaveGuard(props: {
  queue: SaveQueue;
  uploads: Uploads;
  formIds: readonly string[];
  free: () => boolean;
}) {
  const { queue, uploads, formIds } = props;
  const kept = () => queue.state().kind === 'signed-out';
  const blocker = useBlocker({
    withResolver: true,
    enableBeforeUnload: () => uploads.any() || (!props.free() && !isReloading() && queue.hasUnsaved()),
    shouldBlockFn: ({ current, next }) => {
      if (props.free() || kept() || !(queue.hasUnsaved() || uploads.any())) return false;
      const from = 'form' in current.search ? current.search.form : undefined;
      const to = 'form' in next.search ? next.search.form : undefined;
      const isSamePage = current.pathname === next.pathname;
      // The form stays open; only the text beside it changes.
      const readsOn =
        'step' in next.search &&
        JSON.stringify({ ...current.search, step: '' }) === JSON.stringify({ ...next.search, step: '' });
      const inside = isSamePage && (readsOn || from !== to || (to !== undefined && formIds.includes(to)));
      return !inside;
    },
  });
  const blocked = blocker.status === 'blocked';
  const losesFile = blocked && uploads.any();
  const saveAndLeave = useCommand({
    send: () => queue.flush(),
    after: (isSaved) => (isSaved ? blocker.proceed?.() : blocker.reset?.()),
  });
  const leave = async () => {
    await queue.copy.write();
    blocker.proceed?.();
  };
  if (losesFile) {
    return (
      <Dialog
        opened
        onClose={() => blocker.reset?.()}
        title={t('editor.leave.fileTitle')}
        actions={
          <>
            <Button variant="filled" onClick={() => blocker.reset?.()}>
              {t('editor.leave.stay')}
            </Button>
            <Button onClick={() => void leave()}>{t('editor.leave.do')}</Button>
          </>
        }
      >
        <p>{t('editor.leave.fileText')}</p>
      </Dialog>
    );
  }
  return (
    <Dialog
      opened={blocked}
      onClose={() => blocker.reset?.()}
      title={t('editor.leave.title')}
      actions={
        <>
          <Button variant="filled" loading={saveAndLeave.isPending} onClick={() => saveAndLeave.send()}>
            {t('editor.leave.save')}
          </Button>
          <Button onClick={() => void leave()}>{t('editor.leave.do')}</Button>
          <Button variant="subtle" onClick={() => blocker.reset?.()}>
            {t('editor.leave.stay')}
          </Button>
        </>
      }
    >
      <p>{t('editor.leave.text')}</p>
    </Dialog>
  );
}
