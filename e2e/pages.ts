import { encodeLink } from '@clearcall/domain/mail/link.ts';
import { type APIRequestContext, expect } from '@playwright/test';
import { mailTo } from './mails.ts';
import { type Bounds, firstField, firstRow } from './measured.ts';

/** Every page of both portals: each route has a row here, with whose session opens it and what stands there. */

export type Portal = 'user-portal' | 'admin-portal';

export interface Row extends Bounds {
  portal: Portal;
  /** The path as it stands in the portal's routes.tsx; null for an address that has no route. */
  route: string | null;
  /** What is opened, when it is not the route itself. */
  open?: string | ((api: Api) => Promise<string>);
  /** Whose session is open; nobody's when absent. */
  as?: string;
  heading: string | RegExp;
  /** The answer of the API that belongs to this page though it is a refusal. */
  refusal?: number;
}

export const applicant = 'applicant@example.org';
const pro = 'pro@example.org';
const admin = 'admin@example.org';
/** Gets a mail that no journey waits for. */
const reader = 'user@example.org';
const link = encodeLink({ email: 'nobody@example.org', token: 'x'.repeat(43) });
const changeLink = encodeLink({ id: 1, email: 'nobody@example.org', token: 'x'.repeat(43) });
const prefixes: Record<Portal, string> = { 'user-portal': '', 'admin-portal': '/admin' };
const notFound = "The page you're looking for couldn't be found";

