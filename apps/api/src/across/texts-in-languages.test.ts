import type { Step } from '@clearcall/domain/forms/types.ts';
import { type Language, languages } from '@clearcall/i18n/language.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pagesOfApplications } from '../features/calls/reports/applications-of.ts';
import { replaceSettings } from '../features/organisation/replace-settings.ts';
import { openDatabase } from '../platform/db/pool.ts';
import { workOff } from '../platform/jobs/work.ts';
import { createLog } from '../platform/log.ts';
import { buildTestApp, type SignedIn, type TestApp } from '../testing/build-test-app.ts';
import { openWhole } from '../testing/factories.ts';
import { smallWorld } from '../testing/small-world.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { allWork } from './work.ts';
import { hashDatabase } from './world/hash.ts';
import { loadWorld } from './world/load.ts';

/** What authors wrote in several languages: who is told it in which, and that nothing else hangs on the language. */

const now = new Date('2026-11-21T12:00:00Z');

/** The small world with its texts in several languages; the guide and the label of an option are not in all of them. */
function worldInLanguages() {
  const world = JSON.parse(JSON.stringify(smallWorld()));
  const [call] = world.calls;
  call.title = { en: 'Regular Access {YYYY}', de: 'Regulärer Zugang {YYYY}', fr: 'Accès régulier {YYYY}' };
  call.description = { en: 'A year.', de: 'Ein Jahr.' };
  call.info = { en: '<p>More</p><script>x</script>', de: '<p>Mehr</p><script>x</script>' };
  call.facts = { who: { en: 'All', fr: 'Tous' }, track: 'HPC' };
  call.links = { link1: { title: { en: 'Guide', de: 'Anleitung' }, address: 'https://example.org/' } };
  call.documents = [
    {
      name: 'terms',
      title: { en: 'Terms', de: 'Bedingungen' },
      format: 'pdf',
      sections: [{ heading: 'One', text: ['{TITLE}'] }],
    },
  ];
  // Work is asked for at once.
  delete call.timeframes;
  const [step, check] = call.flow.steps;
  step.title = { en: 'Application', de: 'Antrag', fr: 'Demande' };
  step.guide = { en: 'Describe it.', fr: 'Décrivez.' };
  step.forms[0].title = { en: 'The project', de: 'Das Vorhaben', fr: 'Le projet' };
  step.forms[0].elements[1].config = { id: 'research_field_group' };
  step.forms[0].elements[0].title = { en: 'Title', de: 'Titel', fr: 'Titre' };
  check.title = { en: 'Check', de: 'Prüfung' };
  check.config = { showCoi: true, coiText: { en: 'I am free.', de: 'Ich bin frei.' } };
  check.permissions = { assign: ['pro'], assignable: ['pro'], view: [] };
  const [group] = world.optionGroups;
  group.title = { en: 'Yes or no', de: 'Ja oder nein' };
  group.options = [
    { value: 'yes', label: { en: 'Yes', de: 'Ja', fr: 'Oui' } },
    { value: 'no', label: { en: 'No', de: 'Nein' } },
  ];
  return world;
}

let app: TestApp;

/** Somebody of the staff who reads in a language. */
async function reads(language: Language): Promise<SignedIn> {
  const somebody = await app.login({ role: 'pro' });
  await app.db.updateTable('users').set({ language }).where('id', '=', somebody.userId).execute();
  return somebody;
}

const readers: Partial<Record<Language, SignedIn>> = {};
const reader = (language: Language): SignedIn => {
  const found = readers[language];
  if (found === undefined) throw new Error(`nobody reads ${language}`);
  return found;
};

beforeAll(async () => {
  app = await buildTestApp({ now });
  const { db, files, vault } = app.platform;
  const loaded = await loadWorld({ db, files, vault }, worldInLanguages(), now);
  if (!loaded.ok) throw new Error(loaded.sentences.join(' '));
  for (const language of languages) readers[language] = await reads(language);
});
afterAll(() => app.close());

const asked = (path: string, accepted: string) =>
  app.call('GET', path, { headers: { 'accept-language': accepted } });

