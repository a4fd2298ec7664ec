import { describe, expect, it } from 'vitest';
import { type Mail, mailSchema } from './mail.ts';
import { type MailLook, renderMail } from './render.ts';

const look: MailLook = {
  portalUrl: 'https://portal.example',
  theme: {
    organization: { name: 'Office <for> Access & Time', shortName: 'OAT', description: '', link: '/' },
    contactLink: '/contact',
    palette: [
      '#000000',
      '#111111',
      '#222222',
      '#333333',
      '#444444',
      '#555555',
      '#666666',
      '#777777',
      '#888888',
      '#999999',
    ],
  },
};

const mails: Mail[] = [
  {
    template: 'confirm_account',
    facts: { name: 'Siobhán Ní Chaoimh', link: 'https://portal.example/auth/confirm/abc', hours: 48 },
  },
  {
    template: 'already_registered',
    facts: {
      name: 'Siobhán Ní Chaoimh',
      loginLink: 'https://portal.example/auth/login',
      forgotLink: 'https://portal.example/auth/forgot',
    },
  },
  {
    template: 'reset_password',
    facts: { name: 'Siobhán Ní Chaoimh', link: 'https://portal.example/auth/reset/abc', minutes: 60 },
  },
  { template: 'human_code', facts: { code: '042137', minutes: 10 } },
  {
    template: 'application_submitted',
    facts: {
      name: 'Siobhán Ní Chaoimh',
      uid: 'REG-2026-01-0042',
      title: 'Tides & "waves" <b>',
      callTitle: 'Regular Access',
      submittedAt: '2026-07-03T07:59:59.000Z',
      timeZone: 'Europe/Brussels',
      link: 'https://portal.example/applications/REG-2026-01-0042',
    },
  },
];

describe.each(mails)('the mail $template', (mail) => {
  const { subject, text, html } = renderMail(mail, look);

  it('is written from facts that the schema knows', () => {
    expect(mailSchema.parse(mail)).toEqual(mail);
  });

  it('reads well as plain text', () => {
    expect({ subject, text }).toMatchSnapshot();
  });

  it('carries every fact in both forms, escaped where needed', () => {
    const shown = Object.entries(mail.facts).filter(
      ([key]) => !['submittedAt', 'hours', 'minutes'].includes(key),
    );
    for (const [, value] of shown) {
      expect(text).toContain(String(value));
      const escaped = String(value)
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('"', '&quot;');
      expect(html).toContain(escaped);
    }
    expect(html).not.toContain('<b>"');
    expect(html).toContain('Office &lt;for&gt; Access &amp; Time');
    expect(html).toContain('https://portal.example/contact');
  });

  it('has no values left out', () => {
    expect(`${subject}${text}${html}`).not.toMatch(/undefined|\bnull\b|NaN/);
  });
});

it('says the moment of submission in the zone of the call and in UTC', () => {
  const submitted = mails.find((mail) => mail.template === 'application_submitted');
  if (!submitted) throw new Error('No such mail.');
  const { text } = renderMail(submitted, look);
  expect(text).toContain('Submitted: 03-07-2026 09:59 (CEST, Europe/Brussels)');
  expect(text).toContain('In UTC: 03-07-2026 07:59 (UTC)');
});

it.each([
  ['Siobhán Ní Chaoimh', 'Dear Siobhán Ní Chaoimh,'],
  ["Dr. Jean-Luc O'Neill", "Dear Dr. Jean-Luc O'Neill,"],
  ['Visit www.example.org now', 'Hello,'],
  ['Win 500 at http://spam.example', 'Hello,'],
  ['buy.example', 'Hello,'],
  ['Line\r\nBcc: a', 'Hello,'],
  ['', 'Hello,'],
])('addresses %j with %j', (name, expected) => {
  const { text } = renderMail(
    {
      template: 'reset_password',
      facts: { name, link: 'https://portal.example/auth/reset/abc', minutes: 60 },
    },
    look,
  );
  expect(text.split('\n')[0]).toBe(expected);
});

it('keeps a subject on one line', () => {
  const { subject } = renderMail(mails[0] ?? { template: 'human_code', facts: { code: '1', minutes: 1 } }, {
    ...look,
    theme: { ...look.theme, organization: { ...look.theme.organization, shortName: 'A\r\nBcc: b' } },
  });
  expect(subject).toBe('A Bcc: b: confirm your account');
});
