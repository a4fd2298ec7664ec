export type TabName = 'personal' | 'additional' | 'involvement' | 'bank' | 'password';

/** The tabs in their order, with the addresses that lead to them. Source: Requirements 1, 2.19, 2.20, 2.21 and 2.79. */
export const tabs = {
  personal: { label: 'profile.tab.personal', to: '/profile', search: { tab: 'personal' } },
  additional: { label: 'profile.tab.additional', to: '/profile/organization', search: {} },
  involvement: { label: 'profile.tab.involvement', to: '/profile', search: { tab: 'involvement' } },
  bank: { label: 'profile.tab.bank', to: '/profile', search: { tab: 'bank' } },
  password: { label: 'profile.tab.password', to: '/profile/pwd', search: {} },
} as const satisfies Record<TabName, object>;

export const tabNames = Object.keys(tabs) as TabName[];

/** Which tab an address opens; null for /profile alone: the menu on a narrow screen, the first tab on a wide one. */
export function tabOf(pathname: string, search: { tab?: TabName }): TabName | null {
  if (pathname.startsWith(tabs.additional.to)) return 'additional';
  if (pathname.startsWith(tabs.password.to)) return 'password';
  return search.tab ?? null;
}