it('tells a call in the language of the page, and what is not given in it in that of the organisation', async () => {
  const outcome = async (accepted: string) => {
    const { body, headers } = await asked('/v2/calls/1', accepted);
    const { title, description, info, facts, links, documents, flow } = body;
    const steps = flow.steps.map((step: { title: string }) => step.title);
    return [
      [headers['content-language'], title, description, info, facts.who, facts.track],
      [links.link1.title, documents[0].title, ...steps],
    ];
  };
  expect([
    await outcome('en'),
    await outcome('de-AT, en;q=0.5'),
    await outcome('fr'),
    await outcome('nl'),
  ]).toEqual([
    [
      ['en', 'Regular Access 2026', 'A year.', '<p>More</p>', 'All', 'HPC'],
      ['Guide', 'Terms', 'Application', 'Check'],
    ],
    [
      ['de', 'Regulärer Zugang 2026', 'Ein Jahr.', '<p>Mehr</p>', 'All', 'HPC'],
      ['Anleitung', 'Bedingungen', 'Antrag', 'Prüfung'],
    ],
    [
      ['fr', 'Accès régulier 2026', 'A year.', '<p>More</p>', 'Tous', 'HPC'],
      ['Guide', 'Terms', 'Demande', 'Check'],
    ],
    [
      ['en', 'Regular Access 2026', 'A year.', '<p>More</p>', 'All', 'HPC'],
      ['Guide', 'Terms', 'Application', 'Check'],
    ],
  ]);
});

it('names the language of what is told in another than the organisation’s', async () => {
  const marks = async (accepted: string) => {
    const { told, documents, flow } = (await asked('/v2/calls/1', accepted)).body;
    return [told, ...[...documents, ...flow.steps].map((text: { told?: object }) => text.told)];
  };
  expect([await marks('de'), await marks('fr'), await marks('nl')]).toEqual([
    [
      { title: 'de', description: 'de', info: 'de', links: 'de' },
      { title: 'de' },
      { title: 'de' },
      { title: 'de' },
    ],
    [{ title: 'fr', facts: 'fr' }, undefined, { title: 'fr' }, { title: 'en' }],
    [
      { title: 'en', description: 'en', info: 'en', facts: 'en', links: 'en' },
      { title: 'en' },
      { title: 'en' },
      { title: 'en' },
    ],
  ]);
  expect((await app.app.inject({ url: '/theme.json' })).json().language).toBe('en');
});

it('keeps what everybody gets for each language by itself, and says to caches what it hangs on', async () => {
  const titles = async (accepted: string, headers = {}) => {
    const answer = await app.call('GET', '/v2/calls/published', {
      headers: { 'accept-language': accepted, ...headers },
    });
    return {
      status: answer.status,
      titles: answer.body?.data?.map((call: { title: string }) => call.title),
      vary: answer.headers.vary,
      tag: String(answer.headers.etag),
    };
  };
  const english = await titles('en');
  const german = await titles('de');
  expect([english.titles, german.titles, (await titles('en')).titles, (await titles('fr')).titles]).toEqual([
    ['Regular Access 2026'],
    ['Regulärer Zugang 2026'],
    ['Regular Access 2026'],
    ['Accès régulier 2026'],
  ]);
  expect([english.vary, german.vary]).toEqual(Array(2).fill('Accept-Language, Accept-Encoding'));
  // What a browser has of the one language is not the other.
  expect((await titles('de', { 'if-none-match': english.tag })).status).toBe(200);
  expect((await titles('de', { 'if-none-match': german.tag })).status).toBe(304);
  expect(await app.sqlCount(() => titles('de'))).toBe(0);
});

it('tells the labels of options in it', async () => {
  const group = async (accepted: string) => {
    const { body } = await asked('/v2/options?tags=yes_no', accepted);
    return body.data.map((one: { title: string; options: { label: string }[] }) => [
      one.title,
      ...one.options.map(({ label }) => label),
    ]);
  };
  expect([await group('de'), await group('fr'), await group('en')]).toEqual([
    [['Ja oder nein', 'Ja', 'Nein']],
    [['Yes or no', 'Oui', 'No']],
    [['Yes or no', 'Yes', 'No']],
  ]);
});

