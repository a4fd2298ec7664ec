import {
  downloadApplication,
  downloadAssignment,
  downloadConsolidated,
  downloadForm,
} from '@clearcall/contract/printouts.ts';
import { type Operation, operation } from '../../../platform/http/bind.ts';
import { handOut } from './hand-out.ts';

const second = 1_000;

/** What was filled in to apply, as a PDF. */
const application = operation(downloadApplication, ({ params, query, request, ...call }, platform) =>
  handOut(
    platform,
    { kind: 'application', key: params.id },
    { ...call, location: request.url, waitMs: query.wait * second },
  ),
);

/** All that the caller may see of an application, as a PDF. */
const consolidated = operation(downloadConsolidated, ({ params, query, request, ...call }, platform) =>
  handOut(
    platform,
    { kind: 'consolidated', key: params.id },
    { ...call, location: request.url, waitMs: query.wait * second },
  ),
);

/** One assignment as a PDF. */
const assignment = operation(downloadAssignment, ({ params, query, request, ...call }, platform) =>
  handOut(
    platform,
    { kind: 'assignment', assignmentId: params.id },
    { ...call, location: request.url, waitMs: query.wait * second },
  ),
);

/** The form of a call, not filled in, as a PDF. */
const form = operation(downloadForm, ({ params, query, request, ...call }, platform) =>
  handOut(
    platform,
    { kind: 'form', callId: params.id },
    { ...call, location: request.url, waitMs: query.wait * second },
  ),
);

export const routes: readonly Operation[] = [application, consolidated, assignment, form];
