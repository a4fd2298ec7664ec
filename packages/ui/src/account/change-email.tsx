import { isEmail } from '@clearcall/domain/forms/email-address.ts';
import { Button } from '../kit/button.tsx';
import { PasswordField, TextField } from '../kit/field/text-field.tsx';
import { allRight, useField } from '../kit/field/use-field.ts';
import { Dialog } from '../kit/overlay/dialog.tsx';
import { emailNotice } from '../kit/state/emails-wait.tsx';
import { Note } from '../kit/state/note.tsx';
import { noticeTexts } from '../kit/state/notice-texts.ts';
import { notify } from '../kit/state/notices.ts';
import { CallFailure, LoadingRows } from '../kit/state/page-states.tsx';
import { t } from '../kit/text/translate.ts';
import { call } from '../session/call.ts';
import { CallError } from '../session/call-error.ts';
import classes from './sign-in-ways.module.css';
import { type Guarded, useGuarded, useOwnWays } from './sign-in-ways.ts';
import { ShowYourself } from './still-you.tsx';

/**
 * Asks for another address and the password; who has none shows in another way that it is them. Source: Requirements 1,
 * 2.86, 5.20 and 5.21.
 */
export function ChangeEmail(props: {
  opened: boolean;
  onClose: () => void;
  /** Follows once the link is on its way to the new address. */
  onSent: (address: string) => unknown;
}) {
  const guarded = useGuarded(() => {});
  const ways = useOwnWays({ enabled: props.opened });
  const close = () => {
    guarded.giveUp();
    props.onClose();
  };
  return (
    <Dialog
      opened={props.opened}
      onClose={close}
      title={t('profile.email.change')}
      actions={
        <>
          {guarded.asks ? null : (
            <Button
              type="submit"
              form="change-email"
              variant="filled"
              loading={guarded.busy || ways.isPending}
            >
              {t('profile.email.update')}
            </Button>
          )}
          <Button variant="subtle" onClick={close}>
            {t('frame.kit.cancel')}
          </Button>
        </>
      }
    >
      {props.opened ? <ChangeEmailForm guarded={guarded} onSent={props.onSent} /> : null}
    </Dialog>
  );
}

function ChangeEmailForm(props: { guarded: Guarded; onSent: (address: string) => unknown }) {
  const { guarded } = props;
  const ways = useOwnWays();
  const withPassword = ways.data?.password !== false;
  const email = useField((text) => (isEmail(text) ? null : t('profile.email.invalid')));
  const password = useField((text) => (text === '' && withPassword ? t('profile.required') : null));

  const send = async () => {
    const address = email.text.trim();
    const shown = withPassword ? { password: password.text } : {};
    try {
      await call('PATCH /users/email', { body: { email: address, ...shown }, quiet: true });
    } catch (error) {
      const field =
        error instanceof CallError
          ? { wrong_password: password, invalid_input: email }[error.code]
          : undefined;
      if (!(error instanceof CallError) || field === undefined) throw error;
      field.refuse(error.message);
      field.focus();
      return;
    }
    notify(emailNotice(noticeTexts.confirmationSent));
    await props.onSent(address);
  };
  if (guarded.asks && ways.data) return <ShowYourself ways={ways.data} guarded={guarded} />;
  return (
    <form
      id="change-email"
      noValidate
      className={classes.dialog}
      onSubmit={(event) => {
        event.preventDefault();
        // Not meant for the form of the profile, within which this dialog is opened.
        event.stopPropagation();
        if (!guarded.busy && ways.data && allRight([email, password])) guarded.run(send);
      }}
    >
      <p>{t('profile.email.text')}</p>
      <TextField
        {...email.input}
        required
        data-autofocus
        label={t('profile.email.new')}
        type="email"
        autoComplete="email"
        spellCheck={false}
        autoCapitalize="none"
        maxLength={254}
      />
      {ways.isError ? (
        <CallFailure query={ways} what={t('profile.what.logIn')} />
      ) : ways.isPending ? (
        <LoadingRows rows={1} height={72} label={t('profile.loading.logIn')} />
      ) : withPassword ? (
        <PasswordField
          {...password.input}
          required
          label={t('profile.currentPassword')}
          autoComplete="current-password"
          maxLength={200}
        />
      ) : null}
      <Note kind="bad" live>
        {guarded.sentence}
      </Note>
    </form>
  );
}
