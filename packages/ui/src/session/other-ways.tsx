import { Button, ButtonAnchor } from '../kit/button.tsx';
import { useCommand } from '../kit/command/use-command.ts';
import { Icon } from '../kit/icon.tsx';
import { Note } from '../kit/state/note.tsx';
import { t } from '../kit/text/translate.ts';
import { currentApp } from './access-token.ts';
import type { LogInWays } from './log-in-ways.ts';
import classes from './other-ways.module.css';
import { knowsPasskeys, logInWithPasskey, passkeyText } from './passkeys.ts';

function KeyIcon() {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      <circle cx="5.5" cy="8" r="3" />
      <path d="M8.5 8H14M12 8v2.5M10 8v1.5" />
    </svg>
  );
}

/**
 * The ways to log in without a password: a passkey, and the identity providers. `returnTo` is the page that was asked
 * for; `alone` when there is no password form above.
 */
export function OtherWays(props: { ways: LogInWays; returnTo?: string | undefined; alone?: boolean }) {
  const logIn = useCommand({ send: logInWithPasskey, showsError: passkeyText });
  const passkeys = knowsPasskeys();
  if (!passkeys && props.ways.providers.length === 0) return null;
  const query = new URLSearchParams({
    app: currentApp(),
    ...(props.returnTo === undefined ? {} : { return: props.returnTo }),
  });
  return (
    <section
      className={`${classes.ways} ${props.alone ? classes.alone : ''}`}
      aria-label={t('account.ways.name')}
    >
      {props.ways.providers.map(({ id, label }) => (
        <ButtonAnchor
          key={id}
          fullWidth
          leftSection={<Icon name="external" />}
          href={`/api/users/oidc/${id}?${query}`}
        >
          {t('account.ways.with', { provider: label })}
        </ButtonAnchor>
      ))}
      {passkeys ? (
        <Button fullWidth leftSection={<KeyIcon />} loading={logIn.isPending} onClick={() => logIn.send()}>
          {t('account.ways.passkey')}
        </Button>
      ) : null}
      <Note kind="bad" live>
        {logIn.sentence}
      </Note>
    </section>
  );
}
