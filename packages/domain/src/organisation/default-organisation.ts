import { uprightTolerance } from '../people/human-check.ts';
import { defaultPersonUploadsMaxMb } from '../people/person-uploads.ts';
import type { OrganisationSettings } from './organisation.ts';
import { defaultLegalVersions, defaultRetention } from './retention.ts';

/** The sender that no mail server outside of this machine takes mails from. */
export const senderOfNobody = 'portal@localhost';

/** What stands until somebody says who runs the portal: no name of anybody, our own pages, the petrol palette. */
export const defaultOrganisation: OrganisationSettings = {
  theme: {
    palette: [
      '#edf5f5',
      '#d6e8e9',
      '#afd1d5',
      '#7fb6bd',
      '#4f98a2',
      '#2a7c88',
      '#146672',
      '#0b535e',
      '#08424b',
      '#062f36',
    ],
    colours: { cover: '#07343c', cover2: '#0c444d', coverRule: '#3a6a72' },
    organization: { name: 'Clearcall', shortName: 'Clearcall', description: '', link: '/' },
    contactLink: '/contact',
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
  },
  mailSender: senderOfNobody,
  uploadMaxMb: 20,
  personUploadsMaxMb: defaultPersonUploadsMaxMb,
  words: {},
  retention: defaultRetention,
  legalVersions: defaultLegalVersions,
  passwordLogin: true,
  secondPublisher: false,
  humanToleranceDegrees: uprightTolerance.defaultDegrees,
};
