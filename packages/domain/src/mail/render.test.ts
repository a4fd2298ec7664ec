import { describe, expect, it } from 'vitest';
import { type MailTemplate, mails, readMail } from './mail.ts';
import { type MailLook, renderMail } from './render.ts';
import { sampleFacts } from './samples.ts';

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

const samples = (Object.keys(mails) as MailTemplate[]).map((template) =>
  readMail(template, sampleFacts[template]),
);

describe.each(samples)('the mail $template', (mail) => {
  const { subject, text, html } = renderMail(mail, look);

  it('reads well as plain text', () => {
    expect({ subject, text }).toMatchSnapshot();
  });

  it('carries every fact in both forms, escaped where needed', () => {
    const shown = Object.entries(mail.facts).filter(
      ([key]) => !['submittedAt', 'keptUntil', 'hours', 'minutes', 'several'].includes(key),
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
  const { text } = renderMail(
    { template: 'application_submitted', facts: sampleFacts.application_submitted },
    look,
  );
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
  const { subject } = renderMail(
    { template: 'confirm_account', facts: sampleFacts.confirm_account },
    {
      ...look,
      theme: { ...look.theme, organization: { ...look.theme.organization, shortName: 'A\r\nBcc: b' } },
    },
  );
  expect(subject).toBe('A Bcc: b: confirm your account');
});
