import type { ApplicationStatus } from '../applications/statuses.ts';
import type { Viewer } from './viewer.ts';

/**
 * What a viewer may do with an application as a whole, for the pages: its owner deletes it while it is a draft, and
 * duplicates it afterwards while a call takes the copy (`callForDuplicate`). Source: Requirements 2, 6.2.
 */
export function applicationRights(
  viewer: Viewer,
  application: { ownerId: number; status: ApplicationStatus },
  callForDuplicate: number | null,
): { delete: boolean; duplicate: boolean } {
  const mine = application.ownerId === viewer.userId;
  const draft = application.status === 'draft';
  return { delete: mine && draft, duplicate: mine && !draft && callForDuplicate !== null };
}
