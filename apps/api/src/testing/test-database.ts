import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';

export const templateName = 'clearcall_template';

export function nameInUrl(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  return url.href;
}

function templateOf(from: Parameters<typeof createTestDatabase>[0]): string {
  if (typeof from === 'object') return new URL(from.copyOf).pathname.slice(1);
  return from === 'empty' ? 'template0' : templateName;
}

async function asAdmin(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('databaseUrl') });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

/**
 * A database of its own for a test file: a copy of the migrated template, an empty one, or a copy of another one to which
 * nobody is connected.
 */
export async function createTestDatabase(
  from: 'migrated' | 'empty' | { copyOf: string } = 'migrated',
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Copied file by file it takes a third of the time: nothing of it is logged.
  await asAdmin(`create database ${name} template ${templateOf(from)} strategy file_copy`);
  return {
    url: nameInUrl(inject('databaseUrl'), name),
    drop: async () => {
      for (let left = 10; left > 0; left -= 1) {
        const dropped = await asAdmin(`drop database if exists ${name} with (force)`).then(
          () => true,
          (error: { code?: string }) => {
            // The database server is at work in it by itself (autovacuum), and only it may end that.
            if (error.code !== '42501' || left === 1) throw error;
            return false;
          },
        );
        if (dropped) return;
        await setTimeout(200);
      }
    },
  };
}
