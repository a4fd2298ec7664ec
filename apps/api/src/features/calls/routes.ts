import type { Operation } from '../../platform/http/bind.ts';
import { archive } from './administration/archive.ts';
import { list } from './administration/list.ts';
import { open as openInAdministration } from './administration/open.ts';
import { remove } from './administration/remove.ts';
import { callDrafts } from './definition/routes.ts';
import { download as downloadDocument } from './download-document.ts';
import { callLinks } from './links/routes.ts';
import { listPublished } from './list-published.ts';
import { newCalls } from './new/routes.ts';
import { open } from './open.ts';
import { openRole } from './open-role.ts';
import { callPackages } from './packages/routes.ts';
import { callPreviews } from './preview/routes.ts';
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
  list,
  openInAdministration,
  archive,
  remove,
  ...callDrafts,
  ...newCalls,
  ...callPreviews,
  ...callLinks,
  ...callPackages,
];