it('names the languages of options that a browser keeps as if the organisation had any language', async () => {
  const options = async (accepted: string) =>
    (await asked('/v2/options?tags=yes_no', accepted)).body.data[0].options.map(
      (one: { told?: object }) => one.told,
    );
  const before = [await options('en'), await options('fr')];
  expect(before).toEqual([
    [{ label: 'en' }, { label: 'en' }],
    [{ label: 'fr' }, undefined],
  ]);
  const { themeHash: _hash, logo: _logo, ...settings } = await app.platform.organisation();
  expect(await replaceSettings(app.platform, { ...settings, language: 'de' })).toEqual({ ok: true });
  expect([await options('en'), await options('fr')]).toEqual(before);
  expect(await replaceSettings(app.platform, settings)).toEqual({ ok: true });
});

/** An application of a reader, with its texts as they are told to them. */
async function begun(language: Language) {
  const { token } = reader(language);
  const { body } = await app.call('POST', '/v2/applications', { token, body: { callId: 1 } });
  const opened = await openWhole(app, body.uid, token);
  const application = opened.body;
  const [step]: Step[] = application.steps;
  const form = step?.forms[0];
  return {
    application,
    token,
    told: [
      application.call.title,
      application.call.links.link1.title,
      application.call.documents[0].title,
      step?.title,
      step?.guide,
      form?.title,
      form?.elements[0]?.title,
      ...application.options.yes_no.map((option: { label: string }) => option.label),
    ],
  };
}

it('tells an application in the language of its reader, and no part of it to others', async () => {
  const all: Record<string, unknown> = {};
  // One after the other, and the first again: nobody gets what was kept for the one before.
  for (const language of [...languages, 'en'] as const) {
    const { told: reported } = await begun(language);
    expect(all[language] ?? reported).toEqual(reported);
    all[language] = reported;
  }
  expect(all).toEqual({
    en: [
      'Regular Access 2026',
      'Guide',
      'Terms',
      'Application',
      'Describe it.',
      'The project',
      'Title',
      'Yes',
      'No',
    ],
    de: [
      'Regulärer Zugang 2026',
      'Anleitung',
      'Bedingungen',
      'Antrag',
      'Describe it.',
      'Das Vorhaben',
      'Titel',
      'Ja',
      'Nein',
    ],
    fr: ['Accès régulier 2026', 'Guide', 'Terms', 'Demande', 'Décrivez.', 'Le projet', 'Titre', 'Oui', 'No'],
  });
});

it('names the language of each text of an application, of its options and of its call in lists', async () => {
  const marks: Record<string, unknown> = {};
  for (const language of languages) {
    const { application, token } = await begun(language);
    const [step]: Step[] = application.steps;
    const listed = await app.call('POST', '/v2/applications/search', { token, body: { role: 'applicant' } });
    marks[language] = [
      application.call.told,
      application.call.documents[0].told,
      step?.told,
      step?.forms[0]?.elements[0]?.told,
      ...application.options.yes_no.map((option: { told?: object }) => option.told),
      listed.body.data[0].told,
    ];
  }
  expect(marks).toEqual({
    en: [
      { title: 'en', description: 'en', info: 'en', facts: 'en', links: 'en' },
      { title: 'en' },
      undefined,
      undefined,
      { label: 'en' },
      { label: 'en' },
      { callTitle: 'en', step: 'en' },
    ],
    de: [
      { title: 'de', description: 'de', info: 'de', links: 'de' },
      { title: 'de' },
      { title: 'de' },
      { title: 'de' },
      { label: 'de' },
      { label: 'de' },
      { callTitle: 'de', step: 'de' },
    ],
    fr: [
      { title: 'fr', facts: 'fr' },
      undefined,
      { title: 'fr', guide: 'fr' },
      { title: 'fr' },
      { label: 'fr' },
      undefined,
      { callTitle: 'fr', step: 'fr' },
    ],
  });
});

