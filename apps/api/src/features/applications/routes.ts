import type { Operation } from '../../platform/http/bind.ts';
import { removeRows } from './assignments/remove-rows.ts';
import { save } from './assignments/save.ts';
import { submit } from './assignments/submit.ts';
import { listActions, listActionsOfAll } from './automations/list.ts';
import { openActions } from './automations/open-actions.ts';
import { retryAction, skipAction, startStep } from './automations/settle.ts';
import { listStragglers } from './automations/stragglers.ts';
import { add as addComment, mark as markAnswered } from './changes/comments.ts';
import { list as listChanges } from './changes/list-changes.ts';
import { remove as removePoint, save as savePoint } from './changes/points.ts';
import { count } from './count.ts';
import { create } from './create.ts';
import { dashboard } from './dashboard.ts';
import { remove } from './delete.ts';
import { download } from './documents/download.ts';
import { list as listDocuments } from './documents/list.ts';
import { open as openUpload } from './documents/open-upload.ts';
import { remove as removeDocument } from './documents/remove.ts';
import { upload } from './documents/upload.ts';
import { duplicate } from './duplicate.ts';
import { list as listEvents } from './events/list.ts';
import { lateWork } from './late-work.ts';
import { exportList } from './lists/export.ts';
import { exportPaymentTable } from './lists/payments.ts';
import { exportScoreTable, scores } from './lists/scores.ts';
import { steps } from './lists/steps.ts';
import { survey } from './lists/survey.ts';
import { add as addNote } from './notes/add.ts';
import { change as changeNote } from './notes/change.ts';
import { list as listNotes } from './notes/list.ts';
import { remove as removeNote } from './notes/remove.ts';
import { open } from './open.ts';
import { openPart } from './open-part.ts';
import { routes as printoutRoutes } from './printouts/routes.ts';
import { list as listReceipts } from './receipts/list.ts';
import { certify } from './reviews/certify.ts';
import { check as checkCertificate } from './reviews/check-certificate.ts';
import { list as listFinishedReviews } from './reviews/list.ts';
import { search } from './search.ts';
import { routes as workflowRoutes } from './workflow/routes.ts';

export const routes: readonly Operation[] = [
  create,
  count,
  open,
  openPart,
  listDocuments,
  remove,
  duplicate,
  search,
  dashboard,
  exportList,
  steps,
  survey,
  scores,
  exportPaymentTable,
  exportScoreTable,
  lateWork,
  save,
  submit,
  removeRows,
  upload,
  openUpload,
  removeDocument,
  download,
  ...printoutRoutes,
  ...workflowRoutes,
  listReceipts,
  listActions,
  listActionsOfAll,
  retryAction,
  ...openActions,
  skipAction,
  listStragglers,
  startStep,
  savePoint,
  removePoint,
  addComment,
  markAnswered,
  listChanges,
  listNotes,
  addNote,
  changeNote,
  removeNote,
  listEvents,
  listFinishedReviews,
  certify,
  checkCertificate,
];
