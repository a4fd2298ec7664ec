import type { Role } from '@clearcall/domain/people/roles.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { workOff } from '../../platform/jobs/work.ts';
import { planDeliveries } from '../../platform/outbox/plan-deliveries.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import type { Draft } from '../../testing/factories.ts';
import { startMailServer } from '../../testing/mail-server.ts';
import { createReviewWorld, type Player, type ReviewWorld } from '../../testing/review-world.ts';
import { allWork } from '../work.ts';

/** Mails of flows as they are sent: to whom, with what of the application, and to whom not. */

const templates = [
  {
    id: 'reminder',
    subject: { en: '{{step_title}} of {{project_id}}', de: '{{step_title}} zu {{project_id}}' },
    body: {
      en: 'Hello to you, {{recipient_name}}.\nThe project is {{project_title}}.\nIt is due {{deadline}}, in {{days_left}} days.\nBy {{applicant_name}}.\nFor {{assignee_name}}.\n{{outcome}}: {{awards}}\nBecause {{reason}}.\nFrom {{organisation_name}}.',
      de: 'Hallo auch, {{recipient_name}}.\nEs geht um {{project_title}}.',
    },
    button: { label: 'Open it' },
    calendar: { of: 'deadline', title: '{{step_title}}: {{project_title}}' },
    onlyWhileOpen: true,
  },
  { id: 'news', subject: 'News of {{project_id}}', body: 'Something happened in {{call_title}}.' },
  { id: 'secret', subject: 'The project', body: 'It is called {{project_title}}.' },
  { id: 'gone', subject: 'Your review', body: '{{step_title}} of {{project_id}} is withdrawn.' },
];

/** Whoever loses a review by somebody else is told so by the flow; by the own hand, by the portal. */
const automations = [
  {
    id: 'withdrawn',
    on: { event: 'revoked', step: 'REV' },
    do: 'notify',
    recipients: ['owner'],
    template: 'gone',
  },
];

/** The chair opens applications of the panel, and sees neither answers nor names in them. */
const ofPanel = { role: 'panel_chair', scope: 'panel', of: 'submitted', audience: ['panel_only'] };
const reads = { role: 'scientific_reviewer', scope: 'assigned', reader: 'accepted', of: 'submitted' };

let app: TestApp;
let world: ReviewWorld;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let application: Draft;
let review: string;

beforeAll(async () => {
  mailServer = await startMailServer();
  app = await buildTestApp({ config: { smtpUrl: mailServer.url } });
  world = await createReviewWorld(app, ({ steps, ...flow }) => ({
    ...flow,
    templates,
    automations,
    steps: steps.map((step) =>
      step.id === 'APP'
        ? { ...step, permissions: { view: [{ ...reads, audience: ['public'] }, ofPanel] } }
        : step.id === 'REV'
          ? { ...step, deadline: { after: 'assigned', days: 10 } }
          : step,
    ),
  }));
});
afterAll(async () => {
  await app.close();
  await mailServer.close();
});
beforeEach(async () => {
  application = await world.submitted();
  review = await world.give(application, 'REV', 'reviewer');
  await work();
  mailServer.received.length = 0;
});

const work = () => workOff(app.platform, allWork(app.platform));

async function plan(
  who: Player | string,
  templateId: string,
  { assignmentId = review }: { assignmentId?: string | null } = {},
): Promise<void> {
  const person = who in world.people ? world.people[who as Player] : null;
  const { flow_version_id: flowVersionId } = await app.db
    .selectFrom('applications')
    .select('flow_version_id')
    .where('id', '=', application.id)
    .executeTakeFirstOrThrow();
  const [eventId = 0] = await app.platform.emit(app.db, [
    { type: 'note_added', occurredAt: app.platform.now(), applicationId: application.id },
  ]);
  const recipient = person?.email ?? who;
  const userId = person?.userId ?? null;
  const facts = { applicationId: application.id, assignmentId, templateId, flowVersionId, userId };
  await planDeliveries(
    app.db,
    eventId,
    [{ recipient, template: 'flow_notice', facts: { ...facts, email: null, eventId, automationId: 'a' } }],
    { now: app.platform.now(), newId: app.platform.newId, host: 'portal.example' },
  );
}

