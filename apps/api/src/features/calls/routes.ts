import type { Operation } from '../../platform/http/bind.ts';
import { download as downloadDocument } from './download-document.ts';
import { listPublished } from './list-published.ts';
import { open } from './open.ts';
import { openRole } from './open-role.ts';
import { download as downloadReport, open as openReport } from './reports/open.ts';
import { requestCsv, requestXlsx } from './reports/request.ts';

export const routes: readonly Operation[] = [
  listPublished,
  open,
  openRole,
  downloadDocument,
  requestCsv,
  requestXlsx,
  openReport,
  downloadReport,
];
