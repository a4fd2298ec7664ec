import { readdir, readlink } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FilesUnavailable } from '../../platform/files/files.ts';
import { startWorker } from '../../platform/jobs/work.ts';
import { type Answer, buildTestApp, type SignedIn, type TestApp } from '../../testing/build-test-app.ts';
import {
  createCall,
  createDraft,
  createSurroundings,
  type Draft,
  itemOf,
  pdfOf,
  reviewFlow,
  uploadChecked,
  uploadOf,
} from '../../testing/factories.ts';
import { readZip } from '../../testing/read-zip.ts';
import { allBytesOf, author, revealingPdfs } from '../../testing/revealing-pdfs.ts';
import { allWork } from '../work.ts';

const centreView = {
  role: 'compute_centre_representative',
  scope: 'centre',
  from: 'submitted',
  audience: ['public'],
};

/** Reviewers read what was submitted and add a report; the applicant reads it once it is released. */
const flow = {
  ...reviewFlow,
  steps: reviewFlow.steps.map((step) => {
    const view = [
      { role: 'scientific_reviewer', scope: 'own', from: 'submitted', audience: ['public'] },
      { role: 'applicant', scope: 'own', from: 'released', audience: ['public'] },
    ];
    if (step.id === 'APP')
      return { ...step, permissions: { assign: [], assignable: [], view: [...view, centreView] } };
    if (step.id !== 'REV') return step;
    return {
      ...step,
      title: 'Review / the first: "A"',
      permissions: { assign: [], assignable: ['scientific_reviewer'], view: view.slice(1) },
      forms: [
        {
          id: 'REV.F',
          title: 'Review',
          order: 0,
          elements: [{ id: 'report', type: 'upload', title: 'Report' }],
        },
      ],
    };
  }),
};

const revealing = Uint8Array.from(revealingPdfs['properties and document ids']?.() ?? []);

let app: TestApp;
let plain: Uint8Array<ArrayBuffer>;
let callId: number;
let worker: { stop: () => Promise<void> };
let pro: SignedIn;
let centre: SignedIn;
let reviewers: SignedIn[];
/** Reviewed by two, whose reports are released to the applicant. */
let reviewed: Draft;
/** Submitted with two letters of one name. */
let other: Draft;

async function ask(method: string, path: string, token: string, body: object = {}) {
  const answer = await app.call(method, path, { token, body });
  expect([path, answer.status, answer.body.message]).toEqual([path, 200, undefined]);
  return answer.body;
}

async function submitted(
  partition: string,
  files: [string, string, Uint8Array<ArrayBuffer>][],
): Promise<Draft> {
  const draft = await createDraft(app, callId);
  for (const [elementId, filename, bytes] of files)
    expect(await uploadChecked(app, draft, uploadOf(bytes, { elementId, filename }))).toMatchObject({
      status: 200,
    });
  const groupId = app.platform.newId();
  await ask('PUT', `/v2/assignments/${draft.assignmentId}/submit`, draft.token, {
    data: [itemOf('title', ['Waves']), itemOf('part', [partition], { groupId })],
    newGroups: [{ id: groupId, order: 0, flowElementId: 'parts' }],
  });
  return draft;
}

