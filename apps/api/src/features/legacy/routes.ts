import type { Operation } from '../../platform/http/bind.ts';
import { download } from './download.ts';
import { downloadAll } from './download-all.ts';
import { archiveImport } from './import/archive-import.ts';
import { list } from './list.ts';
import { open } from './open.ts';

export const routes: readonly Operation[] = [list, open, download, downloadAll, ...archiveImport];
