import { plainDate } from '@clearcall/domain/deadlines/plain-date.ts';
import type { ProfileChange } from '@clearcall/domain/people/profile.ts';
import type { Profile } from '@clearcall/domain/people/user.ts';
import {
  forgetAfterReload,
  isReloading,
  keepBeforeReload,
  leaveForReload,
  readAfterReload,
} from '@clearcall/ui/kit/page/new-version.ts';
import { sessionState, watchSession } from '@clearcall/ui/session/access-token.ts';
import { serverNow } from '@clearcall/ui/session/server-clock.ts';
import { type Lists, ProfileForm } from './profile-form.ts';

interface Unsaved {
  userId: number;
  change: ProfileChange;
}

// It outlives the page, in memory alone: a session that expires leads to the login and back, and what was typed is
// there again. Bank details are never written to the device.
let kept: { userId: number; form: ProfileForm } | null = null;

watchSession(() => {
  const session = sessionState();
  const gone = session.state === 'signed-out' && session.why !== 'expired';
  const other = session.state === 'signed-in' && session.user.id !== kept?.userId;
  if (gone || other) kept = null;
});

// A page that loads itself again because a part of it is missing has nothing but the storage of its own tab.
keepBeforeReload(async () => {
  if (kept === null || !isReloading()) return;
  const unsaved: Unsaved = { userId: kept.userId, change: kept.form.unsavedValues() };
  leaveForReload('profile', unsaved);
});

/** The form of a person, with what was typed into it before. The clock of the server says what day it is. */
export function formOf(profile: Profile, lists: Lists, timeZone: string): ProfileForm {
  if (kept?.userId !== profile.id) {
    const form = new ProfileForm(profile, lists, () => plainDate(new Date(serverNow()), timeZone));
    const unsaved = readAfterReload<Unsaved>('profile');
    forgetAfterReload('profile');
    if (unsaved?.userId === profile.id) form.restore(unsaved.change);
    kept = { userId: profile.id, form };
  }
  return kept.form;
}
