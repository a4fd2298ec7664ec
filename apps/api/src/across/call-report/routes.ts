import { downloadCallReport } from '@clearcall/contract/printouts.ts';
import { handOut } from '../../features/applications/printouts/hand-out.ts';
import { loadDownloadRight } from '../../features/calls/download-right.ts';
import { type Operation, operation } from '../../platform/http/bind.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { callPrinters } from '../call-printers.ts';

/** The report of a call as a PDF. Whoever sees the call and has no right to it is told so. */
const callReport = operation(downloadCallReport, async ({ params, query, request, ...call }, platform) => {
  const right = await loadDownloadRight(platform.db, call.actor, params.id);
  if (right === null) return refuse('not_found');
  if (right.extent === null) return refuse('forbidden');
  return handOut(
    platform,
    { kind: 'report', callId: params.id },
    { ...call, location: request.url, waitMs: query.wait * 1_000, printers: callPrinters },
  );
});

export const routes: readonly Operation[] = [callReport];
