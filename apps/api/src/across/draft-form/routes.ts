import { downloadDraftForm, openDraftForm } from '@clearcall/contract/printouts.ts';
import { handOut } from '../../features/applications/printouts/hand-out.ts';
import { linkOf } from '../../features/calls/preview/link-of.ts';
import { type Operation, operation } from '../../platform/http/bind.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { callPrinters } from '../call-printers.ts';

/** The form of the draft of a call, not filled in, as a PDF. */
const form = operation(downloadDraftForm, ({ params, query, request, ...call }, platform) =>
  handOut(
    platform,
    { kind: 'draft_form', callId: params.id },
    { ...call, location: request.url, waitMs: query.wait * 1_000, printers: callPrinters },
  ),
);

/** The same by the link to the preview. */
const formByLink = operation(
  openDraftForm,
  async ({ body: { token }, query, request, ...call }, platform) => {
    const link = await linkOf(platform, token, request);
    if (link === undefined) return refuse('link_invalid');
    return handOut(
      platform,
      { kind: 'draft_form', callId: link.call_id },
      { ...call, location: request.url, waitMs: query.wait * 1_000, printers: callPrinters },
    );
  },
);

export const routes: readonly Operation[] = [form, formByLink];
