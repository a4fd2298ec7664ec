/** States of a link as the portal found it last. `closed`: it answers, but refuses whoever has not logged in. */
export const linkStates = ['answers', 'closed', 'broken', 'unreachable', 'private'] as const;
export type LinkState = (typeof linkStates)[number];

/** Why a link gives no answer. */
export const linkFailures = ['name', 'time', 'connection', 'certificate', 'redirects'] as const;
export type LinkFailure = (typeof linkFailures)[number];

const closed = [401, 403, 407, 429];

/** The state of a link that answered with this status. */
export const stateOfStatus = (status: number): LinkState =>
  status < 400 ? 'answers' : closed.includes(status) ? 'closed' : 'broken';

/** Whether the portal can check an address: one of another server. Documents and pages of the portal are its own. */
export function isCheckedAddress(address: string, portal: string): boolean {
  return /^https?:\/\//i.test(address) && !`${address}/`.startsWith(`${portal.replace(/\/$/, '')}/`);
}

/** A link that does not lead anywhere. */
export interface BrokenLink {
  /** Null if there is no answer. */
  status: number | null;
}
