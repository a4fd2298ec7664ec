import * as contract from '@clearcall/contract/new-calls.ts';
import type { CallDefinition } from '@clearcall/domain/calls/definition/call-definition.ts';
import {
  type CopiedPart,
  copyCall,
  type LeftOutOfCopy,
} from '@clearcall/domain/calls/definition/copy-call.ts';
import { diffCalls } from '@clearcall/domain/calls/definition/diff-calls.ts';
import {
  bareCall,
  type CallName,
  type CallTemplate,
  nextCallNumber,
} from '@clearcall/domain/calls/definition/new-call.ts';
import { configurationCommand } from '../../../platform/audit/configuration-command.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { type Operation, operation } from '../../../platform/http/bind.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/http/refuse.ts';
import type { Platform } from '../../../platform/platform.ts';
import { callColumns } from '../definition/call-columns.ts';
import { writeEdit } from '../definition/edit.ts';
import { loadEditedCall } from '../definition/load-draft.ts';
import { loadLiveCall } from '../definition/load-live.ts';
import { lockCallNames } from '../definition/lock-call-names.ts';
import { copyDocuments, type NewDocument, writeDocuments } from './documents.ts';
import { loadedTemplates } from './templates.ts';

const listTemplates = operation(contract.listCallTemplates, async () => {
  const templates = Object.entries(await loadedTemplates());
  return {
    data: templates.map(([id, { steps, forms }]) => ({
      id: id as CallTemplate,
      steps,
      forms,
    })),
  };
});

interface NewCall {
  code: string;
  year: number;
  number?: number | undefined;
  title: string;
}

/** Returns the name of a new call, with the next free number unless one is given. No other call gets it meanwhile. */
async function freeName(tx: Db, { code, year, number }: NewCall): Promise<CallName | Refusal> {
  await lockCallNames(tx);
  const calls = await tx
    .selectFrom('calls')
    .select(['code', 'year', 'number'])
    .where('code', '=', code)
    .where('year', '=', year)
    .execute();
  if (number === undefined) {
    const next = nextCallNumber({ code, year }, calls);
    return next === null ? refuse('call_numbers_used') : { code, year, number: next };
  }
  return calls.some((call) => call.number === number) ? refuse('call_exists') : { code, year, number };
}

/** What a new call is made from. */
interface Source {
  complete: (bare: CallDefinition) => { definition: CallDefinition; leftOut: LeftOutOfCopy[] };
  documents: NewDocument[];
}

/** Writes the row of a new call, which nobody sees, its documents, and a draft that completes it. */
async function writeNewCall(
  tx: Db,
  given: NewCall,
  { complete, documents }: Source,
  { by, at, platform }: { by: number; at: Date; platform: Platform },
): Promise<{ id: number; name: CallName; leftOut: LeftOutOfCopy[] } | Refusal> {
  const name = await freeName(tx, given);
  if (isRefusal(name)) return name;
  const language = platform.organisation.language();
  const { theme } = await platform.organisation();
  const bare = bareCall({
    ...name,
    title: given.title,
    language,
    organisation: theme.organization.shortName,
    timeZone: theme.timeZone,
  });
  const { facts, links, in_languages, ...columns } = callColumns(bare, 0, language);
  const { id } = await tx
    .insertInto('calls')
    .values({
      ...columns,
      facts: JSON.stringify(facts),
      links: JSON.stringify(links),
      in_languages: in_languages === undefined ? null : JSON.stringify(in_languages),
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeDocuments(tx, Number(id), documents);
  const edited = await loadEditedCall(tx, Number(id), language);
  if (edited === undefined) throw new Error('a call that was just created is not there');
  const { definition, leftOut } = complete({ ...bare, title: edited.definition.title });
  const written = await writeEdit(tx, edited, {
    callId: Number(id),
    base: 0,
    changes: diffCalls(edited.definition, definition).map(({ change }) => change),
    undoes: null,
    authorId: by,
    at,
  });
  return isRefusal(written) ? written : { id: Number(id), name, leftOut };
}

/** The definition of a template, with what the new call has of its own. */
async function fromTemplate(id: CallTemplate): Promise<Source> {
  const { steps: _steps, forms: _forms, ...template } = (await loadedTemplates())[id];
  return {
    documents: [],
    // A publication makes the call public.
    complete: (bare) => ({ definition: { ...bare, ...template, published: true }, leftOut: [] }),
  };
}

/** Parts of another call as it is published. */
async function fromCall(
  tx: Db,
  platform: Platform,
  { call, parts }: { call: number; parts: readonly CopiedPart[] },
): Promise<Source | Refusal> {
  const live = await loadLiveCall(tx, call, platform.organisation.language());
  if (live === undefined) return refuse('not_found');
  if (live.flowVersion === 0) return refuse('call_never_published');
  const wanted = new Set(parts);
  return {
    documents: wanted.has('documents') ? await copyDocuments(tx, platform, call) : [],
    complete: (bare) => copyCall(live.definition, bare, wanted),
  };
}

const create = configurationCommand(contract.createCall, async (tx, { body, actor, now }, platform) => {
  const { from } = body;
  const source =
    from.kind === 'template' ? await fromTemplate(from.template) : await fromCall(tx, platform, from);
  if (isRefusal(source)) return source;
  const made = await writeNewCall(tx, body, source, { by: actor.userId, at: now, platform });
  if (isRefusal(made)) return made;
  const { id, name, leftOut } = made;
  return {
    change: { subject: { kind: 'call', id }, action: 'created', after: { name: body.title, ...name } },
    reply: { id, leftOut },
  };
});

export const newCalls: readonly Operation[] = [listTemplates, create];
