/**
 * Statuses of an account as stored. `locked`: nobody has come in yet, after an invitation or a registration. `suspended`:
 * locked by an administrator.
 */
export const accountStatuses = ['locked', 'active', 'suspended', 'closed'] as const;
export type AccountStatus = (typeof accountStatuses)[number];

/** Accounts that are given work and sent emails. Nobody comes into any other, nor is reached there. */
export const reachableStatuses = ['active', 'locked'] as const satisfies readonly AccountStatus[];

/** Whether an account is given work and sent emails. */
export const isReachableStatus = (status: AccountStatus): boolean =>
  (reachableStatuses as readonly AccountStatus[]).includes(status);

/** States of an account in the words of administrators. */
export const personStates = ['active', 'invited', 'locked', 'closed'] as const;
export type PersonState = (typeof personStates)[number];

export const statusOfState: Readonly<Record<PersonState, AccountStatus>> = {
  active: 'active',
  invited: 'locked',
  locked: 'suspended',
  closed: 'closed',
};
