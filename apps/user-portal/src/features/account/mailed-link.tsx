import type { MailedLink } from '@clearcall/domain/mail/link.ts';
import { ButtonLink } from '@clearcall/ui/kit/button.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { LoadingRows } from '@clearcall/ui/kit/state/page-states.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { type Input, read } from '@clearcall/ui/session/call.ts';
import { codeOf, failureText } from '@clearcall/ui/session/call-error.ts';
import { useQuery } from '@tanstack/react-query';
import type { HistoryState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './account.module.css';
import { useWayBack } from './way-back.ts';

/** Why a mailed link opens nothing. */
export interface ClosedLink {
  code: string;
  sentence: string;
}

/** One that was not copied whole. */
export const incompleteLink = (): ClosedLink => ({
  code: '',
  sentence: t('account.fault.linkIncomplete'),
});

const closed: readonly string[] = ['link_invalid', 'link_expired', 'link_used', 'link_password_changed'];

/** What a call that failed says of its link; null where the link is not what is wrong. */
export function closedLinkOf(error: unknown): ClosedLink | null {
  const code = codeOf(error);
  return closed.includes(code) ? { code, sentence: failureText(error) } : null;
}

/**
 * What a mailed link opens (`children`), or what stands there where it opens nothing any more (`closed`): asked as the
 * page opens, so that nobody fills in a form in vain. Where nobody answers the form decides when it is sent.
 */
export function OpenedLink(props: {
  purpose: Input<'POST /users/links/check'>['body']['purpose'];
  link: MailedLink;
  closed: (why: ClosedLink) => ReactNode;
  children: ReactNode;
}) {
  const { email, token } = props.link;
  const body = { purpose: props.purpose, email, token };
  const check = useQuery({
    queryKey: ['mailed-link', body],
    queryFn: read('POST /users/links/check', { body }),
    // A form that is being filled in stays; whoever comes back to the page asks again.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (check.isPending) return <LoadingRows rows={3} height={64} />;
  const why = closedLinkOf(check.error);
  return why === null ? props.children : props.closed(why);
}

/** Whether the link has done its work, or a new password has taken its place: only the login is left. */
export const leadsToLogin = ({ code }: ClosedLink): boolean =>
  code === 'link_used' || code === 'link_password_changed';

const kinds: Record<string, 'info' | 'warn'> = { link_used: 'info', link_password_changed: 'warn' };

/** Why a link opens nothing, and below it what that means for its reader. */
export function WhyClosed({ why, children }: { why: ClosedLink; children?: ReactNode }) {
  return (
    <>
      <Note kind={kinds[why.code] ?? 'bad'} live>
        {why.sentence}
      </Note>
      {children ? <p className="soft">{children}</p> : null}
    </>
  );
}

/** The same, where only the login is left; for whoever cannot log in, the way to a new password. */
export function OnlyLogin(props: {
  email: string;
  why: ClosedLink;
  meaning: string;
  /** What stands in the place of the login. */
  instead?: ReactNode;
  forgot: string;
}) {
  const wayBack = useWayBack();
  const given = { search: wayBack, state: (before: HistoryState) => ({ ...before, email: props.email }) };
  return (
    <div className={classes.text}>
      <WhyClosed why={props.why}>{props.meaning}</WhyClosed>
      <div className="row">
        {props.instead ?? (
          <ButtonLink to="/auth/login" {...given} variant="filled">
            {t('account.login')}
          </ButtonLink>
        )}
        <ButtonLink to="/auth/forgot" {...given}>
          {props.forgot}
        </ButtonLink>
      </div>
    </div>
  );
}
