import * as contract from '@clearcall/contract/option-lists.ts';
import { decideListRows, hasLabel, type ListOption } from '@clearcall/domain/organisation/option-list.ts';
import { codeOf } from '@clearcall/domain/values/code-of.ts';
import { sql } from 'kysely';
import { configurationCommand, done, editFields } from '../../../platform/audit/configuration-command.ts';
import type { Db } from '../../../platform/db/pool.ts';
import type { Operation } from '../../../platform/http/bind.ts';
import { isRefusal, refuse } from '../../../platform/http/refuse.ts';
import { loadList, titleColumns, writeOptions } from './list-sql.ts';
import { isListUsed, isOptionUsed } from './option-use.ts';

const subjectOf = (id: number) => ({ kind: 'list', id }) as const;

const create = configurationCommand(contract.createList, async (tx, { body }, { organisation }) => {
  if (!hasLabel(body)) return refuse('label_needed');
  const { version, ...labels } = body;
  await sql`lock table option_groups in share row exclusive mode`.execute(tx);
  const known = await tx.selectFrom('option_groups').select(['id', 'tag']).execute();
  const tags = new Set(known.map(({ tag }) => tag.replaceAll('_', '-')));
  const tag = codeOf(body.en || body.de || body.fr, tags).replaceAll('-', '_');
  const id = Math.max(1_000, ...known.map((row) => row.id)) + 1;
  const { texts, inLanguages } = titleColumns(labels, organisation.language());
  await tx
    .insertInto('option_groups')
    .values({
      id,
      tag,
      ...texts,
      version,
      in_languages: inLanguages === null ? null : JSON.stringify(inLanguages),
    })
    .execute();
  return { change: { subject: subjectOf(id), action: 'created', after: body }, reply: { id } };
});

const change = configurationCommand(
  contract.changeList,
  async (tx, { params: { id }, body }, { organisation }) => {
    const language = organisation.language();
    const list = await loadList(tx, id, language, { locks: true });
    const stored = list && { ...list.labels, version: list.version };
    return editFields({
      subject: subjectOf(id),
      stored,
      edits: body,
      write: async (after) => {
        const { version = '', ...labels } = { en: '', de: '', fr: '', ...stored, ...after };
        if (!hasLabel(labels)) return refuse('label_needed');
        const { texts, inLanguages } = titleColumns(labels, language);
        await tx
          .updateTable('option_groups')
          .set({ ...texts, version, in_languages: inLanguages === null ? null : JSON.stringify(inLanguages) })
          .where('id', '=', id)
          .execute();
        return undefined;
      },
    });
  },
);

/** Whether each of these is a value of another list. */
async function areParents(tx: Db, id: number, parents: readonly string[]): Promise<boolean> {
  const wanted = [...new Set(parents)].filter((parent) => parent !== '');
  const { rows } = await sql<{ known: number }>`
    select count(distinct value)::int as known from options
    where group_id <> ${id} and value = any(${wanted}::text[])`.execute(tx);
  return rows[0]?.known === wanted.length;
}

const paste = configurationCommand(
  contract.pasteValues,
  async (tx, { params: { id }, body }, { organisation }) => {
    const language = organisation.language();
    const list = await loadList(tx, id, language, { locks: true });
    if (list === undefined) return refuse('not_found');
    if (list.revision !== body.revision) return refuse('list_changed');
    const { options, added, changed, retired, reordered } = decideListRows(list.options, body.rows, body);
    if (!options.every(hasLabel)) return refuse('label_needed');
    if (
      !(await areParents(
        tx,
        id,
        body.rows.map(({ parent }) => parent),
      ))
    )
      return refuse('no_such_parent');
    const placed = options.map((option, position) => ({ ...option, position }));
    await writeOptions(tx, id, placed, language);
    const touched = new Set([...added, ...changed, ...retired]);
    if (touched.size === 0 && !reordered) return { change: null, reply: done };
    const valuesOf = (some: readonly ListOption[]) => some.filter(({ value }) => touched.has(value));
    return {
      change: {
        subject: subjectOf(id),
        action: 'values_changed',
        before: { values: valuesOf(list.options) },
        after: {
          added: added.length,
          changed: changed.length,
          retired: retired.length,
          ...(reordered ? { reordered } : {}),
          values: valuesOf(options),
        },
      },
      reply: done,
    };
  },
);

const changeOne = configurationCommand(
  contract.changeValue,
  async (tx, { params: { id }, body }, { organisation }) => {
    const { value, edits } = body;
    const language = organisation.language();
    const list = await loadList(tx, id, language, { locks: true });
    const position = list?.options.findIndex((option) => option.value === value) ?? -1;
    const option = list?.options[position];
    const outcome = await editFields({
      subject: subjectOf(id),
      stored: option && { ...option },
      edits,
      write: async (after) => {
        const next = { ...(option as ListOption), ...after };
        if (!hasLabel(next)) return refuse('label_needed');
        if (after.parent !== undefined && !(await areParents(tx, id, [next.parent])))
          return refuse('no_such_parent');
        await writeOptions(tx, id, [{ ...next, position }], language);
        return undefined;
      },
    });
    if (isRefusal(outcome) || outcome.change === null) return outcome;
    const { before, after } = outcome.change;
    return {
      ...outcome,
      change: { ...outcome.change, before: { value, ...before }, after: { value, ...after } },
    };
  },
);

const deleteOne = configurationCommand(
  contract.deleteValue,
  async (tx, { params: { id }, body: { value } }, { organisation }) => {
    const list = await loadList(tx, id, organisation.language(), { locks: true });
    const option = list?.options.find((one) => one.value === value);
    if (list === undefined || option === undefined) return refuse('not_found');
    if (await isOptionUsed(tx, list.tag, value)) return refuse('option_used');
    await tx.deleteFrom('options').where('group_id', '=', id).where('value', '=', value).execute();
    return { change: { subject: subjectOf(id), action: 'deleted', before: { ...option } }, reply: done };
  },
);

const deleteWhole = configurationCommand(
  contract.deleteList,
  async (tx, { params: { id } }, { organisation }) => {
    const list = await loadList(tx, id, organisation.language(), { locks: true });
    if (list === undefined) return refuse('not_found');
    if (await isListUsed(tx, id)) return refuse('list_used');
    const { labels, version, options } = list;
    await tx.deleteFrom('options').where('group_id', '=', id).execute();
    await tx.deleteFrom('option_groups').where('id', '=', id).execute();
    const name = labels.en || labels.de || labels.fr;
    const before = { name, version, values: options.map(({ value }) => value) };
    return { change: { subject: subjectOf(id), action: 'deleted', before }, reply: done };
  },
);

export const listCommands: readonly Operation[] = [create, change, paste, changeOne, deleteOne, deleteWhole];
