import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { faultsOfShape } from '@clearcall/domain/calls/definition/definition-schema.ts';
import { draftExpiresSoon } from '@clearcall/domain/deadlines/draft-expiry.ts';
import { checkAccountNumber } from '@clearcall/domain/people/bank-account.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callColumns } from '../../features/calls/definition/call-columns.ts';
import { findFaults } from '../../features/calls/definition/find-faults.ts';
import { loadLiveCall } from '../../features/calls/definition/load-live.ts';
import { openBankDetails } from '../../features/users/profile/bank-details.ts';
import { verifyPassword } from '../../platform/auth/passwords.ts';
import { type Databases, openDatabase } from '../../platform/db/pool.ts';
import type { Files } from '../../platform/files/files.ts';
import { localFiles } from '../../platform/files/local-files.ts';
import { createLog } from '../../platform/log.ts';
import { openVault, type Vault } from '../../platform/vault.ts';
import { richWorld } from '../../testing/small-world.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { hashDatabase } from './hash.ts';
import { loadWorld, loadWorldFile } from './load.ts';

const demo = fileURLToPath(new URL('../../../demo/world.json', import.meta.url));
const now = new Date('2026-11-21T12:00:00Z');

interface Place extends Databases {
  files: Files;
  vault: Vault;
  folder: string;
  close: () => Promise<void>;
}

