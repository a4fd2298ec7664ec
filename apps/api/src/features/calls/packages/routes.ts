import * as contract from '@clearcall/contract/call-packages.ts';
import { documentFormats } from '@clearcall/domain/calls/call-document.ts';
import {
  mapOutsideNames,
  outsideNames,
  type PackageMapping,
  packageLimits,
} from '@clearcall/domain/calls/definition/call-package.ts';
import { inLanguage, inOrderFor, languageOf } from '@clearcall/domain/forms/text-in-languages.ts';
import type { Element, Flow } from '@clearcall/domain/forms/types.ts';
import { type MessageId, message } from '@clearcall/i18n/message.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { runRecorded } from '../../../platform/audit/configuration-command.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { abandonFiles } from '../../../platform/files/abandon.ts';
import { type Operation, operation } from '../../../platform/http/bind.ts';
import { receiveParts } from '../../../platform/http/receive-parts.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/http/refuse.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { NewDocument } from '../new/documents.ts';
import { writeNewCall } from '../new/write-new-call.ts';
import { type ReadPackage, readPackage } from './read-package.ts';
import { exportPackage } from './write-package.ts';

const limitBytes = packageLimits.mb * 1_048_576;

/** Receives and reads a package, with the field `call` beside it if there is one. */
async function receivePackage(
  at: { request: FastifyRequest; reply: FastifyReply },
  platform: Platform,
  fields: readonly string[],
): Promise<{ fields: ReadonlyMap<string, string>; read: ReadPackage } | Refusal> {
  const received = await receiveParts(
    at,
    { fields, readTarget: (given) => (fields.every((name) => given.has(name)) ? new Map(given) : null) },
    platform.files,
    limitBytes,
    async () => ({ limitBytes }),
  );
  if (isRefusal(received)) return received;
  const read = await readPackage(platform, received.file);
  return isRefusal(read) ? read : { fields: received.target, read };
}

/** The partitions and lists that there are. */
async function loadOurs(db: Db) {
  return {
    partitions: await db.selectFrom('partitions').select(['id', 'name']).orderBy(sql`folded(name)`).execute(),
    lists: await db
      .selectFrom('option_groups')
      .select(['tag', 'title'])
      .orderBy(sql`folded(title)`)
      .execute(),
  };
}

type Ours = Awaited<ReturnType<typeof loadOurs>>;

/** The names of a package that are not known here, each with its words. */
function unknownIn(read: ReadPackage, ours: Ours) {
  const { partitions, lists } = outsideNames(read.call);
  return {
    partitions: partitions
      .filter((id) => ours.partitions.every((known) => known.id !== id))
      .map((id) => ({ id, name: read.partitions.find((one) => one.id === id)?.name ?? id })),
    lists: lists
      .filter((tag) => ours.lists.every((known) => known.tag !== tag))
      .map((tag) => ({ tag, title: read.lists.find((one) => one.tag === tag)?.title ?? tag })),
  };
}

const count = (elements: readonly Element[]): number =>
  elements.reduce((sum, { children = [] }) => sum + 1 + count(children), 0);

const inspect = operation(contract.inspectCallPackage, async ({ request, reply, translator }, platform) => {
  const received = await receivePackage({ request, reply }, platform, []);
  if (isRefusal(received)) return received;
  const { read } = received;
  const { call, organisation, ignored } = read;
  const ours = await loadOurs(platform.db);
  const flow = call.flow as Flow;
  const forms = flow.steps.flatMap((step) => step.forms);
  const order = inOrderFor(translator.language, platform.organisation.language());
  const language = languageOf(call.title, order);
  return {
    organisation,
    title: inLanguage(call.title, order),
    told: language === null ? {} : { title: language },
    code: call.code,
    year: call.year,
    number: call.number,
    steps: flow.steps.length,
    forms: forms.length,
    fields: forms.reduce((sum, form) => sum + count(form.elements), 0),
    emails: flow.templates?.length ?? 0,
    cutoffs: call.cutoffs.length,
    documents: call.documents.flatMap(({ file }) => file?.filename ?? []),
    ignored,
    unknown: unknownIn(read, ours),
    ours,
  };
});

/** Reads the description of the new call beside a package. */
function readWanted(text: string) {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  const wanted = contract.importedCall.safeParse(json);
  if (wanted.success) return wanted.data;
  const texts = wanted.error.issues
    .map((issue) => issue.message)
    .filter((text) => text.startsWith('refusals.')) as Extract<MessageId, 'refusals.input.callCode'>[];
  return refuse(
    'invalid_input',
    texts.length === 0 ? undefined : { message: texts.map((text) => message(text)) },
  );
}

/** Stores the files of a package. They are removed again unless a row names them. */
async function storeDocuments(read: ReadPackage, now: Date, platform: Platform): Promise<NewDocument[]> {
  const documents: NewDocument[] = [];
  for (const [position, { id, file }] of read.call.documents.entries()) {
    const content = read.files.get(id);
    if (file === null || content === undefined) continue;
    const { key, sizeBytes, sha256 } = await platform.files.put(content);
    await abandonFiles(platform, [key]);
    documents.push({
      name: id,
      position,
      // The draft has its words in all languages.
      title: id,
      filename: file.filename,
      media_type: file.mediaType === documentFormats.pdf ? documentFormats.pdf : documentFormats.docx,
      size_bytes: sizeBytes,
      sha256,
      storage_key: key,
      uploaded_at: now,
    });
  }
  return documents;
}

const importOne = operation(contract.importCallPackage, async ({ request, reply, actor, now }, platform) => {
  const received = await receivePackage({ request, reply }, platform, ['call']);
  if (isRefusal(received)) return received;
  const { read, fields } = received;
  const wanted = readWanted(fields.get('call') ?? '');
  if (isRefusal(wanted)) return wanted;
  const { mapping, ...name } = wanted;
  const ours = await loadOurs(platform.db);
  const unknown = unknownIn(read, ours);
  const isMapped = (given: PackageMapping['lists'], names: string[], known: string[]) =>
    names.every((one) => Object.hasOwn(given, one)) &&
    Object.values(given).every((one) => one === null || known.includes(one));
  if (
    !isMapped(
      mapping.partitions,
      unknown.partitions.map(({ id }) => id),
      ours.partitions.map(({ id }) => id),
    ) ||
    !isMapped(
      mapping.lists,
      unknown.lists.map(({ tag }) => tag),
      ours.lists.map(({ tag }) => tag),
    )
  )
    return refuse('package_not_mapped');
  const call = mapOutsideNames(read.call, mapping);
  const documents = await storeDocuments(read, now, platform);
  return runRecorded(platform, actor.userId, async (tx) => {
    const made = await writeNewCall(
      tx,
      name,
      {
        documents,
        complete: (bare) => ({
          definition: {
            ...call,
            code: bare.code,
            year: bare.year,
            number: bare.number,
            title: {
              ...(typeof call.title === 'string' ? {} : call.title),
              ...(bare.title as object),
            },
            cutoffs: call.cutoffs.map((cutoff, nth) => ({ ...cutoff, id: `package-${nth + 1}` })),
            published: true,
          },
          leftOut: [],
        }),
      },
      { by: actor.userId, at: now, platform },
    );
    if (isRefusal(made)) return made;
    return {
      change: {
        subject: { kind: 'call', id: made.id },
        action: 'created',
        after: { name: name.title, ...made.name },
      },
      reply: { id: made.id },
    };
  });
});

export const callPackages: readonly Operation[] = [exportPackage, inspect, importOne];
