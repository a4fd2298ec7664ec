/** How far the import of an uploaded archive file is. */
export const archiveImportStates = ['checking', 'checked', 'importing', 'imported', 'failed'] as const;
export type ArchiveImportState = (typeof archiveImportStates)[number];

/** Size of an uploaded table, also inside of a zip; the command on the server takes larger ones. */
export const maxArchiveMb = 100;

/** Limits of an uploaded zip, which holds a table and the files of its proposals. */
export const maxArchiveZip = { mb: 1_000, unpackedMb: 4_000, files: 20_000 } as const;

/** Whether an archive file is a zip, by its name. */
export const isArchiveZip = (filename: string): boolean => /\.zip$/i.test(filename);

/** The size that an archive file of this name may have. */
export const archiveLimitMb = (filename: string): number =>
  isArchiveZip(filename) ? maxArchiveZip.mb : maxArchiveMb;

/** So many findings are stored; the rest is counted. */
export const maxArchiveFindings = 500;