it('names the questions of a refused submission in it, lists and mails too, and stores the same in all', async () => {
  const stored: unknown[] = [];
  for (const language of languages) {
    const { application, token } = await begun(language);
    const [assignment] = application.assignments;
    const path = `/v2/assignments/${assignment.id}`;
    const refused = await app.call('PUT', `${path}/submit`, { token, body: { data: [] } });
    expect([refused.status, refused.body.problems[0].title]).toEqual([
      422,
      { en: 'Title', de: 'Titel', fr: 'Titre' }[language],
    ]);
    const groupId = app.platform.newId();
    const item = (flowElementId: string, value: string, dataGroupId: string | null = null) => ({
      flowElementId,
      dataGroupId,
      input: { values: [value] },
      revision: 0,
    });
    const submitted = await app.call('PUT', `${path}/submit`, {
      token,
      body: {
        data: [
          item('title', 'Ice cores'),
          item('again', 'no'),
          item('partition', 'north-cpu', groupId),
          item('amount', '40', groupId),
        ],
        newGroups: [{ id: groupId, flowElementId: 'request', order: 0 }],
      },
    });
    expect(submitted.status).toBe(200);
    const { rows } = await sql<{ content: unknown }>`
      select jsonb_build_object('title', ap.title, 'partitions', ap.partitions, 'again', (
        select jsonb_agg(x -> 'values') from jsonb_array_elements(a.submitted_content -> 'answers') x
        where x ->> 'elementId' = 'again')) as content
      from applications ap join assignments a on a.application_id = ap.id where ap.id = ${application.id}`.execute(
      app.db,
    );
    stored.push(rows[0]?.content);
  }
  expect(stored).toEqual(Array(3).fill({ title: 'Ice cores', partitions: ['North CPU'], again: [['no']] }));

  const list = await app.call('POST', '/v2/applications/search', {
    token: reader('de').token,
    body: {
      role: 'applicant',
      searchBy: [{ column: 'callTitle', op: 'contains', value: 'regulärer' }],
      orderBy: { column: 'callTitle', direction: 'ASC' },
    },
  });
  expect(new Set(list.body.data.map((one: { callTitle: string }) => one.callTitle))).toEqual(
    new Set(['Regulärer Zugang 2026']),
  );

  // Of the answered option its label is told, and found by what is read.
  const groups = async (language: Language, value: string) => {
    const { body } = await app.call('POST', '/v2/applications/search', {
      token: reader(language).token,
      body: {
        role: 'pro',
        searchBy: [{ column: 'researchGroup', op: 'contains', value }],
        orderBy: { column: 'id', direction: 'ASC' },
      },
    });
    return body.data.map((one: { researchGroup: string }) => one.researchGroup);
  };
  expect([
    await groups('de', 'nein'),
    await groups('de', 'ja'),
    await groups('en', 'nein'),
    await groups('fr', 'no'),
  ]).toEqual([['Nein', 'Nein', 'Nein'], [], [], ['No', 'No', 'No']]);
  const reported: unknown[] = [];
  const asked = { userId: reader('de').userId, language: 'de' } as const;
  for await (const page of pagesOfApplications(app.db, 1, asked))
    reported.push(...page.map(({ researchGroup }) => researchGroup));
  expect(reported.slice(-3)).toEqual(['Nein', 'Nein', 'Nein']);

  await workOff(app.platform, allWork(app.platform));
  const { rows: mails } = await sql<{ recipient: string; text: string }>`
    select recipient, subject || text_body as text from kept_mails where subject ~ 'R01-'`.execute(app.db);
  const saying = (language: Language) =>
    mails.find(({ recipient }) => recipient === reader(language).email)?.text ?? '';
  expect(saying('de')).toContain('Regulärer Zugang 2026');
  expect(saying('de')).toContain('Prüfung');
  expect(saying('fr')).toContain('Accès régulier 2026');
  expect(saying('en')).toContain('Regular Access 2026');
});

