import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/**
 * A backup is a folder: `tables/NAME.copy.gz` (COPY in text form, gzipped) for each table, `jobs.copy.gz`, `files/KEY`
 * for each file that a row names, `data.key` where the portal keeps its key beside the database, `SHA256SUMS` over all
 * of these, and `manifest.json`, written last. Nothing in it depends on the version of PostgreSQL.
 */
const formatVersion = 1;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const manifestSchema = z.strictObject({
  format: z.literal(formatVersion),
  /** The version of the portal that made it. */
  portal: z.string(),
  madeAt: z.iso.datetime(),
  postgresql: z.string(),
  /** Names of the applied migrations: the form that the tables have. */
  migrations: z.array(z.string()),
  tables: z.array(z.strictObject({ name: z.string(), columns: z.array(z.string()), rows: z.int() })),
  /** Where each counter of ids stood. */
  sequences: z.array(z.strictObject({ name: z.string(), value: z.string().regex(/^\d+$/) })),
  jobs: z.int(),
  files: z.strictObject({ count: z.int(), bytes: z.int() }),
  /** Keys of files that a row names and that were not there to be copied, or not as their row says. */
  missingFiles: z.array(z.string()),
  /** What `npm run world -- hash` says of these tables. */
  worldHash: sha256,
  /** Of the file SHA256SUMS. */
  sums: sha256,
});
export type Manifest = z.infer<typeof manifestSchema>;
export const newManifest = (facts: Omit<Manifest, 'format'>): Manifest => ({
  format: formatVersion,
  ...facts,
});

/** What stops a backup or a restore, in words for the operator. */
export class Stopped extends Error {}

export const manifestName = 'manifest.json';
export const sumsName = 'SHA256SUMS';
export const keyName = 'data.key';
export const jobsPart = 'jobs.copy.gz';
export const tablePart = (table: string): string => `tables/${table}.copy.gz`;

/** The manifest of a backup and the checksum of each of its parts. */
export async function readManifest(
  folder: string,
): Promise<{ manifest: Manifest; sums: Map<string, string> }> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => {
    throw new Stopped(
      `${folder} holds no backup that was completed: ${manifestName} is missing. Nothing was changed.`,
    );
  });
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    content = null;
  }
  const format = z.object({ format: z.number() }).safeParse(content);
  if (format.success && format.data.format > formatVersion) {
    throw new Stopped(
      `The backup in ${folder} was made by a later version of the portal. Restore it with that version. Nothing was changed.`,
    );
  }
  const read = manifestSchema.safeParse(content);
  const sums = await readFile(join(folder, sumsName)).catch(() => Buffer.alloc(0));
  if (!read.success || createHash('sha256').update(sums).digest('hex') !== read.data.sums) {
    throw new Stopped(
      `The backup in ${folder} is damaged: ${read.success ? sumsName : manifestName} is not as it was written. Nothing was changed.`,
    );
  }
  const lines = sums.toString('utf8').split('\n').filter(Boolean);
  return {
    manifest: read.data,
    sums: new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)])),
  };
}
