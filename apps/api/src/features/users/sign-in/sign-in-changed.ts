import type { NewEvent } from '@clearcall/domain/applications/event.ts';
import type { SignInChange } from '@clearcall/domain/mail/sign-in-mails.ts';

/** The event of a changed way to log in; its owner gets a mail. `what` is the provider, or the name of the passkey. */
export function signInChanged(userId: number, change: SignInChange, what: string, now: Date): NewEvent {
  return { type: 'sign_in_changed', occurredAt: now, userId, detail: { change, what } };
}
