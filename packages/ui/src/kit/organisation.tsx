import type { Theme } from '@clearcall/domain/model/organisation.ts';
import { createContext, type ReactNode, useContext } from 'react';
import { defaultPalette } from './mantine-theme.ts';

/** What stands when the theme cannot be had: the product's own colours, and no name that is not ours. */
export const defaultTheme: Theme = {
  palette: [...defaultPalette],
  colours: { cover: '#07343c', cover2: '#0c444d', coverRule: '#3a6a72' },
  organization: { name: 'Clearcall', shortName: 'Clearcall', description: '', link: '/' },
  contactLink: '',
  links: {
    terms: '/terms',
    privacy: '/privacy',
    accessibility: '/accessibility',
    documentation: '/documentation',
  },
  timeZone: 'Europe/Brussels',
  legacy: false,
  staffRoles: ['pro', 'admin', 'super_admin', 'eurohpc_admin'],
  tabs: {
    default: ['calls', 'applications'],
    byRole: { compute_centre_representative: ['calls', 'dashboard', 'applications'] },
  },
  externalPortal: { pattern: '', address: '' },
};

/**
 * The organisation's theme. The page names it by a hash of its content, so the browser may keep it for five days and a
 * change still shows at the next load. A server that does not answer costs the look, never the page.
 */
export async function loadOrganisation(): Promise<Theme> {
  const hash = document.querySelector('meta[name="theme-hash"]')?.getAttribute('content') ?? '';
  try {
    const answer = await fetch(`/theme.json?v=${hash}`, { signal: AbortSignal.timeout(8000) });
    if (!answer.ok) return defaultTheme;
    return { ...defaultTheme, ...((await answer.json()) as Partial<Theme>) };
  } catch {
    return defaultTheme;
  }
}

const Organisation = createContext<Theme>(defaultTheme);

export function OrganisationProvider(props: { theme: Theme; children: ReactNode }) {
  return <Organisation.Provider value={props.theme}>{props.children}</Organisation.Provider>;
}

/** Names, links, tabs and settings of the organisation that runs this portal. */
export function useOrganisation(): Theme {
  return useContext(Organisation);
}