beforeAll(async () => {
  app = await buildTestApp({ now: new Date(), config: { requestTimeoutMs: 5_000 } });
  worker = await startWorker(app.platform, allWork(app.platform));
  plain = await pdfOf(1);
  await createSurroundings(app.db);
  await app.db.insertInto('centres').values({ id: 'south', name: 'Southern Centre' }).execute();
  await app.db.updateTable('partitions').set({ centre_id: 'south' }).where('id', '=', 'aurora-gpu').execute();
  callId = (await createCall(app, { code: 'REG', title: 'Regular', flow })).id;
  const days = (count: number) => new Date(Date.now() + count * 86_400_000);
  await app.db
    .updateTable('cutoffs')
    .set({ starts_at: days(-1), ends_at: days(100) })
    .execute();
  await app.db
    .updateTable('calls')
    .set({ download_roles: ['pro', 'compute_centre_representative', 'scientific_reviewer'] })
    .execute();
  pro = await app.login({ role: 'pro' });
  centre = await app.login({ role: 'compute_centre_representative' });
  await app.db
    .insertInto('memberships')
    .values({ user_id: centre.userId, centre_id: 'south', part: 'representative' })
    .execute();
  reviewers = [
    await app.login({ role: 'scientific_reviewer', firstName: 'Zoë', lastName: 'Ångström' }),
    await app.login({ role: 'scientific_reviewer', firstName: 'Ana', lastName: 'CON' }),
  ];
  reviewed = await submitted('aurora-cpu', [['case', `${author}.pdf`, revealing]]);
  for (const reviewer of reviewers) {
    const { id } = await ask('POST', `/v2/applications/${reviewed.uid}/assign`, pro.token, {
      flowElementId: 'REV',
      userId: reviewer.userId,
      role: 'scientific_reviewer',
    });
    await ask('PUT', `/v2/assignments/${id}/accept`, reviewer.token, { accepted: true });
    const own = { assignmentId: id, token: reviewer.token };
    await uploadChecked(app, own, uploadOf(revealing, { elementId: 'report', filename: 'mine.pdf' }));
    await ask('PUT', `/v2/assignments/${id}/submit`, reviewer.token, { data: [], newGroups: [] });
  }
  await ask('POST', `/v2/applications/${reviewed.uid}/release`, pro.token, { flowElementId: 'REV' });
  other = await submitted('aurora-gpu', [
    ['letters', 'letter.pdf', plain],
    ['letters', 'LETTER.pdf', plain],
  ]);
  await createDraft(app, callId);
});
afterAll(async () => {
  await worker.stop();
  await app.close();
});

const bundle = ({ token }: { token: string }, id = callId) =>
  app.call('GET', `/download/call/${id}`, { token });
const documents = (uid: string, { token }: { token: string }) =>
  app.call('GET', `/download/application/${uid}/documents`, { token });

/** What stands in a zip: of each PDF whether it is as it was uploaded, of the rest the text. */
function treeOf({ status, bytes }: Answer): Record<string, string> {
  expect(status).toBe(200);
  return Object.fromEntries(
    [...readZip(bytes)].map(([name, content]) => {
      if (!name.endsWith('.pdf')) return [name, String(content)];
      const original = content.equals(revealing) || content.equals(plain);
      if (/^([^/]+)\/\1\.pdf$/.test(name)) return [name, content.subarray(0, 5).toString()];
      return [name, original ? 'original' : allBytesOf(content).includes(author) ? 'says who' : 'copy'];
    }),
  );
}
const readMe = expect.stringMatching(
  /^Files of the applications for Regular that you can download, as they were on /,
);
const rev = 'Review _ the first_ _A_';

/** For staff, names of files begin with the user id and the last name of their author. */
const forStaff = (author: { userId: number } | undefined, lastName = `Number ${author?.userId}`): string =>
  `${author?.userId}_${lastName}_`;