export const rows: readonly Row[] = [
  { portal: 'user-portal', route: '/', heading: 'Open Calls for Proposals' },
  { portal: 'user-portal', route: '/', as: applicant, heading: 'Open Calls for Proposals' },
  { portal: 'user-portal', route: '/calls', heading: 'Open Calls for Proposals' },
  {
    portal: 'user-portal',
    route: '/calls/$id',
    open: (api) => api.call('REG', 'open'),
    heading: 'Regular Access',
  },
  {
    portal: 'user-portal',
    route: '/calls/$id',
    open: (api) => api.call('REG', 'closed'),
    as: applicant,
    heading: /^Regular Access/,
  },
  {
    portal: 'user-portal',
    route: '/calls/$id',
    open: '/calls/999999',
    heading: 'The call you’re looking for couldn’t be found',
    refusal: 404,
  },
  { portal: 'user-portal', route: '/auth', heading: 'Log in' },
  {
    portal: 'user-portal',
    route: '/auth/login',
    heading: 'Log in',
    work: { selector: 'main input', wide: 260, narrow: 220 },
  },
  { portal: 'user-portal', route: '/auth/register', heading: 'Register' },
  { portal: 'user-portal', route: '/auth/provider', heading: 'Almost there', refusal: 410 },
  {
    portal: 'user-portal',
    route: '/auth/register/confirmation',
    heading: 'Thanks for joining us!',
  },
  {
    portal: 'user-portal',
    route: '/auth/register/confirmation',
    open: '/auth/register/confirmation?email=nobody%40example.org',
    heading: 'Email Change',
  },
  {
    portal: 'user-portal',
    route: '/auth/confirm/$token',
    open: `/auth/confirm/${link}`,
    heading: 'Confirm your account',
  },
  {
    portal: 'user-portal',
    route: '/auth/confirm/$token',
    open: '/auth/confirm/torn',
    heading: 'Confirm your account',
  },
  { portal: 'user-portal', route: '/auth/email/confirmation', heading: 'Email Change' },
  {
    portal: 'user-portal',
    route: '/auth/confirm/email/$token',
    open: `/auth/confirm/email/${changeLink}`,
    heading: 'Confirm your new address',
  },
  {
    portal: 'user-portal',
    route: '/auth/confirm/email/$token',
    open: `/auth/confirm/email/${link}`,
    heading: 'Confirm your new address',
  },
  {
    portal: 'user-portal',
    route: '/auth/invite/$token',
    open: `/auth/invite/${link}`,
    heading: 'Choose a Password',
  },
  {
    portal: 'user-portal',
    route: '/auth/invite/$token',
    open: '/auth/invite/torn',
    heading: 'Choose a Password',
  },
  { portal: 'user-portal', route: '/auth/invite/sent', heading: 'Check your mailbox!' },
  { portal: 'user-portal', route: '/auth/forgot', heading: 'Forgot password' },
  { portal: 'user-portal', route: '/auth/forgot/sent', heading: 'Check your mailbox!' },
  {
    portal: 'user-portal',
    route: '/auth/reset/$token',
    open: `/auth/reset/${link}`,
    heading: 'Choose a new password',
  },
  {
    portal: 'user-portal',
    route: '/applications',
    as: applicant,
    heading: 'Applications',
    // The actions requested from the applicant, above the list.
    work: { selector: 'main section li', wide: 220, narrow: 270 },
  },
  {
    portal: 'user-portal',
    route: '/applications',
    as: pro,
    heading: 'Applications',
    work: firstRow(290, 320),
  },
  {
    portal: 'user-portal',
    route: '/applications/$uid',
    open: (api) => api.application('draft'),
    as: applicant,
    heading: /\S/,
    work: firstField,
  },
  {
    portal: 'user-portal',
    route: '/applications/$uid',
    open: async (api) => `${await api.application('submitted')}?view=read`,
    as: applicant,
    heading: /\S/,
  },
  {
    portal: 'user-portal',
    route: '/applications/$uid',
    open: (api) => api.application('submitted'),
    // Until the receipt is below the heading of the page.
    known: ['h0 → h2 ‘We received your submission’'],
    as: applicant,
    heading: /\S/,
  },
  {
    portal: 'user-portal',
    route: '/applications/$uid',
    open: (api) => api.application('changes_requested'),
    as: applicant,
    heading: /\S/,
  },
  {
    portal: 'user-portal',
    route: '/applications/$uid',
    open: (api) => api.toAccept(),
    as: 'scientific-reviewer@example.org',
    heading: /\S/,
  },
  {
    // Several reviews of one step, for somebody who has no work on it.
    portal: 'user-portal',
    route: '/applications/$uid',
    open: '/applications/ESAO-REG-2025R02-015',
    as: 'ac-chair@example.org',
    heading: 'The light of colliding stars in its first hour',
    // The scores of all reviews, above the proposal.
    work: { selector: 'main [class*="_matrix_"] tbody tr', wide: 430, narrow: 500 },
  },
  {
    portal: 'user-portal',
    route: '/applications/$uid',
    open: '/applications/ESAO-REG-2025R02-013',
    as: pro,
    heading: 'What deep sleep does to the networks of the brain',
    work: { selector: 'main section', wide: 340, narrow: 430 },
  },
  {
    portal: 'user-portal',
    route: '/applications/$uid',
    open: '/applications/ESAO-REG-1999R01-001',
    as: applicant,
    heading: /couldn(’|')t be found/,
    refusal: 404,
  },
  {
    portal: 'user-portal',
    route: '/reviews',
    as: 'scientific-reviewer@example.org',
    heading: 'My finished reviews',
    work: firstRow(280, 230),
  },
  {
    portal: 'user-portal',
    route: '/certificates/$code',
    open: '/certificates/0000-0000-0000-0000-0000',
    heading: 'There is no such certificate',
    refusal: 404,
  },
  { portal: 'user-portal', route: '/profile', as: applicant, heading: 'Ilse Vandenbroucke' },
  {
    portal: 'user-portal',
    route: '/profile',
    open: '/profile?tab=personal',
    as: applicant,
    heading: 'Ilse Vandenbroucke',
    work: { selector: 'main input', wide: 260, narrow: 330 },
  },
  {
    portal: 'user-portal',
    route: '/profile',
    open: '/profile?tab=involvement',
    as: applicant,
    heading: 'Ilse Vandenbroucke',
  },
  {
    portal: 'user-portal',
    route: '/profile',
    open: '/profile?tab=bank',
    as: applicant,
    heading: 'Ilse Vandenbroucke',
  },
  { portal: 'user-portal', route: '/profile/organization', as: applicant, heading: 'Ilse Vandenbroucke' },
  { portal: 'user-portal', route: '/profile/pwd', as: applicant, heading: 'Ilse Vandenbroucke' },
  {
    portal: 'user-portal',
    route: '/dashboard',
    as: applicant,
    heading: 'Dashboard',
    work: firstRow(330, 260),
  },
  {
    portal: 'user-portal',
    route: '/dashboard',
    open: '/dashboard?role=ac_chair',
    as: pro,
    heading: 'Dashboard',
  },
  {
    portal: 'user-portal',
    route: '/dashboard/late',
    as: pro,
    heading: 'Late work',
    work: firstRow(350, 450),
  },
  {
    portal: 'user-portal',
    route: '/calls/$id/scores',
    open: '/calls/2/scores',
    as: pro,
    heading: 'Scores',
    work: firstRow(330, 290),
  },
  { portal: 'user-portal', route: '/dashboard/automations', as: pro, heading: 'Automations' },
  { portal: 'user-portal', route: '/legacy', as: pro, heading: 'Legacy', work: firstRow(340, 320) },
  { portal: 'user-portal', route: '/legacy', open: '/legacy?search=zzz', as: applicant, heading: 'Legacy' },
  {
    portal: 'user-portal',
    route: '/legacy/$id',
    open: (api) => api.archived(),
    as: applicant,
    heading: /^\d{4}[RP]A\d+$/,
  },
  {
    portal: 'user-portal',
    route: '/legacy/$id',
    open: '/legacy/999999',
    as: applicant,
    heading: 'This archived proposal couldn’t be found',
    refusal: 404,
  },
  {
    portal: 'user-portal',
    route: '/cines/$id',
    open: '/cines/1',
    as: pro,
    heading: /^\d{4}[RP]A\d+$/,
  },
  {
    portal: 'user-portal',
    route: '/reports/$id',
    open: '/reports/0190a0a0-0000-7000-8000-00000000dead',
    as: applicant,
    heading: 'This report couldn’t be found',
    refusal: 404,
  },
  { portal: 'user-portal', route: '/documentation', heading: 'Guide for applicants and reviewers' },
  { portal: 'user-portal', route: '/terms', heading: 'Terms of Use' },
  { portal: 'user-portal', route: '/privacy', heading: 'Privacy Policy' },
  { portal: 'user-portal', route: '/accessibility', heading: 'Accessibility' },
  { portal: 'user-portal', route: '/contact', heading: 'Contact' },
  {
    portal: 'user-portal',
    route: '/mailing-list/$token',
    open: `/mailing-list/${'A'.repeat(40)}`,
    heading: 'Emails about new calls',
  },
  { portal: 'user-portal', route: '/mailbox', heading: 'Mailbox' },
  { portal: 'user-portal', route: '/mailbox', open: (api) => api.mail(), heading: 'Mailbox' },
  { portal: 'user-portal', route: null, open: '/no-such-page', heading: notFound },
  {
    portal: 'user-portal',
    route: null,
    open: '/applications/',
    as: applicant,
    heading: 'Applications',
    // The list, below the actions requested from the applicant.
    work: firstRow(600, 800),
  },
  { portal: 'admin-portal', route: '/auth/login', heading: 'Log in' },
  { portal: 'admin-portal', route: '/', as: admin, heading: 'Administration' },
  { portal: 'admin-portal', route: '/account', as: admin, heading: 'Account' },
  {
    portal: 'admin-portal',
    route: '/people',
    as: admin,
    heading: 'People',
    work: firstRow(420, 460),
  },
  {
    portal: 'admin-portal',
    route: '/people/$id',
    open: '/admin/people/1',
    as: admin,
    heading: /\S/,
  },
  { portal: 'admin-portal', route: '/organisation', as: admin, heading: 'Organisation' },
  { portal: 'admin-portal', route: '/organisation/theme', as: admin, heading: 'Organisation' },
  { portal: 'admin-portal', route: '/organisation/rules', as: admin, heading: 'Organisation' },
  { portal: 'admin-portal', route: '/organisation/texts', as: admin, heading: 'Organisation' },
  { portal: 'admin-portal', route: '/organisation/roles', as: admin, heading: 'Organisation' },
  { portal: 'admin-portal', route: '/calls', as: admin, heading: 'Calls' },
  { portal: 'admin-portal', route: '/calls/import', as: admin, heading: 'Import a package' },
  { portal: 'admin-portal', route: '/calls/$id', open: '/admin/calls/1', as: admin, heading: /\S/ },
  {
    portal: 'admin-portal',
    route: '/calls/$id/preview',
    open: '/admin/calls/1/preview',
    as: admin,
    heading: /^Preview: /,
  },
  {
    portal: 'admin-portal',
    route: '/calls/$id/publish',
    open: '/admin/calls/1/publish',
    as: admin,
    heading: /^Publish /,
  },
  {
    portal: 'admin-portal',
    route: '/calls/$id/history',
    open: '/admin/calls/1/history',
    as: admin,
    heading: /^History of /,
  },
  { portal: 'admin-portal', route: '/centres', as: admin, heading: 'Centres' },
  { portal: 'admin-portal', route: '/centres/$id', open: '/admin/centres/csc', as: admin, heading: 'CSC' },
  { portal: 'admin-portal', route: '/partitions', as: admin, heading: 'Partitions' },
  {
    portal: 'admin-portal',
    route: '/partitions/$id',
    open: '/admin/partitions/lumi-g',
    as: admin,
    heading: 'LUMI-G',
  },
  { portal: 'admin-portal', route: '/lists', as: admin, heading: 'Lists' },
  { portal: 'admin-portal', route: '/lists/$id', open: '/admin/lists/130', as: admin, heading: /\S/ },
  { portal: 'admin-portal', route: '/panels', as: admin, heading: 'Panels' },
  {
    portal: 'admin-portal',
    route: '/panels/$id',
    open: '/admin/panels/PE8',
    as: admin,
    heading: 'Panel PE8',
  },
  { portal: 'admin-portal', route: '/changes', as: admin, heading: 'Changes' },
  { portal: 'admin-portal', route: '/running', as: admin, heading: 'Operation' },
  { portal: 'admin-portal', route: '/running/archive', as: admin, heading: 'Archive import' },
  { portal: 'admin-portal', route: '/running/actions', as: admin, heading: 'Planned actions' },
  { portal: 'admin-portal', route: '/emails', as: admin, heading: 'Emails' },
  { portal: 'admin-portal', route: null, open: '/admin/no-such-page', heading: notFound },
];

/** Asks the API for what an address needs. */
export class Api {
  readonly #request: APIRequestContext;
  readonly #token: string;

  constructor(request: APIRequestContext, token: string) {
    this.#request = request;
    this.#token = token;
  }

  async call(code: string, state: string): Promise<string> {
    const response = await this.#request.get('/api/v2/calls/published');
    const { data } = (await response.json()) as { data: { id: number; code: string; state: string }[] };
    const found = data.find((call) => call.code === code && call.state === state);
    expect(found, `a call ${code} that is ${state}`).toBeDefined();
    return `/calls/${found?.id}`;
  }

  async application(status: string, call = ''): Promise<string> {
    const ofCall = call === '' ? [] : [{ column: 'callTitle', op: 'contains', value: call }];
    const response = await this.#request.post('/api/v2/applications/search', {
      data: { searchBy: [{ column: 'status', op: 'equal', value: status }, ...ofCall] },
      headers: { Authorization: `Bearer ${this.#token}` },
    });
    const { data } = (await response.json()) as { data: { uid: string }[] };
    expect(data.length, `applications with the status ${status}`).toBeGreaterThan(0);
    return `/applications/${data[0]?.uid}`;
  }

  /** An application of which whoever is signed in was given a step, and has not accepted it. */
  async toAccept(): Promise<string> {
    const response = await this.#request.post('/api/v2/applications/dashboard', {
      data: {},
      headers: { Authorization: `Bearer ${this.#token}` },
    });
    const { data } = (await response.json()) as {
      data: { uid: string; assignments: { status: string }[] }[];
    };
    const found = data.find(({ assignments }) => assignments.every(({ status }) => status === 'assigned'));
    expect(found, 'a step that waits to be accepted').toBeDefined();
    return `/applications/${found?.uid}`;
  }

  /** An archived application of whoever is signed in. */
  async archived(): Promise<string> {
    const response = await this.#request.get('/api/cines', {
      headers: { Authorization: `Bearer ${this.#token}` },
    });
    const { data } = (await response.json()) as { data: { id: number }[] };
    expect(data.length).toBeGreaterThan(0);
    return `/legacy/${data[0]?.id}`;
  }

  /** The address of every form of an application. */
  async forms(application: string): Promise<string[]> {
    const read = async (path: string) =>
      (
        await this.#request.get(`/api/v2${path}`, { headers: { Authorization: `Bearer ${this.#token}` } })
      ).json();
    const { parts } = (await read(application)) as { parts: string[] };
    type Part = { steps?: { forms: { id: string }[] }[] };
    const loaded = await Promise.all(parts.map(async (hash) => (await read(`/parts/${hash}`)) as Part));
    const [first] = loaded.flatMap(({ steps }) => steps ?? []);
    expect(first?.forms.length, 'forms of the first step').toBeGreaterThan(1);
    return (first?.forms ?? []).map(({ id }) => `${application}?form=${id}`);
  }

  /** A mailbox with a mail in it. */
  async mail(): Promise<string> {
    await this.#request.post('/api/users/forgot', { data: { email: reader } });
    await mailTo(this.#request, reader, /password/i);
    return `/mailbox?to=${encodeURIComponent(reader)}`;
  }
}

/** Where the page of a row is opened. */
export const addressOf = async ({ portal, route, open }: Row, api: Api): Promise<string> =>
  typeof open === 'function' ? open(api) : (open ?? `${prefixes[portal]}${route}`);

/** What the row is called among tests. */
export const name = ({ portal, route, open, as, heading }: Row): string =>
  [
    portal === 'admin-portal' ? 'administration ' : '',
    typeof open === 'string' ? open.replace(link, '…') : (route ?? ''),
    typeof open === 'function' ? ` (${open.toString().replace(/^.*?=>\s*api\./, '')})` : '',
    as === undefined ? '' : `, ${as}`,
    typeof heading === 'string' ? `: ${heading}` : '',
  ].join('');
