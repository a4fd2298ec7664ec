import type { ApplicationStatus } from '../applications/statuses.ts';
import type { Role } from '../people/roles.ts';
import type { Viewer } from './viewer.ts';

/** Whoever asks for what a call collected, with the centres that they are a member of. */
export interface DownloadViewer extends Viewer {
  centres: readonly string[];
}

/** How far the right to download reaches: all submitted applications, or those that ask for partitions of some centres. */
export type DownloadExtent = { kind: 'all' } | { kind: 'centres'; centres: readonly string[] };

/**
 * What somebody may download of a call: its bundle, its report and the list of its applications. The roles that may are
 * data of the call. Of these, staff get all, a computing centre representative what concerns the own partitions, and
 * every other role nothing: no rule says yet which applications such a role may see. Null is nothing. A representative
 * without a centre gets nothing either. Source: Requirements 1, 1.8.
 */
export function downloadExtent(
  viewer: DownloadViewer,
  call: { downloadRoles: readonly string[] },
): DownloadExtent | null {
  if (!call.downloadRoles.includes(viewer.role)) return null;
  if (viewer.isStaff) return { kind: 'all' };
  const ownCentreAlone: Role = 'compute_centre_representative';
  return viewer.role === ownCentreAlone && viewer.centres.length > 0
    ? { kind: 'centres', centres: viewer.centres }
    : null;
}

/**
 * Whether an application is within an extent. Drafts never are (Requirements 1, 10.57), nor is one with which the
 * viewer is in conflict (Requirements 2, 6.4). `centres` are those whose partitions it asks for.
 */
export function inExtent(
  extent: DownloadExtent,
  application: { status: ApplicationStatus; centres: readonly string[]; conflicted: boolean },
): boolean {
  if (application.status === 'draft' || application.conflicted) return false;
  if (extent.kind === 'all') return true;
  return application.centres.some((centre) => extent.centres.includes(centre));
}
