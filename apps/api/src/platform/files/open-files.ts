import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Files } from './files.ts';
import { localFiles } from './local-files.ts';
import { s3Files } from './s3-files.ts';

/** The storage that the settings name: a bucket, or the folder `files` of the data. */
export function openFiles({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): Files {
  const root = join(dataDir, 'files');
  return s3 === null ? localFiles(root) : s3Files(s3, root);
}
