import type { CallDefinition } from '@clearcall/domain/calls/definition/call-definition.ts';
import type { LeftOutOfCopy } from '@clearcall/domain/calls/definition/copy-call.ts';
import { diffCalls } from '@clearcall/domain/calls/definition/diff-calls.ts';
import { bareCall, type CallName, nextCallNumber } from '@clearcall/domain/calls/definition/new-call.ts';
import { lockWhole } from '../../../platform/db/locks.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/http/refuse.ts';
import type { Platform } from '../../../platform/platform.ts';
import { callColumns } from '../definition/call-columns.ts';
import { writeEdit } from '../definition/edit.ts';
import { loadEditedCall } from '../definition/load-draft.ts';
import { type NewDocument, writeDocuments } from './documents.ts';

interface NewCall {
  code: string;
  year: number;
  number?: number | undefined;
  title: string;
}

/** Returns the name of a new call, with the next free number unless one is given. No other call gets it meanwhile. */
async function freeName(tx: Db, { code, year, number }: NewCall): Promise<CallName | Refusal> {
  // New calls and publications compare their names with those of all others.
  await lockWhole(tx, 'callNames');
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
export interface Source {
  complete: (bare: CallDefinition) => { definition: CallDefinition; leftOut: LeftOutOfCopy[] };
  documents: NewDocument[];
}

/** Writes the row of a new call, which nobody sees, its documents, and a draft that completes it. */
export async function writeNewCall(
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
