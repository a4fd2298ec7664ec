import { Button } from '@clearcall/ui/kit/button.tsx';
import { Dialog } from '@clearcall/ui/kit/overlay/dialog.tsx';
import { isReloading } from '@clearcall/ui/kit/page/new-version.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { sessionState } from '@clearcall/ui/session/access-token.ts';
import { useBlocker } from '@tanstack/react-router';
import { unsentTexts } from './kept-text.ts';
import classes from './logout-question.module.css';

/** Asks before a page is left on which text was typed and not sent: it is stored here, but nobody else has it. */
export function UnsentTextsGuard() {
  const blocker = useBlocker({
    withResolver: true,
    enableBeforeUnload: () => !isReloading() && unsentTexts(window.location.pathname).length > 0,
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname &&
      sessionState().state === 'signed-in' &&
      unsentTexts(current.pathname).length > 0,
  });
  const isBlocked = blocker.status === 'blocked';
  return (
    <Dialog
      opened={isBlocked}
      onClose={() => blocker.reset?.()}
      title={t('parts.unsent.title')}
      actions={
        <>
          <Button variant="filled" onClick={() => blocker.reset?.()}>
            {t('parts.unsent.stay')}
          </Button>
          <Button onClick={() => blocker.proceed?.()}>{t('parts.unsent.leave')}</Button>
        </>
      }
    >
      <p>{t('parts.unsent.text')}</p>
      <ul className={classes.kept}>
        {isBlocked
          ? [...new Set(unsentTexts(window.location.pathname))].map((name) => <li key={name}>{name}</li>)
          : null}
      </ul>
    </Dialog>
  );
}
