import type { CallDefinition } from '@clearcall/domain/calls/definition/call-definition.ts';
import { withCutoffIds } from '@clearcall/domain/calls/definition/change.ts';
import { cutoffsBefore } from '@clearcall/domain/calls/definition/decide-publication.ts';
import {
  type PublicationEffect,
  publicationEffect,
} from '@clearcall/domain/calls/definition/publication-effect.ts';
import { parseFlowDocument } from '@clearcall/domain/forms/definition.ts';
import { firstStep } from '@clearcall/domain/forms/first-step.ts';
import { splitTexts } from '@clearcall/domain/forms/text-in-languages.ts';
import type { Language } from '@clearcall/i18n/language.ts';
import { sql } from 'kysely';
import type { ConfigurationChange } from '../../../platform/audit/record-change.ts';
import { lockWhole } from '../../../platform/db/locks.ts';
import type { Db } from '../../../platform/db/pool.ts';
import type { Platform } from '../../../platform/platform.ts';
import { callColumns, plainTexts } from './call-columns.ts';
import { cutoffRows } from './cutoff-rows.ts';
import { type Checked, findFaults } from './find-faults.ts';
import { type StoredFlow, writeFlowRows } from './flow-rows.ts';
import { type EditedCall, loadEditedCall, lockEdits } from './load-draft.ts';
import { type LiveCall, loadLiveCall } from './load-live.ts';

/** A draft and the live call that it changes, locked and checked. */
export interface DraftToPublish {
  id: number;
  edited: EditedCall & { draft: NonNullable<EditedCall['draft']> };
  live: LiveCall;
  checked: Checked;
  effect: PublicationEffect;
}

/** Locks the draft of a call for its publication, and checks it. */
export async function lockDraft(
  tx: Db,
  { organisation }: Platform,
  id: number,
  now: Date,
): Promise<DraftToPublish | 'not_found' | 'no_draft'> {
  const language = organisation.language();
  // New calls and publications compare their names with those of all others.
  await lockWhole(tx, 'callNames');
  await lockEdits(tx, id);
  // New applications to the call wait until it is published.
  await sql`select from calls where id = ${id} for update`.execute(tx);
  const edited = await loadEditedCall(tx, id, language);
  const live = await loadLiveCall(tx, id, language);
  if (edited === undefined || live === undefined) return 'not_found';
  const { draft, definition } = edited;
  if (draft === null) return 'no_draft';
  const about = { live: live.definition, draft: definition, organisation: language, now };
  return {
    id,
    edited: { ...edited, draft },
    live,
    checked: await findFaults(tx, id, about),
    effect: publicationEffect(live.definition, definition, now),
  };
}

/** Whether a draft can go live. */
export const hasErrors = ({ checked: { plan, findings } }: DraftToPublish): boolean =>
  !plan.ok || findings.some(({ severity }) => severity === 'error');

interface Publishing {
  publisherId: number | null;
  approverId: number | null;
  /** Cut-off of the draft from which a changed flow applies; null: all. */
  fromCutoff: string | null;
  note: string;
  now: Date;
}

/** A definition that may go live. */
interface Publishable {
  id: number;
  edited: Pick<EditedCall, 'definition' | 'revision'> & { draft: { begunAfter: number } };
  live: LiveCall;
  checked: Pick<Checked, 'plan'>;
  effect: Pick<PublicationEffect, 'extended'>;
}

/** Makes a definition without errors live, with everything that it consists of. The draft stays. */
export async function writeLive(
  tx: Db,
  platform: Platform,
  { id, edited, live, checked: { plan }, effect }: Publishable,
  { publisherId, approverId, fromCutoff, note, now }: Publishing,
): Promise<{ number: number; change: Omit<ConfigurationChange, 'at' | 'actorId'> }> {
  if (!plan.ok) throw new Error('a draft with errors cannot go live');
  const organisation = platform.organisation.language();
  const { definition: draft, revision } = edited;
  await tx
    .updateTable('calls')
    .set(columnsOf(draft, id, organisation))
    .where('id', '=', id)
    .execute();
  const flow = plan.newFlow
    ? await writeFlow(tx, id, draft.flow, live.flowVersion + 1)
    : (live.definition.flow as StoredFlow);
  const cutoffs = await writeCutoffs(tx, id, draft, plan.removedCutoffs, flow);
  if (plan.newFlow && live.flowVersion > 0) {
    const kept = fromCutoff === null ? [] : cutoffsBefore(draft, fromCutoff);
    const ids = cutoffs.flatMap((cutoff, nth) =>
      kept.includes(draft.cutoffs[nth]?.id ?? '') ? [cutoff.id] : [],
    );
    await keepFlow(tx, id, { cutoffs: ids, version: live.flowVersion });
  }
  await writeDocuments(tx, id, draft, { organisation, now });
  const ids = new Map(draft.cutoffs.map((cutoff, nth) => [cutoff.id, cutoffs[nth]?.id ?? cutoff.id]));
  await renameCutoffs(tx, id, { ids, since: edited.draft.begunAfter });
  const number = await writePublication(tx, id, {
    publisher_id: publisherId,
    approver_id: approverId,
    note,
    at: now,
    begun_after: edited.draft.begunAfter,
    revision,
    definition: { ...draft, flow, cutoffs },
  });
  await platform.emit(
    tx,
    effect.extended.map(({ cutoff, from }) => ({
      type: 'cutoff_extended' as const,
      occurredAt: now,
      ...(publisherId !== null && { actorId: publisherId }),
      detail: { callId: id, cutoffId: Number(cutoff), from },
    })),
  );
  return {
    number,
    change: { subject: { kind: 'call', id }, action: 'published', after: { number, revision } },
  };
}

