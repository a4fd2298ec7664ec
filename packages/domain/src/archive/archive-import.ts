/** How far the import of an uploaded archive file is. */
export const archiveImportStates = ['checking', 'checked', 'importing', 'imported', 'failed'] as const;
export type ArchiveImportState = (typeof archiveImportStates)[number];

/** Size of an archive file that is uploaded; the command on the server takes larger ones. */
export const maxArchiveMb = 100;

/** So many findings are stored; the rest is counted. */
export const maxArchiveFindings = 500;
