import { Button } from '@clearcall/ui/kit/button.tsx';
import { useCommand } from '@clearcall/ui/kit/command/use-command.ts';
import { Dialog } from '@clearcall/ui/kit/overlay/dialog.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { dateText } from '@clearcall/ui/kit/time/date-text.ts';
import { Link } from '@tanstack/react-router';
import type { KeptOf } from '../parts/kept/kept-copies.ts';
import classes from '../parts/kept/logout-question.module.css';

/** What somebody logs out with: the words that are only on this device stay there or go. */
export type LogoutChoice = 'remove' | 'keep';

/** Asks whoever logs out what is to become of words that the server does not have: the next person may sit here too. */
export function LogoutQuestion(props: {
  kept: readonly KeptOf[];
  opened: boolean;
  onStay: () => void;
  onLogout: (choice: LogoutChoice) => Promise<void>;
}) {
  const { kept, onStay } = props;
  const logout = useCommand({ send: (_call, choice: LogoutChoice) => props.onLogout(choice) });
  const sent = logout.isPending ? logout.input : undefined;
  const until =
    kept
      .map(({ keepUntil }) => keepUntil)
      .sort()
      .at(-1) ?? '';
  return (
    <Dialog
      opened={props.opened}
      onClose={onStay}
      title={t('parts.leave.title')}
      actions={
        <>
          <Button variant="filled" onClick={onStay}>
            {t('parts.leave.stay')}
          </Button>
          <Button variant="danger" loading={sent === 'remove'} onClick={() => logout.send('remove')}>
            {t('parts.leave.remove')}
          </Button>
          <Button variant="subtle" loading={sent === 'keep'} onClick={() => logout.send('keep')}>
            {t('parts.leave.keep')}
          </Button>
        </>
      }
    >
      <p>{t('parts.leave.text')}</p>
      <ul className={classes.kept}>
        {kept.map(({ uid, shownId, answers }) => (
          <li key={uid}>
            {uid === '' ? (
              shownId
            ) : (
              <Link to="/applications/$uid" params={{ uid }} onClick={onStay}>
                {unbroken(shownId)}
              </Link>
            )}
            : {t('parts.leave.answers', { n: answers })}
          </li>
        ))}
      </ul>
      <p className="soft">
        {until === ''
          ? t('parts.leave.warn')
          : unbroken(t('parts.leave.warnUntil', { day: dateText(until) }))}
      </p>
    </Dialog>
  );
}