describe('the bundle of a call', () => {
  it('holds a folder for each submitted application, with the files as staff may have them', async () => {
    const answer = await bundle(pro);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringContaining('REG-2026-1-bundle.zip'),
    });
    expect(treeOf(answer)).toEqual({
      'README.txt': readMe,
      [`${reviewed.uid}/${reviewed.uid}.pdf`]: '%PDF-',
      [`${other.uid}/${other.uid}.pdf`]: '%PDF-',
      [`${reviewed.uid}/Application/${forStaff(reviewed)}Scientific case.pdf`]: 'original',
      [`${reviewed.uid}/${rev}/${forStaff(reviewers[0], 'Ångström')}Report.pdf`]: 'original',
      [`${reviewed.uid}/${rev}/${forStaff(reviewers[1], 'CON')}Report.pdf`]: 'original',
      [`${other.uid}/Application/${forStaff(other)}Letters.pdf`]: 'original',
      [`${other.uid}/Application/${forStaff(other)}Letters #2.pdf`]: 'original',
    });
  });

  it('reaches as far as the right to download: of a centre what asks for its partitions', async () => {
    expect(treeOf(await bundle(centre))).toEqual({
      'README.txt': readMe,
      [`${other.uid}/${other.uid}.pdf`]: '%PDF-',
      [`${other.uid}/Application/Letters.pdf`]: 'original',
      [`${other.uid}/Application/Letters #2.pdf`]: 'original',
    });
  });

  it('is refused to everybody else, and says nothing of calls that are not there', async () => {
    const [reviewer = pro] = reviewers;
    for (const who of [reviewer, reviewed, await app.login()])
      expect(await bundle(who)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(await bundle(pro, 999_999)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('is fetched by a browser with a ticket that is good for a minute, while the session is', async () => {
    const staff = await app.login({ role: 'pro' });
    const asked = (who: SignedIn) => app.call('POST', `/v2/calls/${callId}/bundle`, { token: who.token });
    const fetched = async (address: string) => app.call('GET', address);
    const { address } = (await asked(staff)).body;
    expect(treeOf(await fetched(address))).toEqual(treeOf(await bundle(staff)));
    expect(await asked(centre)).toMatchObject({ status: 200 });
    expect(await asked(await app.login())).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    // Whoever lost the right since gets nothing by it, nor whoever logged out, nor anybody later.
    await app.db.updateTable('users').set({ role: 'user' }).where('id', '=', staff.userId).execute();
    expect(await fetched(address)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    await app.db
      .updateTable('sessions')
      .set({ ended_at: new Date() })
      .where('user_id', '=', staff.userId)
      .execute();
    expect(await fetched(address)).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
    const late = (await asked(pro)).body.address;
    app.clock.advance(61_000);
    expect(await fetched(late)).toMatchObject({ status: 410, body: { code: 'link_expired' } });
    expect(await fetched(`${late}A`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('leaves out what its reader has a conflict of interest with', async () => {
    const staff = await app.login({ role: 'pro' });
    await ask('PUT', `/v2/applications/${other.uid}/conflicts/${staff.userId}`, pro.token, {
      reason: 'Family',
    });
    expect(Object.keys(treeOf(await bundle(staff))).filter((name) => name.startsWith(other.uid))).toEqual([]);
    expect(await documents(other.uid, staff)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

describe('all documents of an application', () => {
  it('are what each reader may have of it', async () => {
    expect(treeOf(await documents(reviewed.uid, pro))).toEqual({
      [`${reviewed.uid}/Application/${forStaff(reviewed)}Scientific case.pdf`]: 'original',
      [`${reviewed.uid}/${rev}/${forStaff(reviewers[0], 'Ångström')}Report.pdf`]: 'original',
      [`${reviewed.uid}/${rev}/${forStaff(reviewers[1], 'CON')}Report.pdf`]: 'original',
    });
    // To the applicant the reviewers are numbers, and their files copies that do not say who they are.
    expect(treeOf(await documents(reviewed.uid, reviewed))).toEqual({
      [`${reviewed.uid}/Application/Scientific case.pdf`]: 'original',
      [`${reviewed.uid}/${rev}/Scientific reviewer 1, Report.pdf`]: 'copy',
      [`${reviewed.uid}/${rev}/Scientific reviewer 2, Report.pdf`]: 'copy',
    });
    const [reviewer = pro] = reviewers;
    expect(treeOf(await documents(reviewed.uid, reviewer))).toEqual({
      [`${reviewed.uid}/Application/Scientific case.pdf`]: 'original',
      [`${reviewed.uid}/${rev}/Report.pdf`]: 'original',
    });
  });

  it('are missing to whoever does not see the application', async () => {
    for (const who of [other, await app.login()])
      expect(await documents(reviewed.uid, who)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('come without what cannot be read, which a text names with the reason', async () => {
    const broken = await submitted('aurora-cpu', [
      ['case', 'case.pdf', plain],
      ['letters', 'letter.pdf', plain],
    ]);
    const row = await app.db
      .selectFrom('documents')
      .select('storage_key')
      .where('assignment_id', '=', broken.assignmentId)
      .where('element_id', '=', 'case')
      .executeTakeFirstOrThrow();
    await app.platform.files.remove(row.storage_key);
    expect(treeOf(await documents(broken.uid, broken))).toEqual({
      [`${broken.uid}/Application/Letters.pdf`]: 'original',
      [`${broken.uid}/Missing files.txt`]:
        'These files are missing here or are not complete:\r\nApplication/Scientific case.pdf: The portal no longer has this file.\r\n',
    });
  });
});

describe('a disk that is full', () => {
  it('costs a bundle what has to be made, which a text names, and nothing else', async () => {
    const { files } = app.platform;
    const { receive } = files;
    files.receive = async (source) => {
      source.destroy();
      throw new FilesUnavailable('the disk does not take files: ENOSPC');
    };
    // What was made for the others is another, for somebody who reads in another language.
    const german = await app.login({ role: 'pro' });
    await app.db.updateTable('users').set({ language: 'de' }).where('id', '=', german.userId).execute();
    const tree = treeOf(
      await app.call('GET', `/download/call/${callId}?wait=1`, {
        token: german.token,
        headers: { 'accept-language': 'de' },
      }),
    );
    files.receive = receive;
    expect(tree).toMatchObject({
      [`${other.uid}/Application/${forStaff(other)}Letters.pdf`]: 'original',
      [`${other.uid}/Fehlende Dateien.txt`]: `Diese Dateien fehlen hier oder sind unvollständig:\r\n${other.uid}.pdf: Das Portal erstellt dieses PDF noch. Laden Sie es in einigen Minuten noch einmal herunter.\r\n`,
    });
    expect(Object.keys(tree)).not.toContain(`${other.uid}/${other.uid}.pdf`);
  });
});

describe.runIf(process.platform === 'linux')('a reader who goes away', () => {
  /** How many files of the storage this process holds open. */
  async function held(): Promise<number> {
    const names = await readdir('/proc/self/fd');
    const links = await Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')));
    return links.filter((link) => link.startsWith(app.platform.config.dataDir)).length;
  }

  beforeAll(async () => {
    await app.app.listen({ host: '127.0.0.1', port: 0 });
  });
  /** Begins to read, and takes in nothing. */
  function begin(path: string) {
    const { port } = app.app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1').pause();
    socket.on('error', () => undefined);
    socket.write(`GET /api${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${pro.token}\r\n\r\n`);
    return socket;
  }
  // More than the connections between two programs take in by themselves.
  const large = Buffer.alloc(48_000_000, 'x');

  it('leaves nothing of a PDF open, and the next one has it whole', async () => {
    const path = `/v2/applications/${other.uid}/download`;
    // Those that the test before asked for are made first.
    const asked = async () => (await app.call('GET', path, { token: pro.token })).status;
    await expect.poll(asked, { timeout: 200_000 }).toBe(200);
    const { key } = await app.platform.files.put(large);
    await app.db
      .updateTable('printouts')
      .set({ storage_key: key })
      .where('kind', '=', 'application')
      .execute();
    for (const ms of [0, 8, 64]) {
      const socket = begin(path);
      await setTimeout(ms);
      socket.destroy();
    }
    const last = begin(path);
    await expect.poll(held, { timeout: 60_000 }).toBe(1);
    last.destroy();
    await expect.poll(held, { timeout: 60_000 }).toBe(0);
    expect((await app.call('GET', path, { token: pro.token })).bytes.equals(large)).toBe(true);
  });

  it('leaves no file and no connection to the database open, whenever that is', async () => {
    // The worker holds one for what it is told.
    const { pool } = app.platform.databases.background;
    const busy = () => pool.totalCount - pool.idleCount;
    const listening = 1;
    await expect.poll(busy, { timeout: 60_000 }).toBe(listening);
    const { key } = await app.platform.files.put(large);
    await app.db
      .updateTable('documents')
      .set({ storage_key: key })
      .where('original_filename', '=', 'letter.pdf')
      .execute();
    const bundleOf = () => begin(`/download/call/${callId}`);
    for (const ms of [0, 2, 8, 32, 128]) {
      const sockets = [bundleOf(), bundleOf(), bundleOf()];
      await setTimeout(ms);
      for (const socket of sockets) socket.destroy();
    }
    const last = bundleOf();
    await expect.poll(held, { timeout: 60_000 }).toBe(1);
    last.destroy();
    await expect.poll(held, { timeout: 60_000 }).toBe(0);
    await expect.poll(busy, { timeout: 60_000 }).toBe(listening);
  });
});