/** What of a mail is told: its parts as a mail program reads them. */
function partsOf(text: string): { subject: string; body: string; ics: string | null; type: string } {
  const decoded = (part: string): string => {
    const [head = '', ...rest] = part.split('\r\n\r\n');
    const body = rest.join('\r\n\r\n');
    if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8');
    if (!/quoted-printable/i.test(head)) return body;
    const bytes = body
      .replaceAll('=\r\n', '')
      .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    return Buffer.from(bytes, 'latin1').toString('utf8');
  };
  const subject = /^Subject: ([^\r]*)/m.exec(text)?.[1] ?? '';
  const pieces = text.split(/\r\n--[^\r\n]+(?:--)?\r\n/);
  const plain = pieces.find((piece) => /^Content-Type: text\/plain/im.test(piece)) ?? '';
  const ics = pieces.find((piece) => /^Content-Type: text\/calendar/im.test(piece));
  return {
    subject,
    body: decoded(plain).replace(/\s+/g, ' '),
    ics: ics === undefined ? null : decoded(ics),
    type: /Content-Type: text\/calendar[^\r]*/.exec(ics ?? '')?.[0] ?? '',
  };
}

const lineOf = (ics: string, name: string) => new RegExp(`^${name}[:;](.*?)\\r?$`, 'm').exec(ics)?.[1];

const sent = () => mailServer.received.map(({ to, text }) => ({ to: to[0] ?? '', ...partsOf(text) }));

