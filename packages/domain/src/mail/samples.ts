import type { MailFacts, MailTemplate } from './mail.ts';

const name = 'Siobhán Ní Chaoimh';
const portal = 'https://portal.example';

const draft = {
  name,
  id: 'DRAFT-23775',
  title: 'Wall-resolved simulation of transonic buffet on a full wing',
  callTitle: 'Regular Access',
  changedAt: '2026-09-03T06:51:00.000Z',
  expiresAt: '2026-12-04T07:51:00.000Z',
  restMonths: 3,
  timeZone: 'Europe/Luxembourg',
  link: `${portal}/applications/REG-2026-01-0042`,
};

/** Realistic facts for every mail: a mail without them does not compile. For tests and previews. */
export const sampleFacts: { readonly [T in MailTemplate]: MailFacts<T> } = {
  confirm_account: { name, link: `${portal}/auth/confirm/abc`, hours: 48, several: true },
  choose_password: { name, link: `${portal}/auth/invite/abc`, hours: 48 },
  invite: { name, link: `${portal}/auth/invite/abc`, days: 14 },
  confirm_email: { name, link: `${portal}/auth/confirm/email/abc`, hours: 48 },
  email_taken: { name, loginLink: `${portal}/auth/login`, forgotLink: `${portal}/auth/forgot` },
  email_change_requested: { name, newEmail: 's.nichaoimh@example.org', forgotLink: `${portal}/auth/forgot` },
  email_changed: { name, before: 'siobhan@example.org' },
  password_changed: { name, forgotLink: `${portal}/auth/forgot` },
  account_closed: { privacyLink: `${portal}/privacy` },
  already_registered: { name, loginLink: `${portal}/auth/login`, forgotLink: `${portal}/auth/forgot` },
  reset_password: { name, link: `${portal}/auth/reset/abc`, minutes: 60 },
  human_code: { code: '042137', minutes: 10 },
  application_submitted: {
    name,
    uid: 'REG-2026-01-0042',
    title: 'Tides & "waves" <b>',
    callTitle: 'Regular Access',
    step: null,
    submittedAt: '2026-07-03T07:59:59.000Z',
    timeZone: 'Europe/Brussels',
    comingSteps: [
      {
        title: 'Administrative check',
        yours: false,
        start: '2026-09-04T09:00:00.000Z',
        end: '2026-09-14T16:00:00.000Z',
        late: false,
      },
      {
        title: 'Technical review',
        yours: false,
        start: '2026-09-14T16:00:00.000Z',
        end: '2026-10-09T16:00:00.000Z',
        late: false,
      },
      {
        title: 'Right to reply',
        yours: true,
        start: '2026-11-19T09:00:00.000Z',
        end: '2026-11-26T17:00:00.000Z',
        late: false,
      },
      { title: 'Decision', yours: false, start: null, end: '2027-01-04T17:00:00.000Z', late: false },
    ],
    receipt: {
      sha256: '9f86d081 884c7d65 9a2feaa0 c55ad015 a3bf4f1b 2b0b822c d15d6c15 b0f00a08',
      attached: true,
    },
    link: `${portal}/applications/REG-2026-01-0042`,
  },
  applications_report: {
    name,
    callTitle: 'Regular Access, "second" cut-off',
    filename: 'REG-2026-1-applications.csv',
    applications: 128,
    drafts: 37,
    way: 'attached',
    keptUntil: '2026-07-10T08:00:00.000Z',
    timeZone: 'Europe/Brussels',
    link: `${portal}/reports/0190a0a0-0000-7000-8000-000000000001`,
  },
  draft_expires: { ...draft, daysLeft: 92 },
  draft_deleted_soon: { ...draft, daysLeft: 7 },
  call_opened: {
    name,
    callTitle: 'Regular Access',
    description: 'For projects that need a large share of a machine for one year.',
    closesAt: '2026-09-04T08:00:00.000Z',
    timeZone: 'Europe/Luxembourg',
    link: `${portal}/calls/12`,
    leaveLink: `${portal}/mailing-list/abc`,
  },
  provider_code: { code: '042137', minutes: 10, provider: 'ORCID' },
  sign_in_changed: {
    name,
    changed: { change: 'passkey_added', what: 'Work laptop' },
    at: '2026-07-03T07:59:59.000Z',
    timeZone: 'Europe/Brussels',
    profileLink: `${portal}/profile/pwd`,
  },
};
