import { isWeakPassword } from '@clearcall/domain/people/password.ts';
import { type ReactNode, useState } from 'react';
import { Button } from '../kit/button.tsx';
import { useCommand } from '../kit/command/use-command.ts';
import formClasses from '../kit/field/field.module.css';
import { usePasswordCheck } from '../kit/field/password-check.ts';
import { PasswordChecklist } from '../kit/field/password-rule.tsx';
import { needOf, StillNeeded } from '../kit/field/still-needed.tsx';
import { PasswordField } from '../kit/field/text-field.tsx';
import { useField } from '../kit/field/use-field.ts';
import { noticeTexts } from '../kit/state/notice-texts.ts';
import { RichText } from '../kit/text/rich-text.tsx';
import { t } from '../kit/text/translate.ts';
import { useUser } from '../session/require-session.tsx';
import { LinkedIdentitiesSection } from './linked-identities-section.tsx';
import { Part } from './part.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { useOwnWays, useProviders } from './sign-in-ways.ts';

interface ForgotLink {
  /** Returns the link to the page that sends a link to choose a password. */
  forgotLink: (label: string) => ReactNode;
}

/** The ways to log in to the user's own account, and its sessions. Source: Requirements 1, 2.95 and 2.96. */
export function LogInSections(props: ForgotLink) {
  // After a change the fields are empty again.
  const [changes, setChanges] = useState(0);
  const ways = useOwnWays();
  return (
    <>
      {ways.data?.password === false ? (
        <NoPassword {...props} />
      ) : (
        <ChangePassword key={changes} onChanged={() => setChanges(changes + 1)} />
      )}
      <PasskeysSection />
      <LinkedIdentitiesSection />
      {/* A change of the password ends the other sessions: then the list is a new one. */}
      <SessionsSection key={`sessions ${changes}`} />
    </>
  );
}

/** For who came through an identity provider, and where passwords are off. */
function NoPassword({ forgotLink }: ForgotLink) {
  const offered = useProviders();
  return (
    <Part id="password" title={t('profile.tab.password')}>
      <p className={formClasses.full}>
        {t('profile.password.none')}
        {offered.data?.passwordLogin ? (
          <>
            {' '}
            <RichText id="profile.password.haveOne" parts={{ link: forgotLink }} />
          </>
        ) : null}
      </p>
    </Part>
  );
}

function ChangePassword(props: { onChanged: () => void }) {
  const { email } = useUser();
  const judge = usePasswordCheck(email);
  const current = useField((text) => (isWeakPassword(text) ? t('parts.password.rule') : null));
  const fresh = useField(judge.judge);
  const again = useField((text, now) =>
    text === (now ? fresh.text : fresh.settled) ? null : t('profile.password.again'),
  );
  // The button waits for what was typed a moment ago, as the errors do. Source: Requirements 1, 5.25 and 5.26.
  const wrong = current.wrong || fresh.wrong || again.wrong;

  const save = useCommand({
    send: (call) =>
      call('PATCH /users/password', {
        body: { oldPassword: current.text, newPassword: fresh.text, verifyPassword: again.text },
      }),
    done: noticeTexts.passwordUpdated,
    after: props.onChanged,
    onRefused: ({ code, status, message }) => {
      const field = code === 'wrong_password' ? current : status === 422 ? fresh : null;
      field?.refuse(message);
      field?.focus();
    },
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!wrong) save.send();
      }}
    >
      <Part id="password" title={t('profile.tab.password')} hint={t('profile.password.hint')}>
        <div className={formClasses.full}>
          {/* Tells password managers whose password this is. */}
          <input type="text" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            {...current.input}
            required
            label={t('profile.currentPassword')}
            autoComplete="current-password"
            maxLength={200}
          />
        </div>
        <div className={formClasses.full}>
          <PasswordField
            {...fresh.input}
            required
            label={t('profile.password.new')}
            autoComplete="new-password"
            maxLength={200}
            onFocus={() => void judge.load()}
            under={<PasswordChecklist password={fresh.settled} common={judge.isCommon(fresh.settled)} />}
          />
        </div>
        <div className={formClasses.full}>
          <PasswordField
            {...again.input}
            required
            label={t('profile.password.verify')}
            autoComplete="new-password"
            maxLength={200}
          />
        </div>
        <div className={`row ${formClasses.full}`}>
          <Button
            type="submit"
            variant="filled"
            disabled={wrong || save.isPending}
            loading={save.isPending}
            aria-describedby="password-needs"
          >
            {t('profile.password.save')}
          </Button>
          <StillNeeded
            id="password-needs"
            needs={[
              needOf(current, t('profile.currentPassword')),
              needOf(fresh, t('profile.password.new')),
              needOf(again, t('profile.password.verify')),
            ]}
          />
        </div>
      </Part>
    </form>
  );
}