async function emptyPlace(): Promise<Place> {
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'clearcall-world-'));
  const databases = openDatabase(database.url, createLog('silent'));
  return {
    ...databases,
    // As the command has it: a load has all the time in the world.
    db: databases.operator,
    folder,
    files: localFiles(folder),
    vault: openVault({ file: join(folder, 'data.key') }),
    close: async () => {
      await databases.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Of the demonstration as it was loaded first. */
let demoHash = '';

describe('the demonstration', () => {
  let place: Place;
  beforeAll(async () => {
    place = await emptyPlace();
  });
  afterAll(() => place.close());

  it('loads', async () => {
    expect(await loadWorldFile(place, demo, now)).toEqual({
      ok: true,
      counts: { users: 52, calls: 15, applications: 56, documents: 74 },
    });
    // Bank details are sealed as the portal seals them: what is stored differs each time.
    const sealed = await place.db.selectFrom('bank_details').selectAll().execute();
    const opened = sealed.map((row) => openBankDetails(place.vault, row.user_id, row));
    expect(opened.map(({ bankHolderName }) => bankHolderName).sort()).toEqual([
      'Henrike Brandenburger',
      'Isolde Vermeersch',
      'Étienne Bourgoin-Lacaze',
    ]);
    expect(opened.filter(({ iban }) => iban === null || checkAccountNumber(iban) !== null)).toEqual([]);
    await place.db.deleteFrom('bank_details').execute();
    demoHash = await hashDatabase(place.db);
  });

  it('has calls that open as definitions without faults, and are written again as they are', async () => {
    const calls = await place.db.selectFrom('calls').selectAll().execute();
    for (const { id, counter, created_at, allocation_period_id, archived_at, ...row } of calls) {
      const live = await loadLiveCall(place.db, id);
      if (live === undefined) throw new Error(`call ${id} is gone`);
      const { definition } = live;
      expect(
        faultsOfShape(
          definition,
          Object.keys(definition).map((part) => [part]),
        ),
      ).toEqual([]);
      const checked = await findFaults(place.db, id, {
        live: definition,
        draft: definition,
        organisation: undefined,
        now,
      });
      expect(checked).toMatchObject({ findings: [], plan: { ok: true, newFlow: false, removedCutoffs: [] } });
      expect({ in_languages: null, ...callColumns(definition, id, undefined) }).toEqual({ ...row });
    }
    expect(calls.length).toBeGreaterThan(10);
  });

  it('refuses a database that already holds something, and changes nothing', async () => {
    const before = await hashDatabase(place.db);
    expect(await loadWorld(place, richWorld(), now)).toEqual({
      ok: false,
      sentences: [
        'The database is not empty: it holds an organisation. A world is loaded into an empty database only.',
      ],
    });
    expect(await hashDatabase(place.db)).toBe(before);
  });

  it('has one account for every role, all with the same password', async () => {
    const users = await place.db
      .selectFrom('users')
      .select(['email', 'role', 'password_hash', 'status'])
      .where('id', '<=', 16)
      .orderBy('id')
      .execute();
    expect(users.map(({ email }) => email)).toEqual(
      users.map(({ role }) => `${role.replaceAll('_', '-')}@example.org`),
    );
    expect(new Set(users.map(({ password_hash }) => password_hash)).size).toBe(1);
    expect(await verifyPassword(users[0]?.password_hash ?? null, 'Demo-portal-2026!')).toBe(true);
  });

  it('shows applications in every state of the first step', async () => {
    const found = await place.db
      .selectFrom('applications')
      .innerJoin('assignments', 'assignments.application_id', 'applications.id')
      .select(['applications.status', 'assignments.status as first'])
      .where('assignments.step_id', 'like', '%.S1')
      .distinct()
      .orderBy('applications.status')
      .orderBy('assignments.status')
      .execute();
    expect(found.map(({ status, first }) => `${status} ${first}`)).toEqual([
      'approved approved',
      'changes_requested changes_requested',
      'draft draft',
      'rejected approved',
      'rejected rejected',
      'submitted approved',
      'submitted resubmitted',
      'submitted submitted',
      'withdrawn approved',
    ]);
  });

  it('shows every step of a review, from the check to the closed report, as it is begun and as it is done', async () => {
    const found = await place.db
      .selectFrom('assignments')
      .innerJoin('applications', 'applications.id', 'assignments.application_id')
      .select(['step_id', 'assignments.status'])
      .where('uid', 'like', 'ESAO-REG-%')
      .where('step_id', '<>', 'REG.S1')
      .distinct()
      .execute();
    const statuses = Map.groupBy(found, ({ step_id }) => step_id);
    expect(
      Object.fromEntries(
        [...statuses].map(([step, list]) => [step, list.map(({ status }) => status).toSorted()]),
      ),
    ).toEqual({
      ADM: ['assigned', 'submitted'],
      TEC: ['accepted', 'assigned', 'refused', 'submitted'],
      SCI: ['accepted', 'assigned', 'conflicted', 'refused', 'revoked', 'submitted'],
      RTR: ['draft', 'submitted'],
      RAP: ['accepted', 'assigned', 'submitted'],
      PAN: ['accepted', 'submitted'],
      ALL: ['accepted', 'assigned', 'refused', 'revoked', 'submitted'],
      ACC: ['draft', 'submitted'],
      ONB: ['assigned', 'submitted'],
      PRJ: ['accepted', 'submitted'],
      FIN: ['assigned', 'submitted'],
      REP: ['approved', 'changes_requested', 'draft', 'submitted'],
      REV: ['accepted', 'submitted'],
    });
  });

  it('has what comes beside the steps: conflicts, dropped partitions, every kind of decision, and notes', async () => {
    const { db } = place;
    const outcomes = await db.selectFrom('decisions').select(['outcome', 'released_at']).execute();
    const conflicts = await db.selectFrom('conflicts').select('source').orderBy('source').execute();
    const dropped = await db
      .selectFrom('assignments')
      .select('id')
      .where('verdict', '=', 'dropped')
      .execute();
    const notes = await db.selectFrom('notes').select('id').execute();
    expect({
      outcomes: [...new Set(outcomes.map(({ outcome }) => outcome))].toSorted(),
      waiting: outcomes.filter(({ released_at }) => released_at === null).length,
      conflicts: conflicts.map(({ source }) => source),
      dropped: dropped.length,
      notes: notes.length,
    }).toEqual({
      outcomes: ['awarded', 'reduced', 'rejected', 'reserve'],
      waiting: 1,
      conflicts: ['declared', 'marked'],
      dropped: 3,
      notes: 3,
    });
  });

  it('has one submitted a second before its deadline, and one of thirty people on four partitions', async () => {
    const [lastSecond] = await place.db
      .selectFrom('applications')
      .innerJoin('cutoffs', 'cutoffs.id', 'applications.cutoff_id')
      .select(['uid', 'submitted_at', 'ends_at'])
      .where('uid', '=', 'ESAO-REG-2025R02-001')
      .execute();
    expect(lastSecond).toEqual({
      uid: 'ESAO-REG-2025R02-001',
      submitted_at: new Date('2025-09-04T07:59:59Z'),
      ends_at: new Date('2025-09-04T08:00:00Z'),
    });
    const large = await place.db
      .selectFrom('applications')
      .innerJoin('assignments', 'assignments.application_id', 'applications.id')
      .innerJoin('group_instances', 'group_instances.assignment_id', 'assignments.id')
      .select((row) => ['title', 'partitions', row.fn.countAll<number>().as('people')])
      .where('element_id', '=', 'R3.g_team')
      .groupBy(['applications.id'])
      .orderBy('people', 'desc')
      .executeTakeFirstOrThrow();
    expect({ ...large, title: [...large.title].length }).toEqual({
      title: 150,
      partitions: ['MareNostrum 5 GPP', 'LUMI-C', 'Leonardo DCGP', 'Karolina CPU'],
      people: 30,
    });
  });

  it('has drafts of every age, one of which will soon be deleted', async () => {
    const drafts = await place.db
      .selectFrom('applications')
      .select(['uid', 'created_at'])
      .where('status', '=', 'draft')
      .orderBy('created_at')
      .execute();
    const soon = drafts.filter(({ created_at }) => draftExpiresSoon(created_at.toISOString(), now));
    const newest = drafts.at(-1)?.created_at;
    expect([drafts.length, soon.map(({ uid }) => uid), newest]).toEqual([
      9,
      ['ESAO-FTA-2026F01-001'],
      new Date('2026-11-21T11:20:00Z'),
    ]);
  });

  it('numbers what people make next behind what was loaded', async () => {
    const rows = await place.db
      .insertInto('users')
      .values({ email: 'next@example.org', first_name: 'Next', last_name: 'Person' })
      .returning('id')
      .execute();
    expect(rows).toEqual([{ id: 53 }]);
  });

  it('keeps the bytes of its documents in the storage', async () => {
    const document = await place.db
      .selectFrom('documents')
      .select(['storage_key', 'size_bytes', 'pages'])
      .where('original_filename', '=', 'Transbuf_scope_and_plan.pdf')
      .executeTakeFirstOrThrow();
    const opened = await place.files.open(document.storage_key);
    const { PDF } = await import('@libpdf/core');
    const chunks: Buffer[] = [];
    for await (const chunk of opened?.stream ?? []) chunks.push(chunk as Buffer);
    const pdf = await PDF.load(Buffer.concat(chunks));
    expect([opened?.sizeBytes, pdf.getPageCount()]).toEqual([document.size_bytes, document.pages]);
  });
});

it('gives the same hash when it is loaded twice at the same time, and another one a second later', async () => {
  const hashOf = async (load: (place: Place) => Promise<unknown>) => {
    const place = await emptyPlace();
    await load(place);
    await place.db.deleteFrom('bank_details').execute();
    return hashDatabase(place.db).finally(place.close);
  };
  expect(await hashOf((place) => loadWorldFile(place, demo, now))).toBe(demoHash);
  const [one, other] = await Promise.all(
    [now, new Date(now.getTime() + 1_000)].map((at) => hashOf((place) => loadWorld(place, richWorld(), at))),
  );
  expect(other).not.toBe(one);
});

it('leaves no row and no file behind when a load fails', async () => {
  const place = await emptyPlace();
  try {
    const before = await hashDatabase(place.db);
    let stored = 0;
    const failing: Files = {
      ...place.files,
      put: (content) => {
        stored += 1;
        if (stored === 2) throw new Error('the disk is full');
        return place.files.put(content);
      },
    };
    await expect(loadWorld({ ...place, files: failing }, richWorld(), now)).rejects.toThrow(
      'the disk is full',
    );
    expect(await hashDatabase(place.db)).toBe(before);
    const left = await readdir(place.folder, { recursive: true, withFileTypes: true });
    expect(left.filter((entry) => entry.isFile())).toEqual([]);
  } finally {
    await place.close();
  }
});

it('takes two assignments on one step that answer one upload, each with a document of its own', async () => {
  const place = await emptyPlace();
  try {
    expect(await loadWorld(place, richWorld(), now)).toEqual({
      ok: true,
      counts: { users: 3, calls: 1, applications: 1, documents: 2 },
    });
    const documents = await place.db.selectFrom('documents').select(['id', 'assignment_id']).execute();
    expect(new Set(documents.map(({ assignment_id }) => assignment_id)).size).toBe(2);
  } finally {
    await place.close();
  }
});

it('says in a sentence what the database refuses of a world, and leaves nothing behind', async () => {
  const place = await emptyPlace();
  try {
    const before = await hashDatabase(place.db);
    await sql`alter table users add constraint no_ada check (first_name <> 'Ada') not valid`.execute(
      place.db,
    );
    const loaded = await loadWorld(place, richWorld(), now);
    expect(loaded).toEqual({
      ok: false,
      sentences: [
        expect.stringMatching(
          /^The database does not take the users of this world: new row .* violates check constraint "no_ada"\. Failing row/,
        ),
      ],
    });
    expect(await hashDatabase(place.db)).toBe(before);
    const left = await readdir(place.folder, { recursive: true, withFileTypes: true });
    expect(left.filter((entry) => entry.isFile())).toEqual([]);
  } finally {
    await place.close();
  }
});