const states = async () =>
  (
    await app.db
      .selectFrom('deliveries')
      .select(['recipient', 'state', 'error'])
      .where('template', '=', 'flow_notice')
      .orderBy('planned_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
  )[0];

const accept = () =>
  world.as('reviewer', 'PUT', `/v2/assignments/${review}/accept`, { accepted: true, agreed: true });

describe('a mail of a flow', () => {
  it('says what its recipient may know at the moment of sending, and leaves out every line about the rest', async () => {
    await plan('reviewer', 'reminder');
    await work();
    await accept();
    await plan('reviewer', 'reminder');
    await plan('pro', 'reminder');
    await work();
    const told = sent().map(({ to, body }) => ({
      to,
      body: body.split(' Open it:')[0]?.replace(/^.*Hello/, 'Hello'),
    }));
    const due = 'It is due 01-12-2026 23:59 (Brussels time), in 10 days.';
    const { reviewer, pro } = world.people;
    const hello = 'Hello to you, reviewer Number 6.';
    const rest = `${due} For reviewer Number 6. From Clearcall.`;
    expect(told).toEqual([
      { to: reviewer.email, body: `${hello} ${rest}` },
      { to: reviewer.email, body: `${hello} The project is Waves. ${rest}` },
      // No rule opens the review to staff before it is submitted, and no line says whose it is and until when.
      {
        to: pro.email,
        body: 'Hello to you, pro Number 2. The project is Waves. By owner Number 1. From Clearcall.',
      },
    ]);
    expect(sent().map(({ subject }) => subject)).toEqual([
      `REV of ${application.uid}`,
      `REV of ${application.uid}`,
      `REV of ${application.uid}`,
    ]);
  });

  it('names the page where its recipient chooses how often emails come', async () => {
    await plan('reviewer', 'reminder');
    await plan('pro', 'news');
    await work();
    // The signature is cut off by `sent`.
    const texts = mailServer.received.map(({ text }) => text.replaceAll('=\r\n', '').replace(/\s+/g, ' '));
    expect(texts.map((text) => /You choose ([\w ]+) how often emails come/.exec(text)?.[1])).toEqual([
      'on your profile',
      'in your account',
    ]);
  });

  it('is written in the language of its recipient', async () => {
    await accept();
    const { userId } = world.people.reviewer;
    await app.db.updateTable('users').set({ language: 'de' }).where('id', '=', userId).execute();
    await plan('reviewer', 'reminder');
    await work();
    await app.db.updateTable('users').set({ language: null }).where('id', '=', userId).execute();
    expect(sent()).toMatchObject([{ subject: `REV zu ${application.uid}` }]);
    expect(sent()[0]?.body).toContain('Hallo auch, reviewer Number 6. Es geht um Waves. Open it:');
  });

  it('brings its deadline as an entry for the calendar, the same entry when it changes', async () => {
    await accept();
    await plan('reviewer', 'reminder');
    await work();
    const deadline = '2026-12-24T11:00:00.000Z';
    await world.as('pro', 'PUT', `/v2/assignments/${review}/deadline`, { deadline });
    await plan('reviewer', 'reminder');
    await work();
    // The email about the new deadline itself brings no entry.
    const entries = sent()
      .map(({ ics, type }) => ({ type, ics: ics ?? '' }))
      .filter(({ ics }) => lineOf(ics, 'UID') !== undefined);
    const told = entries.map(({ ics }) =>
      ['UID', 'DTSTART', 'SUMMARY', 'METHOD', 'TRIGGER', 'ORGANIZER'].map((name) => lineOf(ics, name)),
    );
    const uid = `assignment-${review}@localhost`;
    const organizer = 'CN="portal@localhost":mailto:portal@localhost';
    expect(told).toEqual([
      [uid, '20261201T225959Z', 'REV: Waves', 'PUBLISH', '-P1D', organizer],
      [uid, '20261224T110000Z', 'REV: Waves', 'PUBLISH', '-P1D', organizer],
    ]);
    const [first, second] = entries.map(({ ics }) => Number(lineOf(ics, 'SEQUENCE')));
    expect(second).toBeGreaterThan(first ?? Number.NaN);
    expect(entries[0]?.type).toBe('Content-Type: text/calendar; charset=utf-8; method=PUBLISH;');
  });

  describe('takes its deadline out of the calendar again', () => {
    /** Of each mail: to whom it went, its subject, and what its entry says. */
    const told = () =>
      sent()
        .splice(0)
        .map(({ to, subject, ics, type }) => ({
          to,
          subject,
          method: /method=(\w+)/.exec(type)?.[1],
          ...Object.fromEntries(
            ['METHOD', 'STATUS', 'UID', 'SUMMARY'].map((name) => [name, lineOf(ics ?? '', name)]),
          ),
          sequence: Number(lineOf(ics ?? '', 'SEQUENCE')),
        }));
    const cancelled = (subject: string) => ({
      to: world.people.reviewer.email,
      subject,
      method: 'CANCEL',
      METHOD: 'CANCEL',
      STATUS: 'CANCELLED',
      UID: `assignment-${review}@localhost`,
      SUMMARY: 'No longer your work',
    });
    const path = () => `/v2/assignments/${review}`;
    let first = 0;
    const brought = async () => {
      await plan('reviewer', 'reminder');
      await work();
      const [mail] = told();
      expect(mail).toMatchObject({ METHOD: 'PUBLISH', STATUS: undefined });
      first = mail?.sequence ?? Number.NaN;
      mailServer.received.length = 0;
    };

    it('with the mail of the flow, also where it may say nothing else any more', async () => {
      await brought();
      await world.as('pro', 'PUT', `${path()}/revoke`, { reason: 'No longer needed.' });
      await work();
      const mails = told();
      expect(mails).toEqual([{ ...cancelled('Your review'), sequence: expect.any(Number) }]);
      expect(mails[0]?.sequence).toBeGreaterThan(first);
      expect(sent()[0]?.body).toContain('Its deadline no longer applies to you.');
      expect(mailServer.received[0]?.text).not.toContain(application.uid);
    });

    it.each([
      ['refused', { accepted: false, reason: 'No time.' }, 'accept'],
      ['handed back', {}, 'hand-back'],
    ])(
      'with a mail of the portal where the work is %s and no mail of the flow says so',
      async (how, body, verb) => {
        if (how === 'handed back') {
          review = await world.give(application, 'CHECK', null);
          await world.as('otherPro', 'PUT', `${path()}/take`, {});
          const deadline = '2026-12-24T11:00:00.000Z';
          await world.as('pro', 'PUT', `${path()}/deadline`, { deadline });
          await plan('otherPro', 'reminder');
          await work();
          first = told().find(({ method }) => method === 'PUBLISH')?.sequence ?? Number.NaN;
          mailServer.received.length = 0;
        } else await brought();
        const who = how === 'handed back' ? 'otherPro' : 'reviewer';
        const answer = await world.as(who, 'PUT', `${path()}/${verb}`, body);
        expect(answer.status).toBe(200);
        await work();
        const mails = told();
        expect(mails).toEqual([
          {
            ...cancelled(
              expect.stringMatching(/^A deadline in the call Call \d+ is no longer yours$/) as never,
            ),
            to: world.people[who].email,
            sequence: expect.any(Number),
          },
        ]);
        expect(mails[0]?.sequence).toBeGreaterThan(first);
      },
    );

    it('only where a mail had brought it', async () => {
      await plan('reviewer', 'news');
      await world.as('reviewer', 'PUT', `${path()}/accept`, { accepted: false, reason: 'No time.' });
      await work();
      expect(told()).toMatchObject([{ subject: 'News of application', method: undefined }]);
    });
  });

  it('is not sent to whoever is in conflict, gave the work back, has done it, or closed the account', async () => {
    const outcomes: unknown[] = [];
    const attempt = async (who: Player, templateId: string) => {
      await plan(who, templateId);
      await work();
      outcomes.push([(await states())?.state, mailServer.received.splice(0).length]);
    };
    await attempt('reviewer', 'reminder');
    await accept();
    await world.as('reviewer', 'PUT', `/v2/assignments/${review}/submit`, { data: [], newGroups: [] });
    await work();
    mailServer.received.length = 0;
    await attempt('reviewer', 'reminder');
    await attempt('reviewer', 'news');
    const { userId } = world.people.reviewer;
    await world.as('pro', 'PUT', `/v2/applications/${application.id}/conflicts/${userId}`, {
      reason: 'Family.',
    });
    await attempt('reviewer', 'news');
    review = await world.give(application, 'REV', 'colleague');
    await world.as('pro', 'PUT', `/v2/assignments/${review}/revoke`, { reason: 'No longer needed.' });
    await work();
    mailServer.received.length = 0;
    await attempt('colleague', 'reminder');
    await attempt('colleague', 'news');
    await app.db
      .updateTable('users')
      .set({ status: 'closed' })
      .where('id', '=', world.people.stranger.userId)
      .execute();
    await attempt('stranger', 'news');
    expect(outcomes).toEqual([
      ['sent', 1],
      ['dropped', 0],
      ['sent', 1],
      ['dropped', 0],
      ['dropped', 0],
      ['sent', 1],
      ['dropped', 0],
    ]);
  });

  it('tells an address without an account nothing of the application, and is not sent where nothing is left', async () => {
    await plan('nobody@example.org', 'news', { assignmentId: null });
    await plan('nobody@example.org', 'secret');
    await work();
    expect(sent()).toMatchObject([{ to: 'nobody@example.org', subject: expect.any(String) }]);
    const text = mailServer.received[0]?.text ?? '';
    expect(text).not.toContain(application.uid);
    expect(text).not.toContain('Waves');
    expect(text).not.toContain('/applications/');
    expect(text).not.toContain('your profile');
    expect(await states()).toMatchObject({ state: 'dropped', error: null });
  });

  it.each(['admin', 'super_admin', 'eurohpc_admin'] as const)(
    'goes to nobody with the role %s, whom the portal that it leads to refuses',
    async (role) => {
      const { userId } = world.people.acChair;
      const be = (now: Role) =>
        app.db.updateTable('users').set({ role: now }).where('id', '=', userId).execute();
      await plan('acChair', 'news');
      await be(role);
      await work();
      expect([await states(), mailServer.received]).toMatchObject([{ state: 'dropped' }, []]);
      await be('ac_chair');
      await plan('acChair', 'news');
      await work();
      expect(await states()).toMatchObject({ state: 'sent' });
    },
  );

  it('goes to nobody who has come to the address since', async () => {
    await plan('acChair', 'news');
    const { userId, email } = world.people.acChair;
    await app.db.updateTable('users').set({ email: 'new@example.org' }).where('id', '=', userId).execute();
    await work();
    await app.db.updateTable('users').set({ email }).where('id', '=', userId).execute();
    expect([await states(), mailServer.received]).toMatchObject([{ state: 'dropped' }, []]);
  });

  // The last one: its clock does not go back.
  it('names the person and the deadline of overdue work to people who assign the step, without what they may not see', async () => {
    await accept();
    app.clock.advance(11 * 24 * 3_600_000);
    for (const who of ['pro', 'chair', 'colleague', 'owner'] as const) await plan(who, 'reminder');
    await work();
    const due = 'It is due 01-12-2026 23:59 (Brussels time), in 0 days.';
    const late = 'For reviewer Number 6. From Clearcall.';
    expect(sent().map(({ body }) => body.split(' Open it:')[0]?.replace(/^.*Hello to you, /, ''))).toEqual([
      `pro Number 2. The project is Waves. ${due} By owner Number 1. ${late}`,
      `chair Number 8. ${due} ${late}`,
      // The applicant does not read which review it is, and a person without an assignment or a view rule gets no email.
      'owner Number 1. The project is Waves. By owner Number 1. From Clearcall.',
    ]);
  });
});
