import type { AssignmentStatus } from '../model/statuses.ts';
import type { Viewer } from '../permissions/viewer.ts';
import { allows } from './commands.ts';

/** Whether the application goes: only a draft, only by its owner. Source: Specification 2, section 4 (Deletion). */
export function decideDelete(
  viewer: Viewer,
  application: { ownerId: number; firstAssignment: AssignmentStatus },
): { ok: true } | { ok: false; code: 'not_found' | 'not_a_draft' } {
  if (application.ownerId !== viewer.userId) return { ok: false, code: 'not_found' };
  return allows('delete', application.firstAssignment) ? { ok: true } : { ok: false, code: 'not_a_draft' };
}
