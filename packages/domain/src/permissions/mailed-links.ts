/** How long what travels by mail may be used. Source: Requirements 1, 10.17, 10.18 and 10.19. */
export const confirmLinkHours = 48;
export const resetLinkMinutes = 60;
export const humanCodeMinutes = 10;
export const changeEmailHours = 48;
export const inviteDays = 14;

/** A mailed token as stored. */
export interface MailedToken {
  expiresAt: Date;
  /** When it was closed, by its use or by something else. */
  usedAt: Date | null;
  /** What closed it, where that is known. */
  closedBy: 'used' | 'password_changed' | null;
}

/** Why a mailed link does not open; null when it does. One that was closed says what closed it, however old it is. */
export function whyLinkIsClosed(
  token: MailedToken | undefined,
  now: Date,
): 'link_invalid' | 'link_used' | 'link_password_changed' | 'link_expired' | null {
  if (token === undefined) return 'link_invalid';
  if (token.usedAt !== null) return token.closedBy === null ? 'link_invalid' : `link_${token.closedBy}`;
  return token.expiresAt <= now ? 'link_expired' : null;
}
