import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export const templateName = 'clearcall_template';

export function nameInUrl(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function asAdmin(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('databaseUrl') });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

/** A database of its own for a test file: a copy of the migrated template, or an empty one. */
export async function createTestDatabase(
  from: 'migrated' | 'empty' = 'migrated',
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdmin(`create database ${name} template ${from === 'migrated' ? templateName : 'template0'}`);
  return {
    url: nameInUrl(inject('databaseUrl'), name),
    drop: () => asAdmin(`drop database if exists ${name} with (force)`),
  };
}
