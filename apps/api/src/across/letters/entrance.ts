import { accountMailFacts } from '../../features/users/account/mail-facts.ts';
import { passwordsTaken } from '../../features/users/account/password-login.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ReadAsRecipient } from './read-as-recipient.ts';

/**
 * The link of a letter to a page of the portal. A recipient who has no password yet chooses one behind it, for which it
 * is valid for some days, and comes to the page after that.
 */
export async function entranceTo<Page extends string | null>(
  platform: Platform,
  { isLocked, viewer }: ReadAsRecipient,
  page: Page,
): Promise<{ link: Page | string; invitation: { days: number } | null }> {
  const { db, now, config } = platform;
  if (!isLocked || page === null || !(await passwordsTaken(platform)))
    return { link: page, invitation: null };
  const planned = { userId: viewer.userId, return: page.slice(config.publicUrl.length) };
  const made = await accountMailFacts({ db, now: now(), config }, 'invite', planned);
  return made === null
    ? { link: page, invitation: null }
    : { link: made.link, invitation: { days: made.days } };
}