it('keeps what somebody agreed to in the words that they were shown', async () => {
  const { rows: applications } = await sql<{ uid: string; ownerId: number }>`
    select uid, owner_id as "ownerId" from applications where status = 'submitted' order by id limit 1`.execute(
    app.db,
  );
  const [application] = applications;
  const giver = await reads('en');
  const agreements: unknown[] = [];
  for (const language of ['de', 'fr'] as const) {
    const { token, userId } = await reads(language);
    const given = await app.call('POST', `/v2/applications/${application?.uid}/assign`, {
      token: giver.token,
      body: {
        flowElementId: 'CHECK',
        userId,
        partitionId: null,
        role: 'pro',
        makeLead: false,
        deadline: null,
      },
    });
    expect([given.status, given.body.message]).toEqual([200, undefined]);
    const waiting = await app.call('POST', '/v2/applications/dashboard', {
      token,
      body: { role: 'pro' },
    });
    const work = waiting.body.data.flatMap((one: { assignments: { step: string }[] }) => one.assignments);
    expect(work.map((one: { step: string }) => one.step)).toEqual([language === 'de' ? 'Prüfung' : 'Check']);
    const answered = await app.call('PUT', `/v2/assignments/${given.body.id}/accept`, {
      token,
      body: { accepted: true, agreed: true, reason: '' },
    });
    expect(answered.status).toBe(200);
    const { agreement } = await app.db
      .selectFrom('assignments')
      .select('agreement')
      .where('id', '=', given.body.id)
      .executeTakeFirstOrThrow();
    agreements.push(agreement);
  }
  expect(agreements).toEqual(['Ich bin frei.', 'I am free.']);
});

/** The titles of the call and of its steps, by language. */
const titlesIn: Record<Language, readonly string[]> = {
  en: ['Regular Access 2026', 'Application', 'Check'],
  de: ['Regulärer Zugang 2026', 'Antrag', 'Prüfung'],
  fr: ['Accès régulier 2026', 'Demande'],
};

/** The titles in a reply with the language that it names for each: that of the organisation if it names none. */
function namedTitles(reply: unknown, found = new Map<string, Language>()): Map<string, Language> {
  if (typeof reply !== 'object' || reply === null) return found;
  const told = ('told' in reply ? reply.told : null) as Partial<Record<string, Language>> | null;
  for (const [name, value] of Object.entries(reply)) {
    if (Object.values(titlesIn).some((titles) => titles.includes(value)))
      found.set(`${name}: ${value}`, told?.[name] ?? 'en');
    namedTitles(value, found);
  }
  return found;
}

it('names the language of titles in every list of staff, on boards and of work that is finished', async () => {
  const lists = [
    ['POST', '/v2/applications/dashboard', {}],
    ['POST', '/v2/applications/search', { role: 'pro' }],
    ['GET', '/v2/applications/steps?role=pro'],
    ['POST', '/v2/applications/survey', { applicationIds: [1, 2, 3] }],
    ['POST', '/v2/assignments/late', { unansweredDays: 1 }],
    ['GET', '/v2/calls/1/scores'],
    ['GET', '/v2/assignments/finished'],
    ['GET', '/v2/releases/waiting'],
  ] as const;
  for (const { userId } of languages.map(reader))
    await sql`
      with others as (select id from applications where status = 'submitted' and owner_id <> ${userId} order by id limit 1)
      insert into assignments (id, application_id, step_id, owner_id, role, status, created_at, deadline_at, submitted_at, submitted_content)
      select gen_random_uuid(), others.id, 'CHECK', ${userId}, 'pro', kind.status, ${now}, ${now}, kind.at, kind.content
      from others, (values ('submitted', ${now}::timestamptz, '{"rows": [], "answers": []}'::jsonb), ('accepted', null, null))
        kind (status, at, content)`.execute(app.db);
  await sql`
    insert into waiting_releases (application_id, step_id, release_id, was_withdrawn, planned_at, due_at)
    select id, 'CHECK', gen_random_uuid(), false, ${now}, ${now} from applications where status = 'submitted'`.execute(
    app.db,
  );
  app.clock.advance(86_400_000);
  for (const language of languages) {
    const { token } = reader(language);
    const wrong: string[] = [];
    const silent: string[] = [];
    for (const [method, path, body] of lists) {
      const answer = await app.call(method, path, { token, ...(body && { body }) });
      expect([path, answer.status]).toEqual([path, 200]);
      const titles = namedTitles(answer.body);
      if (titles.size === 0) silent.push(path);
      for (const [title, named] of titles)
        if (!titlesIn[named].includes(title.replace(/^.*: /, '')))
          wrong.push(`${path} ${title} is not ${named}`);
    }
    expect([language, wrong, silent]).toEqual([language, [], []]);
  }
});

