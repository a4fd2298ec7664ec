import { Button } from '@clearcall/ui/kit/button.tsx';
import { useCommand } from '@clearcall/ui/kit/command/use-command.ts';
import { needOf, StillNeeded } from '@clearcall/ui/kit/field/still-needed.tsx';
import { TextField } from '@clearcall/ui/kit/field/text-field.tsx';
import { allRight } from '@clearcall/ui/kit/field/use-field.ts';
import { useArrival } from '@clearcall/ui/kit/page/use-arrival.ts';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import type { NoticeText } from '@clearcall/ui/kit/state/notices.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { codeOf, failureText } from '@clearcall/ui/session/call-error.ts';
import { dropSession } from '@clearcall/ui/session/session.ts';
import { useNavigate } from '@tanstack/react-router';
import type { FormEvent, ReactNode } from 'react';
import classes from './account.module.css';
import { type ClosedLink, closedLinkOf } from './mailed-link.tsx';
import { NewPasswordFields, useNewPassword } from './new-password.tsx';
import { useWayBack } from './way-back.ts';

const isAtPassword = (error: unknown): boolean =>
  ['weak_password', 'common_password'].includes(codeOf(error));

/**
 * A password that is chosen with the link of a mail, for the address that it went to: then the login. What is wrong
 * with the password stands at it; a link that no longer opens takes the place of the form (`closed`).
 */
export function MailedPasswordForm(props: {
  email: string;
  labels: { email: string; password: string; save: string };
  save: (password: string) => Promise<unknown>;
  notice: NoticeText;
  closed: (why: ClosedLink) => ReactNode;
  /** What stands in the way beside the fields, in words. */
  needs?: readonly (string | null)[];
  back: ReactNode;
  children?: ReactNode;
}) {
  const { email, labels, needs = [] } = props;
  const missing = needs.some((need) => need !== null);
  const navigate = useNavigate();
  const wayBack = useWayBack();
  const chosen = useNewPassword(email);
  const save = useCommand({
    send: () => {
      dropSession();
      return props.save(chosen.password.text);
    },
    done: props.notice,
    after: () => navigate({ to: '/auth/login', search: wayBack, state: (before) => ({ ...before, email }) }),
    onRefused: (refusal) => {
      if (!isAtPassword(refusal)) return;
      chosen.password.refuse(failureText(refusal));
      chosen.password.focus();
    },
    showsError: true,
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (missing) return;
    await chosen.judge.load();
    if (allRight([chosen.password, chosen.confirm])) save.send();
  };

  const failure = isAtPassword(save.error) ? null : save.error;
  const closed = closedLinkOf(failure);
  const sentence = failureText(failure);
  useArrival(closed === null ? 'form' : 'closed');
  if (closed !== null) return props.closed(closed);
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      {/* Password managers learn from it whose password this is. */}
      <TextField
        label={labels.email}
        type="email"
        name="email"
        autoComplete="username"
        value={email}
        readOnly
      />
      <NewPasswordFields {...chosen} label={labels.password} />
      {props.children}
      <div className="row">
        <Button
          type="submit"
          variant="filled"
          size="lg"
          loading={save.isPending}
          disabled={missing}
          aria-describedby="password-needs"
        >
          {labels.save}
        </Button>
        {props.back}
      </div>
      <StillNeeded
        id="password-needs"
        needs={[
          needOf(chosen.password, labels.password),
          needOf(chosen.confirm, t('account.field.confirmPassword')),
          ...needs,
        ]}
      />
      <Note kind="bad" live>
        {sentence}
      </Note>
    </form>
  );
}
