import { noteAbandoned } from '../platform/files/abandon.ts';
import { folders, type StoredFile } from '../platform/files/files.ts';
import { rowsNaming, rowsOfFolder } from '../platform/files/rows-of-files.ts';
import type { Platform } from '../platform/platform.ts';

const dayMs = 86_400_000;
/** A file is there before its row. No upload, copy or loading of a world takes so long from the one to the other. */
const youngMs = dayMs;
/** Long enough to notice that an older database was put back beside newer files, and to put the right one there. */
const waitDays = 7;
const maxNamed = 20;

export interface Compared {
  /** Files in the storage. */
  files: number;
  /** Files without a row that were found now; they are removed when they have waited. */
  found: number;
  /** Rows whose files are missing, in words; the first of them. */
  missing: string[];
  missingInAll: number;
  /** Whether the files are those of this database: otherwise nothing is removed. */
  ours: boolean;
}

async function isOurs({ db, files }: Platform): Promise<boolean> {
  const { value } = await db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', 'storage')
    .executeTakeFirstOrThrow();
  const owner = value.toString('hex');
  return (await files.mark(owner)) === owner;
}

/**
 * Holds the storage against the rows that name files, part by part. Files that no row names are noted to be removed
 * later, rows without a file are only told of: nothing can bring them back but a backup. What changes while it looks is
 * looked at again before anything is said.
 */
export async function compareFiles(platform: Platform): Promise<Compared> {
  const { db, files, now } = platform;
  const compared: Compared = {
    files: 0,
    found: 0,
    missing: [],
    missingInAll: 0,
    ours: await isOurs(platform),
  };
  for (const folder of folders) {
    const rows = await rowsOfFolder(db, folder);
    const listed = await files.list(folder);
    compared.files += listed.length;
    const stored = new Set(listed.map(({ key }) => key));
    const named = new Set(rows.map(({ key }) => key));
    const lost = rows.filter(({ key }) => !stored.has(key));
    const loose = listed.filter(({ key }) => !named.has(key));
    if (lost.length === 0 && loose.length === 0) continue;
    const stillNamed = new Set(
      (
        await rowsNaming(
          db,
          [...lost, ...loose].map(({ key }) => key),
        )
      ).map(({ key }) => key),
    );
    const missing = lost.filter(({ key }) => stillNamed.has(key));
    compared.missingInAll += missing.length;
    compared.missing.push(...missing.map(({ row }) => row).slice(0, maxNamed - compared.missing.length));
    if (!compared.ours) continue;
    compared.found += await note(
      platform,
      loose.filter(({ key }) => !stillNamed.has(key)),
      now(),
    );
  }
  return compared;
}

/** Notes files without a row, but for those that are too young to have one. Answers how many are new. */
async function note({ db }: Platform, found: readonly StoredFile[], now: Date): Promise<number> {
  const old: string[] = [];
  for (const { key, keptAt } of found) {
    const at = await keptAt();
    if (at !== null && at.getTime() < now.getTime() - youngMs) old.push(key);
  }
  return noteAbandoned(db, old, { now, waitMs: waitDays * dayMs });
}

/** What was found, in sentences for the operator; none when files and rows fit. */
export function sentencesOf({ found, missing, missingInAll, ours }: Compared): string[] {
  const more = missingInAll - missing.length;
  return [
    ...(ours
      ? []
      : [
          'The storage holds the files of another database: nothing is removed from it. See docs/operations.md, Files and rows.',
        ]),
    ...(missingInAll === 0
      ? []
      : [
          `Files are missing that ${missingInAll} rows name; bring them back from a backup: ${missing.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
        ]),
    ...(found === 0
      ? []
      : [`${found} files were found that no row names; they are removed in ${waitDays} days.`]),
  ];
}

/** The job: says in the log what does not fit. */
export async function compareFilesByNight(platform: Platform) {
  const compared = await compareFiles(platform);
  const { files, found, missingInAll, ours } = compared;
  for (const sentence of sentencesOf(compared))
    if (missingInAll > 0 || !ours) platform.log.error(sentence);
    else platform.log.warn(sentence);
  return { files, without_row: found, missing: missingInAll };
}