it('stores all languages of a world, and gives a world without others the hash that it had', async () => {
  const { document } = await app.db.selectFrom('flow_versions').select('document').executeTakeFirstOrThrow();
  const world = worldInLanguages();
  expect(document).toMatchObject({
    steps: world.calls[0].flow.steps.map(({ title }: { title: unknown }) => ({ title })),
  });
  const { in_languages } = await app.db.selectFrom('calls').select('in_languages').executeTakeFirstOrThrow();
  expect(in_languages).toEqual({
    en: {
      title: 'Regular Access 2026',
      description: 'A year.',
      info: '<p>More</p>',
      facts: { who: 'All', track: 'HPC' },
      links: { link1: { title: 'Guide', address: 'https://example.org/' } },
    },
    de: {
      title: 'Regulärer Zugang 2026',
      description: 'Ein Jahr.',
      info: '<p>Mehr</p>',
      links: { link1: { title: 'Anleitung', address: 'https://example.org/' } },
    },
    fr: { title: 'Accès régulier 2026', facts: { who: 'Tous', track: 'HPC' } },
  });

  const database = await createTestDatabase();
  const { db, close } = openDatabase(database.url, createLog('silent'));
  const { files, vault } = app.platform;
  expect(await loadWorld({ db, files, vault }, smallWorld(), now)).toMatchObject({ ok: true });
  // The standard lists have others.
  await sql`update options set in_languages = null`.execute(db);
  const hash = await hashDatabase(db);
  await sql`update calls set in_languages = '{"de": {"title": "Ruf"}}'`.execute(db);
  expect(await hashDatabase(db)).not.toBe(hash);
  for (const table of ['calls', 'call_documents', 'option_groups', 'options'])
    await sql`alter table ${sql.table(table)} drop column in_languages cascade`.execute(db);
  await sql`alter table flow_steps drop column titles`.execute(db);
  expect(await hashDatabase(db)).toBe(hash);
  await close();
  await database.drop();
});

it('takes the language of the organisation for texts that are not given in that of the reader', async () => {
  const place = await buildTestApp({ now });
  const world = worldInLanguages();
  world.organisation = { ...world.organisation, language: 'fr' };
  const { db, files, vault } = place.platform;
  expect(await loadWorld({ db, files, vault }, world, now)).toMatchObject({ ok: true });
  const { body } = await place.call('GET', '/v2/calls/1', { headers: { 'accept-language': 'de' } });
  const steps = body.flow.steps.map((step: { title: string }) => step.title);
  expect([body.title, body.facts.who, ...steps]).toEqual([
    'Regulärer Zugang 2026',
    'Tous',
    'Antrag',
    'Prüfung',
  ]);
  await place.close();
});

it('refuses a world with a text that is too long or in no language of ours, and loads nothing of it', async () => {
  const database = await createTestDatabase();
  const { db, close } = openDatabase(database.url, createLog('silent'));
  const world = worldInLanguages();
  world.calls[0].title = { en: 'Regular', de: 'x'.repeat(301) };
  world.calls[0].description = { en: 'A year.', nl: 'Een jaar.' };
  const loaded = await loadWorld({ ...app.platform, db }, world, now);
  expect(loaded.ok ? [] : loaded.sentences.map((sentence) => sentence.split(/: (?=Too|Unrec)/)[0])).toEqual([
    'calls › open › title › de',
    'calls › open › description',
  ]);
  await close();
  await database.drop();
});
