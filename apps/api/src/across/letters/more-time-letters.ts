import type { MailFacts } from '@clearcall/domain/mail/mail.ts';
import { lastNameMessage } from '@clearcall/domain/people/person-name.ts';
import { disclosed } from '@clearcall/domain/permissions/disclosure.ts';
import { stanceWithoutConflict } from '@clearcall/domain/permissions/stance.ts';
import { isOngoing } from '@clearcall/domain/workflow/completion.ts';
import { z } from 'zod';
import { loadFlow } from '../../features/applications/flow-facts.ts';
import { type Platform, workflowNow } from '../../platform/platform.ts';
import { entranceTo } from './entrance.ts';
import { readAsRecipient, type Sending } from './read-as-recipient.ts';

const planned = z.looseObject({
  applicationId: z.number(),
  assignmentId: z.string(),
  userId: z.number(),
  granted: z.boolean().optional(),
  moved: z.boolean().optional(),
});

/**
 * Returns the assignment of a request as it is now, with the facts that its emails name. Staff and the person who asked get
 * it; null for all others.
 */
async function readRequest(
  platform: Platform,
  stored: Record<string, unknown>,
  { translator, recipient: address }: Sending,
) {
  const { assignmentId, ...of } = planned.parse(stored);
  const read = await readAsRecipient(platform, { ...of, address }, translator.language);
  if (read === null || read.seen === null) return null;
  const { snapshot, viewer, seen, name } = read;
  const assignment = snapshot.assignments.find(({ id }) => id === assignmentId);
  if (assignment === undefined) return null;
  const isAsker = assignment.ownerId === viewer.userId;
  const stance = stanceWithoutConflict(viewer, snapshot);
  if (disclosed('timeRequest', isAsker ? [stance, 'owner'] : [stance]) === 'none') return null;
  const reader = translator.language;
  const { flow } = await loadFlow(platform, snapshot.flowVersionId, workflowNow(platform), { reader });
  return {
    read,
    assignment,
    isAsker,
    deadline: seen.assignments.find(({ id }) => id === assignmentId)?.deadline ?? assignment.deadline,
    about: {
      name,
      uid: seen.uid,
      callTitle: snapshot.call.title,
      step: flow.steps.find(({ id }) => id === assignment.stepId)?.title ?? assignment.stepId,
      partition:
        seen.partitions.find(({ id }) => id === assignment.partitionId)?.name ?? assignment.partitionId,
      timeZone: snapshot.call.timeZone,
    },
  };
}

/** The email that tells staff of a request for more time; null if it has been answered. */
export async function readTimeAsked(
  platform: Platform,
  stored: Record<string, unknown>,
  sending: Sending,
): Promise<MailFacts<'time_asked'> | null> {
  const read = await readRequest(platform, stored, sending);
  const asked = read?.assignment.timeRequest ?? null;
  const owner = read?.assignment.owner ?? null;
  if (read === null || asked === null || asked.declined !== null || owner === null) return null;
  return {
    ...read.about,
    who: `${owner.firstName} ${sending.translator.translate(lastNameMessage(owner.lastName))}`.trim(),
    deadline: read.deadline,
    until: asked.until,
    why: asked.reason,
    link: `${platform.config.publicUrl}/dashboard/late?lateness=asked&answer=${read.assignment.id}`,
  };
}

/**
 * The email that tells the owner of work its new deadline, or what staff answered to a request for more time; null if the
 * work is no longer theirs.
 */
export async function readTimeAnswered(
  platform: Platform,
  stored: Record<string, unknown>,
  sending: Sending,
): Promise<MailFacts<'time_answered'> | null> {
  const read = await readRequest(platform, stored, sending);
  if (read === null || !read.isAsker) return null;
  const { assignment, deadline, about } = read;
  const page = `${platform.config.publicUrl}/applications/${about.uid}?assignment=${assignment.id}`;
  const { granted, moved } = planned.parse(stored);
  if (moved === true && !isOngoing(assignment)) return null;
  if (granted === true || moved === true)
    return {
      ...about,
      deadline,
      declined: null,
      isAsked: granted === true,
      ...(await entranceTo(platform, read.read, page)),
    };
  const declined = assignment.timeRequest?.declined ?? null;
  return declined === null
    ? null
    : { ...about, deadline, declined, isAsked: true, link: page, invitation: null };
}
