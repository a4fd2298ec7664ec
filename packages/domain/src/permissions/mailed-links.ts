/** How long what travels by mail may be used. Source: Requirements 1, 10.17, 10.18 and 10.19. */
export const confirmLinkHours = 48;
export const resetLinkMinutes = 60;
export const humanCodeMinutes = 10;
export const changeEmailHours = 48;
export const inviteDays = 14;

/** A mailed token as stored. */
export interface MailedToken {
  expiresAt: Date;
  usedAt: Date | null;
}

/** Why a mailed link does not open; null when it does. One that was used is no longer valid, however old it is. */
export function whyLinkIsClosed(
  token: MailedToken | undefined,
  now: Date,
): 'link_invalid' | 'link_expired' | null {
  if (token === undefined || token.usedAt !== null) return 'link_invalid';
  return token.expiresAt <= now ? 'link_expired' : null;
}