/** Makes a draft without errors live. */
export async function goLive(tx: Db, platform: Platform, draft: DraftToPublish, publishing: Publishing) {
  const written = await writeLive(tx, platform, draft, publishing);
  await tx.deleteFrom('call_drafts').where('call_id', '=', draft.id).execute();
  return written;
}

/** Writes the next publication of a call, and returns its number. */
async function writePublication(
  tx: Db,
  callId: number,
  {
    definition,
    ...publication
  }: {
    publisher_id: number | null;
    approver_id: number | null;
    note: string;
    at: Date;
    begun_after: number;
    revision: number;
    definition: CallDefinition;
  },
): Promise<number> {
  const last = await tx
    .selectFrom('publications')
    .select('number')
    .where('call_id', '=', callId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  const number = (last?.number ?? 0) + 1;
  await tx
    .insertInto('publications')
    .values({ ...publication, call_id: callId, number, definition: JSON.stringify(definition) })
    .execute();
  return number;
}

function columnsOf(draft: CallDefinition, id: number, organisation: Language) {
  const { facts, links, in_languages, ...columns } = callColumns(draft, id, organisation);
  return {
    ...columns,
    facts: JSON.stringify(facts),
    links: JSON.stringify(links),
    in_languages: in_languages === undefined ? null : JSON.stringify(in_languages),
  };
}

/** Writes the next version of the flow, folded as all versions are. */
async function writeFlow(tx: Db, callId: number, document: unknown, version: number): Promise<StoredFlow> {
  const read = parseFlowDocument(document);
  if (!read.ok) throw new Error('a flow without findings cannot be read');
  const flow = { ...(read.flow as StoredFlow), version };
  const { id } = await tx
    .insertInto('flow_versions')
    .values({ call_id: callId, version, document: JSON.stringify(flow) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeFlowRows(tx, id, flow);
  return flow;
}

/** Lets cut-offs keep the version of the flow that they had, which was this one unless it was earlier. All others get the newest. */
const keepFlow = (tx: Db, callId: number, { cutoffs, version }: { cutoffs: string[]; version: number }) =>
  sql`update cutoffs k set flow_version_id = case when k.id = any(${cutoffs}::bigint[]) then coalesce(k.flow_version_id,
      (select f.id from flow_versions f where f.call_id = ${callId} and f.version = ${version})) end
    where k.call_id = ${callId}`.execute(tx);

/**
 * Writes the cut-offs with their amounts and timeframes, and returns them with the ids that new ones got. Timeframes of
 * steps that the flow does not have stay for the applications that have these steps.
 */
async function writeCutoffs(
  tx: Db,
  callId: number,
  draft: CallDefinition,
  removed: readonly string[],
  flow: StoredFlow,
): Promise<CallDefinition['cutoffs']> {
  if (removed.length > 0) await tx.deleteFrom('cutoffs').where('id', 'in', removed.map(Number)).execute();
  // Positions are unique in their call at every moment.
  await sql`update cutoffs set position = -1 - position where call_id = ${callId}`.execute(tx);
  const known = await tx.selectFrom('cutoffs').select('id').where('call_id', '=', callId).execute();
  const live = new Set(known.map((row) => String(row.id)));
  const placed = draft.cutoffs.map(({ id, start, end }, nth) => ({ id, start, end, position: nth + 1 }));
  await sql`update cutoffs k set position = n.position, starts_at = n.start, ends_at = n.end,
      closed_at = case when k.ends_at = n.end then k.closed_at end
    from jsonb_to_recordset(${JSON.stringify(placed.filter(({ id }) => live.has(id)))}::jsonb)
      as n(id bigint, position integer, start timestamptz, "end" timestamptz)
    where k.id = n.id`.execute(tx);
  const { rows: made } = await sql<{ id: number; position: number }>`
    insert into cutoffs (call_id, position, starts_at, ends_at)
    select ${callId}, n.position, n.start, n.end
    from jsonb_to_recordset(${JSON.stringify(placed.filter(({ id }) => !live.has(id)))}::jsonb)
      as n(position integer, start timestamptz, "end" timestamptz)
    returning id::int, position`.execute(tx);
  const newIds = new Map(made.map(({ id, position }) => [position, String(id)]));
  const cutoffs = draft.cutoffs.map((cutoff, nth) => ({ ...cutoff, id: newIds.get(nth + 1) ?? cutoff.id }));

  const first = firstStep(flow)?.id ?? '';
  const rows = cutoffs.map((cutoff, nth) =>
    cutoffRows(cutoff, { id: Number(cutoff.id), callId, position: nth + 1, firstStep: first }),
  );
  const ids = cutoffs.map(({ id }) => Number(id));
  await tx.deleteFrom('cutoff_partitions').where('cutoff_id', 'in', ids).execute();
  await sql`insert into cutoff_partitions (cutoff_id, partition_id, disabled, min, max, fixed, pool)
    select cutoff_id, partition_id, disabled, min, max, fixed, pool from jsonb_populate_recordset(
      null::cutoff_partitions, ${JSON.stringify(rows.flatMap(({ amounts }) => amounts))}::jsonb)`.execute(tx);
  const steps = flow.steps.map(({ id }) => id);
  await tx.deleteFrom('timeframes').where('call_id', '=', callId).where('step_id', 'in', steps).execute();
  await sql`insert into timeframes (call_id, step_id, cutoff_id, starts_at, ends_at)
    select call_id, step_id, cutoff_id, starts_at, ends_at from jsonb_populate_recordset(
      null::timeframes, ${JSON.stringify(rows.flatMap(({ timeframes }) => timeframes))}::jsonb)`.execute(tx);
  return cutoffs;
}

/** Gives the cut-offs in the edits of a draft the ids that they have got, by which the history names them. */
async function renameCutoffs(
  tx: Db,
  callId: number,
  { ids, since }: { ids: ReadonlyMap<string, string>; since: number },
): Promise<void> {
  if ([...ids].every(([before, now]) => before === now)) return;
  const edits = await tx
    .selectFrom('call_changes')
    .select(['revision', 'changes', 'inverses'])
    .where('call_id', '=', callId)
    .where('revision', '>', since)
    .execute();
  const renamed = edits.map(({ revision, changes, inverses }) => ({
    revision,
    changes: withCutoffIds(changes, ids),
    inverses: withCutoffIds(inverses, ids),
  }));
  await sql`update call_changes e set changes = n.changes, inverses = n.inverses
    from jsonb_to_recordset(${JSON.stringify(renamed)}::jsonb) as n(revision integer, changes jsonb, inverses jsonb)
    where e.call_id = ${callId} and e.revision = n.revision`.execute(tx);
}

/**
 * Writes the documents with their files. Files that no document has any more stay stored, so that an earlier version of
 * the call can be published again.
 */
async function writeDocuments(
  tx: Db,
  callId: number,
  draft: CallDefinition,
  { organisation, now }: { organisation: Language; now: Date },
): Promise<void> {
  const plain = plainTexts(organisation);
  const rows = draft.documents.map(({ id, title, file }, position) => {
    const { texts, inLanguages } = splitTexts(organisation, { title: (tell) => tell(plain(title)) });
    return { name: id, position, title: texts.title, in_languages: inLanguages, ...file };
  });
  const written = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(name text, position integer,
    title text, in_languages jsonb, filename text, "mediaType" text, "sizeBytes" integer, sha256 text)`;
  await sql`insert into call_files (call_id, sha256, filename, media_type, size_bytes, storage_key, uploaded_at)
    select call_id, sha256, filename, media_type, size_bytes, storage_key, coalesce(uploaded_at, ${now})
    from call_documents where call_id = ${callId} on conflict do nothing`.execute(tx);
  await sql`delete from call_documents where call_id = ${callId}
    and name <> all(${rows.map(({ name }) => name)}::text[])`.execute(tx);
  await sql`insert into call_documents as d (call_id, name, position, title, in_languages, filename, media_type,
      size_bytes, sha256, storage_key, uploaded_at)
    select f.call_id, n.name, n.position, n.title, n.in_languages, n.filename, n."mediaType", n."sizeBytes", f.sha256,
      f.storage_key, f.uploaded_at
    from ${written} join call_files f on f.call_id = ${callId} and f.sha256 = decode(n.sha256, 'hex')
    on conflict (call_id, name) do update set position = excluded.position, title = excluded.title,
      in_languages = excluded.in_languages, filename = excluded.filename, media_type = excluded.media_type,
      size_bytes = excluded.size_bytes, sha256 = excluded.sha256, storage_key = excluded.storage_key,
      uploaded_at = case when d.sha256 = excluded.sha256 then d.uploaded_at else excluded.uploaded_at end`.execute(
    tx,
  );
}
