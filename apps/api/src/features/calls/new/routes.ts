import * as contract from '@clearcall/contract/new-calls.ts';
import { type CopiedPart, copyCall } from '@clearcall/domain/calls/definition/copy-call.ts';
import type { CallTemplate } from '@clearcall/domain/calls/definition/new-call.ts';
import { configurationCommand } from '../../../platform/audit/configuration-command.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { type Operation, operation } from '../../../platform/http/bind.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/http/refuse.ts';
import type { Platform } from '../../../platform/platform.ts';
import { loadLiveCall } from '../definition/load-live.ts';
import { copyDocuments } from './documents.ts';
import { loadedTemplates } from './templates.ts';
import { type Source, writeNewCall } from './write-new-call.ts';

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
