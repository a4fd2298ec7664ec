import { loadArea } from '@clearcall/i18n/catalogue.ts';
import { zonePlace } from '@clearcall/i18n/format.ts';
import { pseudoLanguage } from '@clearcall/i18n/language.ts';
import { wordsWithoutSigns } from '@clearcall/i18n/pseudo.ts';
import { createTranslator } from '@clearcall/i18n/translator.ts';
import { describe, expect, it } from 'vitest';
import { behindUserPortal } from './behind-login.ts';
import { type MailTemplate, mails, readMail } from './mail.ts';
import { type MailLook, renderMail } from './render.ts';
import { sampleFacts } from './samples.ts';

const look: MailLook = {
  portalUrl: 'https://portal.example',
  logo: null,
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

const english = createTranslator('en', await loadArea('en', 'mails'), await loadArea('en', 'workflow'));

const signed = createTranslator(
  pseudoLanguage,
  await loadArea(pseudoLanguage, 'mails'),
  await loadArea(pseudoLanguage, 'workflow'),
);
/** As Intl writes it, which has no signs. */
const moment = /\b\d{1,2} [A-Z][a-z]+ \d{4}\b|\b(?:CES?T|UTC|GMT[+-]?\d*)\b/g;

const stringsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(stringsIn)
      : [];

const samples = (Object.keys(mails) as MailTemplate[]).map((template) =>
  readMail(template, sampleFacts[template]),
);

const isInstant = (value: string): boolean => /^\d{4}-\d\d-\d\dT/.test(value);
const escaped = (value: string): string =>
  value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
/** The skeleton of a page: its tags with their attributes, without what differs by the subject, and line breaks. */
const tagsOf = (html: string): string[] => html.match(/<(?!br>)[a-z/!][^>]*>/gi) ?? [];

/** What people put into names and titles. */
const hostile: [string, string][] = [
  ['markup', `<script>alert(1)</script></td><a href="https://evil.example">x</a><!-- '"`],
  ['line breaks', 'A\r\nBcc: all@example.org\r\n\r\n-- \nContact: evil'],
  ['the longest title', 'Wall-resolved simulation of '.repeat(6).slice(0, 150)],
  ['one long word', 'x'.repeat(150)],
  ['the other direction', '\u202eמחקר אקלים\u2066 مرحبا'],
  ['signs beyond the basic plane', '𝔘𝔫𝔦𝔠𝔬𝔡𝔢 👩🏽‍🚀 ŁÓDŹ'],
];

describe.each(samples)('the mail $template', (mail) => {
  const { subject, text, html, leaveLink } = renderMail(mail, look, english);

  it('reads well as plain text', () => {
    expect({ subject, text }).toMatchSnapshot();
  });

  it('says all in the text that it says in HTML, links included', () => {
    const words = text.replace(/\s+/g, ' ');
    for (const [, address = ''] of html.matchAll(/href="([^"]+)"/g)) {
      expect(words).toContain(address.replaceAll('&amp;', '&'));
    }
    for (const [key, value] of Object.entries(mail.facts)) {
      if (typeof value !== 'string' || isInstant(value)) continue;
      if (key === 'timeZone') continue;
      expect(words).toContain(value);
      expect(html).toContain(escaped(value));
    }
    expect(html).toContain('Office &lt;for&gt; Access &amp; Time');
    expect(text).toContain('Contact: https://portal.example/contact');
  });

  it('says nothing that is not from the catalogue but what it was given', () => {
    const { subject, text, html } = renderMail(mail, look, signed);
    const given = [...stringsIn(mail.facts), ...stringsIn(look), ...stringsIn(mail.facts).map(zonePlace)]
      .filter((value) => value !== '')
      .sort((a, b) => b.length - a.length);
    const shown = html.replace(/<(title|style)[^>]*>.*?<\/\1>|<[^>]+>/gs, ' ');
    const left = given.reduce(
      (rest, value) => rest.replaceAll(escaped(value), ' ').replaceAll(value, ' '),
      `${subject}\n${text}\n${shown}`.replace(/https?:\S+/g, ' ').replace(/\s+/g, ' '),
    );
    expect(wordsWithoutSigns(left.replace(moment, ' '))).toEqual([]);
  });

  it('has no values left out', () => {
    expect(`${subject}${text}${html}`).not.toMatch(/undefined|\bnull\b|NaN/);
  });

  it('leads nowhere but into the portal', () => {
    for (const [address] of `${text} ${html}`.matchAll(/https?:\/\/[^\s"<]+/g)) {
      expect(address).toMatch(/^https:\/\/portal\.example\//);
    }
    expect(html).not.toMatch(/<img|url\(|<script|<link|<style/);
  });

  it('keeps the lines of its text short, and addresses whole', () => {
    for (const line of text.split('\n')) {
      if (!line.includes('https://')) expect(line.length).toBeLessThanOrEqual(76);
    }
  });

  it('offers a way off the list where it went to one, and nowhere else', () => {
    const leave = 'leaveLink' in mail.facts ? mail.facts.leaveLink : null;
    expect(leaveLink).toBe(leave);
    if (leave !== null) expect(text).toContain(`Stop these emails: ${leave}`);
  });

  it.each(hostile)('stays whole around %s', (_what, words) => {
    const friendly: Record<string, unknown> = mail.facts;
    const facts = { ...friendly };
    for (const [key, value] of Object.entries(friendly)) {
      if (typeof value !== 'string' || isInstant(value) || value.startsWith('https://') || key === 'timeZone')
        continue;
      // Some facts are one of a few words of ours.
      if (mails[mail.template].facts.safeParse({ ...friendly, [key]: words }).success) facts[key] = words;
    }
    const rendered = renderMail(readMail(mail.template, facts), look, english);
    expect(rendered.subject).toMatch(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069]+$/u);
    expect(rendered.text).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
    expect([...rendered.subject].length, rendered.subject).toBeLessThanOrEqual(100);
    // Exactly the tags, and the addresses, of the friendly mail.
    expect(tagsOf(rendered.html)).toEqual(tagsOf(html));
    expect(rendered.text.match(/https?:\/\/portal\.example\S*/g)).toEqual(
      text.match(/https?:\/\/portal\.example\S*/g),
    );
    // Below this line stand our words alone.
    expect(rendered.text.match(/^-- $/gm)).toHaveLength(1);
  });
});

it('says the moment of submission in the zone of the call and in UTC', () => {
  const { text } = renderMail(
    { template: 'application_submitted', facts: sampleFacts.application_submitted },
    look,
    english,
  );
  expect(text).toContain('Submitted: 03-07-2026 09:59 (Brussels time)');
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
    english,
  );
  expect(text.split('\n')[0]).toBe(expected);
});

it('says the subject once, and the whole of it if it is too long for a subject', () => {
  const facts = sampleFacts.flow_notice;
  const written = (subject: string) => ({ ...facts, written: { ...facts.written, subject } });
  for (const [subject, times] of [
    ['Take on the check', 0],
    ['Very '.repeat(60).trim(), 1],
  ] as const) {
    const mail = renderMail({ template: 'flow_notice', facts: written(subject) }, look, english);
    const words = mail.text.replaceAll(/\s+/g, ' ');
    expect(words.split(subject).length - 1).toBe(times);
    expect(mail.html.includes('<h1')).toBe(times === 1);
  }
});

it('keeps the lines that somebody wrote, and only the lines', () => {
  const reason = '1. The budget\r\n2. The team\u2028   - LUMI-C\n\n\nBest regards\u000bThe office\u202e';
  const facts = sampleFacts.flow_notice;
  const written = { ...facts.written, lines: [`Please change <this>:\n${reason}`] };
  const mail = renderMail({ template: 'flow_notice', facts: { ...facts, written } }, look, english);
  const lines = [
    'Please change <this>:',
    '1. The budget',
    '2. The team',
    '- LUMI-C',
    '',
    'Best regards',
    'The office',
  ];
  expect(mail.text).toContain(`\n\n${lines.join('\n')}\n\n`);
  expect(mail.html).toContain(`>${lines.map(escaped).join('<br>')}</p>`);
});

it('every email with a link behind the login of the user portal is known as one', () => {
  /** Pages that show themselves without a login, and the administration portal. */
  const open = /^https:\/\/portal\.example\/(?:admin\/|auth\/|calls\/|mailing-list\/|privacy$|contact$|$)/;
  const leading = samples.filter((mail) => {
    const { html } = renderMail(mail, look, english);
    return [...html.matchAll(/href="([^"]+)"/g)].some(([, link = '']) => !open.test(link));
  });
  const names = leading.map(({ template }) => template);
  // Its link depends on who reads it.
  expect(new Set(names)).toEqual(new Set([...behindUserPortal, 'sign_in_changed']));
});

it('keeps a subject on one line', () => {
  const { subject } = renderMail(
    { template: 'confirm_account', facts: sampleFacts.confirm_account },
    {
      ...look,
      theme: { ...look.theme, organization: { ...look.theme.organization, shortName: 'A\r\nBcc: b' } },
    },
    english,
  );
  expect(subject).toBe('A Bcc: b: confirm your account');
});

it.each([
  ['en', 'REG-2026-01-0042: new deadline for Scientific review', 'asked'],
  ['de', 'REG-2026-01-0042: neue Frist für Scientific review', 'gebeten'],
  ['fr', 'REG-2026-01-0042 : nouvelle échéance pour Scientific review', 'demandé'],
] as const)(
  'says in %s that staff moved a deadline that nobody asked about',
  async (language, title, asked) => {
    const words = createTranslator(
      language,
      await loadArea(language, 'mails'),
      await loadArea(language, 'workflow'),
    );
    const facts = { ...sampleFacts.time_answered, isAsked: false };
    const { subject, text } = renderMail(readMail('time_answered', facts), look, words);
    expect(subject.replace(/\s/g, ' ')).toBe(title);
    expect(text).toMatch(/ 10[-./]07[-./]2026 23:59 [(][^()]*Brussels[^()]*[)]/);
    expect(text).not.toContain(asked);
  },
);

it('names the later step that an applicant submitted, not the application', () => {
  const facts = { ...sampleFacts.application_submitted, step: 'Right to reply', comingSteps: [] };
  const { subject, text } = renderMail(readMail('application_submitted', facts), look, english);
  expect(subject).toBe('Right to reply of REG-2026-01-0042 was submitted');
  expect(text).toContain('Right to reply was submitted.');
  expect(text.replace(/\s+/g, ' ')).toContain('We received the step ‘Right to reply’ of your application');
});

it('says that an application was submitted again', () => {
  const facts = { ...sampleFacts.application_submitted, again: true, comingSteps: [] };
  const { subject, text } = renderMail(readMail('application_submitted', facts), look, english);
  expect(subject).toBe('REG-2026-01-0042 was resubmitted to Regular Access');
  expect(text).toContain('Your application was resubmitted.');
  expect(text.replace(/\s+/g, ' ')).toContain('Resubmitted: 03-07-2026');
});

it.each(['de', 'fr'] as const)('is written in %s as a whole, for its readers', async (language) => {
  const words = createTranslator(
    language,
    await loadArea(language, 'mails'),
    await loadArea(language, 'workflow'),
  );
  for (const mail of samples) {
    const rendered = renderMail(mail, look, words);
    const inEnglish = renderMail(mail, look, english);
    expect(rendered.html).toContain(`<html lang="${language}"`);
    expect(tagsOf(rendered.html).slice(1)).toHaveLength(tagsOf(inEnglish.html).length - 1);
    expect(`${rendered.subject}${rendered.text}`).not.toMatch(/mails\.|[{}]|undefined/);
    const rendering = (text: string) =>
      new Set(text.split('\n').filter((line) => /\p{L}{4}.* .*\p{L}{4}/u.test(line)));
    // Only what people wrote themselves is the same in both.
    const same = [...rendering(rendered.text)].filter((line) => rendering(inEnglish.text).has(line));
    expect(
      same.filter(
        (line) =>
          !/^Contact: |Office <for> Access|^For projects that need|^(A|Please|Open the) review\b|^Partition: |^There is another call/.test(
            line,
          ),
      ),
    ).toEqual([]);
  }
});

it.each(['en', 'de', 'fr'] as const)('names the zone of each time in %s', async (language) => {
  const areas = await Promise.all(
    (['mails', 'workflow', 'parts'] as const).map((area) => loadArea(language, area)),
  );
  const words = createTranslator(language, ...areas);
  const zone = String.raw` [(](?:UTC|(?:Ortszeit |heure de )?(?:Brussels|Luxembourg)(?: time)?)[)]`;
  for (const mail of samples) {
    const text = renderMail(mail, look, words).text.replace(/\s+/g, ' ');
    const zoneless = new RegExp(String.raw`\b\d\d:\d\d\b(?!${zone}).{0,20}`);
    expect(zoneless.exec(text)?.[0], mail.template).toBeUndefined();
  }
});

it('begins a reminder with what is asked, and names the step and its partition', () => {
  const facts = sampleFacts.assignment_reminder;
  const subject = (more: Partial<typeof facts>) =>
    renderMail({ template: 'assignment_reminder', facts: { ...facts, ...more } }, look, english).subject;
  expect([subject({}), subject({ unanswered: false, partition: null })]).toEqual([
    'Reminder to accept or reject: Scientific review (Aurora CPU) of REG-2026-01-0042',
    'Reminder to submit: Scientific review of REG-2026-01-0042',
  ]);
});

it('cuts a long subject between words', () => {
  const subjectOf = (step: string) =>
    renderMail(
      { template: 'assignment_reminder', facts: { ...sampleFacts.assignment_reminder, step } },
      look,
      english,
    ).subject;
  expect(subjectOf('Review of waves '.repeat(10).trim())).toMatch(
    /^Reminder to accept or reject: Review .*\b(?:Review|of|waves)…$/,
  );
  expect(subjectOf('x'.repeat(200))).toHaveLength(100);
});

it('tells a moment by the customs of the reader', async () => {
  const words = createTranslator('de', await loadArea('de', 'mails'));
  const { text } = renderMail(
    { template: 'sign_in_changed', facts: sampleFacts.sign_in_changed },
    look,
    words,
  );
  expect(text).toContain('Wann: 03.07.2026 09:59 (Ortszeit Brussels)');
  expect(text).toContain('Der Passkey ‚Work laptop‘ wurde hinzugefügt.');
});

it('shows the logo in place of the mark and the names', () => {
  const [mail] = samples;
  if (mail === undefined) throw new Error('There is no sample.');
  const logo = { hash: '0123456789ab', width: 288, height: 144 };
  const { html } = renderMail(mail, { ...look, logo }, english);
  expect(html).toContain(
    '<img src="https://portal.example/logo.png?v=0123456789ab" width="72" height="36" alt="Office &lt;for&gt; Access &amp; Time"',
  );
  expect(renderMail(mail, look, english).html).not.toContain('<img');
});
