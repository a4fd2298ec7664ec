import type { CallPrinters } from '../features/applications/printouts/content.ts';
import { printCallReport } from './call-report/print-call-report.ts';
import { printDraftForm } from './draft-form/print-draft-form.ts';

export const callPrinters: CallPrinters = { draft_form: printDraftForm, report: printCallReport };
