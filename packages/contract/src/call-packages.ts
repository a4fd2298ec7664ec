import { toldSchema } from '@clearcall/domain/calls/call.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { newCallName } from './new-calls.ts';
import { numericId } from './values.ts';

export const exportCallPackage = endpoint({
  kind: 'file',
  method: 'GET',
  path: '/admin/calls/:id/package',
  summary:
    'A call as one ZIP file with its documents, to move it to another installation: as it is published, or its draft if it never was.',
  changes: 'nothing',
  access: 'read_calls',
  time: 'workflow',
  params: z.strictObject({ id: numericId }),
  reply: z.unknown(),
  refusals: ['not_found', 'files_away'],
});

const partition = z.strictObject({ id: z.string(), name: z.string() });
const list = z.strictObject({ tag: z.string(), title: z.string() });
const names = z.strictObject({ partitions: z.array(partition), lists: z.array(list) });

const upload = {
  kind: 'upload',
  access: 'change_calls',
  time: 'workflow',
  method: 'POST',
  perMinute: 30,
} as const;

/** Says with `package_unreadable` what is wrong with the file. */
export const inspectCallPackage = endpoint({
  ...upload,
  changes: 'nothing',
  path: '/admin/call-packages',
  summary:
    'What a package of a call contains, and which of its partitions and lists are not known here (multipart with files). Nothing is stored.',
  reply: z.strictObject({
    organisation: z.string(),
    title: z.string(),
    told: toldSchema,
    code: z.string(),
    year: z.number().int(),
    number: z.number().int(),
    steps: z.number().int(),
    forms: z.number().int(),
    fields: z.number().int(),
    emails: z.number().int(),
    cutoffs: z.number().int(),
    /** Names of the files. */
    documents: z.array(z.string()),
    /** Paths of files that are not imported. */
    ignored: z.array(z.string()),
    unknown: names,
    /** What unknown names can be replaced by. */
    ours: names,
  }),
  refusals: ['file_too_large', 'files_away', 'unsupported_media', 'package_unreadable'],
});

const mapping = z.record(z.string().min(1).max(300), z.string().min(1).max(300).nullable());

/** The field `call` of the form, as JSON. */
export const importedCall = z.strictObject({
  ...newCallName,
  /** For each unknown name one of ours, or null to leave it out. */
  mapping: z.strictObject({ partitions: mapping, lists: mapping }),
});

export const importCallPackage = endpoint({
  ...upload,
  changes: 'organisation',
  path: '/admin/call-packages/import',
  summary:
    'Creates a call from a package, with a draft that nobody sees until it is published (multipart: `call` with its name and the mapping as JSON, then files).',
  reply: z.strictObject({ id: z.number().int() }),
  refusals: [
    'file_too_large',
    'files_away',
    'unsupported_media',
    'package_unreadable',
    'package_not_mapped',
    'call_exists',
    'call_numbers_used',
  ],
});
