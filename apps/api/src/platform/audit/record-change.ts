import type { ChangeAction, ChangeSubject } from '@clearcall/domain/organisation/configuration-change.ts';
import { sql } from 'kysely';
import { lockWhole } from '../db/locks.ts';
import type { Db } from '../db/pool.ts';
import type { Platform } from '../platform.ts';
import { hashOfChange, sealOfChanges } from './change-hash.ts';

/**
 * One change of the configuration. `before` and `after` hold ids, codes, dates and settings, never the name or address of
 * a person.
 */
export interface ConfigurationChange {
  at: Date;
  /** Null: the operator, by a command. */
  actorId: number | null;
  subject: { kind: ChangeSubject; id: string | number };
  action: ChangeAction;
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
  reason?: string | null;
}

/**
 * Writes changes into the audit log, in the transaction of the command that made them. Call it last: until that
 * transaction ends, every other command of the administration waits here for its place in the chain.
 */
export async function recordChanges(
  tx: Db,
  { vault }: Pick<Platform, 'vault'>,
  changes: readonly ConfigurationChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const given = changes.map(({ at, actorId, subject, action, before, after, reason }) => ({
    at: at.toISOString(),
    actor_id: actorId,
    subject_kind: subject.kind,
    subject_id: String(subject.id),
    action,
    before: before ?? null,
    after: after ?? null,
    reason: reason ?? null,
  }));
  await lockWhole(tx, 'configurationChanges');
  const { rows } = await sql<{ id: number; text: string; last: string | null }>`
    with last as (select id, encode(hash, 'hex') as hash from configuration_changes order by id desc limit 1),
    numbered as (
      select coalesce((select id from last), 0) + nth as id, one
      from jsonb_array_elements(${JSON.stringify(given)}::jsonb) with ordinality as given(one, nth))
    select id::int, (select hash from last) as last,
      hashed_text(jsonb_populate_record(null::configuration_changes, one || jsonb_build_object('id', id))) as text
    from numbered order by id`.execute(tx);
  let previous = rows[0]?.last ?? null;
  const written = rows.map(({ id, text }, nth) => {
    const hash = hashOfChange(previous, text);
    const { keyId, hmac } = vault.mark(hash, sealOfChanges);
    const chained = {
      id,
      previous_hash: previous === null ? null : `\\x${previous}`,
      hash: `\\x${hash}`,
      seal_key: keyId,
      seal: `\\x${hmac.toString('hex')}`,
    };
    previous = hash;
    return { ...given[nth], ...chained };
  });
  await sql`
    insert into configuration_changes (id, at, actor_id, subject_kind, subject_id, action, before, after, reason,
      previous_hash, hash, seal_key, seal)
    select id, at, actor_id, subject_kind, subject_id, action, before, after, reason, previous_hash, hash, seal_key, seal
    from jsonb_populate_recordset(null::configuration_changes, ${JSON.stringify(written)}::jsonb)`.execute(
    tx,
  );
}

/** The time that the log names: the real one, also where a demonstration has moved that of the workflow. */
export const auditTime = ({ now }: Pick<Platform, 'now'>): Date => now();

/** Writes one change; see `recordChanges`. */
export const recordChange = (
  tx: Db,
  platform: Pick<Platform, 'vault'>,
  change: ConfigurationChange,
): Promise<void> => recordChanges(tx, platform, [change]);
