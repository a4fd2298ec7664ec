import type { ApplicationSnapshot } from '@clearcall/domain/permissions/application-snapshot.ts';
import { isInConflict } from '@clearcall/domain/permissions/is-in-conflict.ts';
import type { SeenApplication } from '@clearcall/domain/permissions/project-application.ts';
import type { Viewer } from '@clearcall/domain/permissions/viewer.ts';
import type { ReaderLanguage } from '@clearcall/i18n/language.ts';
import type { Translator } from '@clearcall/i18n/translator.ts';
import { loadSeen } from '../../features/applications/open.ts';
import { type Platform, workflowNow } from '../../platform/platform.ts';

/** In which language a mail is written, and to which address it goes. */
export interface Sending {
  translator: Translator;
  recipient: string;
  /** Whether its recipient may use the user portal, or has no account yet. */
  mayEnter: boolean;
}

/** Who gets a mail about an application, as they are known when it is sent. */
interface Recipient {
  viewer: Viewer;
  /** Empty where the address has no account, or its owner no name yet. */
  name: string;
  /** The account waits for its password. */
  isLocked: boolean;
}

/** Sees nothing: whoever has an address alone. */
export const nobody: Viewer = { userId: 0, role: 'user', isStaff: false };

/** The account of a recipient, by its id or by the address; null where it is closed or locked, or the address is not theirs any more. */
async function loadRecipient(
  { db, organisation }: Platform,
  userId: number | null,
  address: string,
): Promise<Recipient | null> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'email', 'role', 'status', 'first_name', 'last_name'])
    .where((row) => (userId === null ? row('email', '=', address) : row('id', '=', userId)))
    .executeTakeFirst();
  if (user === undefined) return userId === null ? { viewer: nobody, name: '', isLocked: false } : null;
  // What was planned for somebody goes to nobody who has come to the address since.
  if (
    user.status === 'closed' ||
    user.status === 'suspended' ||
    user.email.toLowerCase() !== address.toLowerCase()
  )
    return null;
  // Before the first login nobody has proved to be who the role was given to.
  const role = user.status === 'active' ? user.role : 'user';
  const { staffRoles } = (await organisation()).theme;
  return {
    viewer: { userId: user.id, role, isStaff: staffRoles.includes(role) },
    name: `${user.first_name} ${user.last_name}`.trim(),
    isLocked: user.status === 'locked',
  };
}

export interface ReadAsRecipient extends Recipient {
  snapshot: ApplicationSnapshot & { flowVersionId: number };
  /** Null: it does not exist for them. */
  seen: SeenApplication | null;
}

/**
 * An application as the recipient of a mail sees it at this moment; null where nothing may be sent to them: the account
 * is closed, there is a conflict of interest, or the application is gone.
 */
export async function readAsRecipient(
  platform: Platform,
  { applicationId, userId, address }: { applicationId: number; userId: number | null; address: string },
  reader: ReaderLanguage,
): Promise<ReadAsRecipient | null> {
  const recipient = await loadRecipient(platform, userId, address);
  if (recipient === null) return null;
  const now = workflowNow(platform);
  const loaded = await loadSeen(platform, recipient.viewer, { key: String(applicationId) }, { now, reader });
  if (loaded === null || isInConflict(recipient.viewer, loaded.snapshot)) return null;
  return { ...recipient, ...loaded };
}
