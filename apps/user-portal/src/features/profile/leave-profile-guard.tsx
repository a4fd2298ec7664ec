import { Button } from '@clearcall/ui/kit/button.tsx';
import { useCommand } from '@clearcall/ui/kit/command/use-command.ts';
import { Dialog } from '@clearcall/ui/kit/overlay/dialog.tsx';
import { isReloading } from '@clearcall/ui/kit/page/new-version.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { sessionState } from '@clearcall/ui/session/access-token.ts';
import { useBlocker } from '@tanstack/react-router';
import type { ProfileForm } from './profile-form.ts';

/**
 * Stands between unsaved changes and every way out of the profile. From tab to tab goes freely, and so does the way to
 * the login and to the page of an address change: what was typed is there again afterwards.
 */
export function LeaveGuard(props: { form: ProfileForm; saveAll: () => Promise<boolean> }) {
  const { form } = props;
  const blocker = useBlocker({
    withResolver: true,
    // Bank details are never written to the device: they alone are lost when the page loads itself again.
    enableBeforeUnload: () => form.unsavedTabs().some((tab) => tab === 'bank' || !isReloading()),
    shouldBlockFn: ({ next }) =>
      !next.pathname.startsWith('/profile') &&
      !next.pathname.startsWith('/auth/email') &&
      sessionState().state === 'signed-in' &&
      form.unsavedTabs().length > 0,
  });
  const saveAndLeave = useCommand({
    send: () => props.saveAll(),
    after: (saved) => (saved ? blocker.proceed?.() : blocker.reset?.()),
  });
  const leave = () => {
    form.discard();
    blocker.proceed?.();
  };
  return (
    <Dialog
      opened={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={t('profile.leave.title')}
      actions={
        <>
          <Button variant="filled" loading={saveAndLeave.isPending} onClick={() => saveAndLeave.send()}>
            {t('profile.leave.save')}
          </Button>
          <Button onClick={leave}>{t('profile.leave.leave')}</Button>
          <Button variant="subtle" onClick={() => blocker.reset?.()}>
            {t('profile.leave.stay')}
          </Button>
        </>
      }
    >
      <p>{t('profile.leave.text')}</p>
    </Dialog>
  );
}
