import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { documentFormats } from '@clearcall/domain/calls/call-document.ts';
import type { CallDefinition } from '@clearcall/domain/calls/definition/call-definition.ts';
import {
  type CallPackage,
  packageFormat,
  packageLimits,
} from '@clearcall/domain/calls/definition/call-package.ts';
import { callDefinitionSchema } from '@clearcall/domain/calls/definition/definition-schema.ts';
import { type Message, message } from '@clearcall/i18n/message.ts';
import { z } from 'zod';
import type { ReceivedFile } from '../../../platform/files/files.ts';
import { openZip, ZipFault, type ZippedFile } from '../../../platform/files/open-zip.ts';
import { type Refusal, refuse } from '../../../platform/http/refuse.ts';
import type { Platform } from '../../../platform/platform.ts';

const megabyte = 1_048_576;

export interface ReadPackage extends CallPackage {
  /** Contents of the documents, by their ids. */
  files: Map<string, Buffer>;
  /** Paths of files that belong to nothing. */
  ignored: string[];
}

/** The path of the file of a document in a package. */
export function filePath({ id, file }: CallDefinition['documents'][number]): string {
  const ending = Object.entries(documentFormats).find(([, type]) => type === file?.mediaType)?.[0] ?? 'bin';
  return `files/${id}.${ending}`;
}

const unreadable = (why: Message): Refusal => refuse('package_unreadable', { message: why });

const name = z.string().min(1).max(300);
const packageSchema = z.strictObject({
  format: z.literal(packageFormat),
  organisation: name,
  call: callDefinitionSchema,
  partitions: z.array(z.strictObject({ id: name, name })).max(500),
  lists: z.array(z.strictObject({ tag: name, title: name })).max(500),
});

/** Reads an uploaded package, which is removed again. Refusals say what is wrong with it. */
export async function readPackage(
  platform: Platform,
  received: ReceivedFile,
): Promise<ReadPackage | Refusal> {
  const key = await received.keep();
  const folder = await mkdtemp(join(tmpdir(), 'clearcall-package-'));
  try {
    const stored = await platform.files.open(key);
    if (stored === null) return unreadable(message('refusals.package.damaged'));
    const path = join(folder, 'package.zip');
    await pipeline(stored.stream, createWriteStream(path));
    return await readZipped(path);
  } catch (error) {
    if (error instanceof ZipFault) return unreadable(describeFault(error));
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
    await platform.files.remove(key);
  }
}

async function readZipped(path: string): Promise<ReadPackage | Refusal> {
  const { unpackedMb, files: maxEntries, callMb } = packageLimits;
  const all = await openZip(path, { maxEntries, maxBytes: unpackedMb * megabyte });
  const entries = new Map(all.map((file): [string, ZippedFile] => [file.path, file]));
  const described = entries.get('call.json');
  if (described === undefined) return unreadable(message('refusals.package.noCall'));
  if (described.sizeBytes > callMb * megabyte)
    return unreadable(message('refusals.package.callSize', { n: callMb }));
  const json = parseJson((await buffer(described.open())).toString('utf8'));
  if (json === undefined) return unreadable(message('refusals.package.notJson'));
  const format = z.object({ format: z.number() }).safeParse(json).data?.format;
  if (format === undefined) return unreadable(message('refusals.package.noFormat'));
  if (format > packageFormat) return unreadable(message('refusals.package.newer', { format }));
  if (format < packageFormat) return unreadable(message('refusals.package.older', { format }));
  const read = packageSchema.safeParse(json);
  if (!read.success) {
    const place = read.error.issues[0]?.path.join('.') ?? '';
    return unreadable(message('refusals.package.content', { place }));
  }
  const { call, ...rest } = read.data as CallPackage;
  const files = new Map<string, Buffer>();
  entries.delete('call.json');
  for (const document of call.documents) {
    if (document.file === null) continue;
    const entry = entries.get(filePath(document));
    if (entry === undefined)
      return unreadable(message('refusals.package.fileMissing', { name: document.file.filename }));
    entries.delete(entry.path);
    const content = await buffer(entry.open());
    const { sha256, filename } = document.file;
    if (createHash('sha256').update(content).digest('hex') !== sha256)
      return unreadable(message('refusals.package.fileChanged', { name: filename }));
    files.set(document.id, content);
  }
  return { ...rest, call, files, ignored: [...entries.keys()] };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function describeFault({ code, path }: ZipFault): Message {
  const named = { name: path.slice(0, 200).toWellFormed() };
  switch (code) {
    case 'entries':
      return message('refusals.package.files', { n: packageLimits.files });
    case 'size':
      return message('refusals.package.size', { n: packageLimits.unpackedMb });
    case 'path':
      return message('refusals.package.path', named);
    case 'twice':
      return message('refusals.package.twice', named);
    case 'encrypted':
    case 'method':
    case 'damaged':
      return message('refusals.package.damaged');
  }
}
