import { openApplication } from '@clearcall/contract/applications.ts';
import type { Application, ConflictedApplication } from '@clearcall/domain/applications/application.ts';
import { reasonMessage } from '@clearcall/domain/applications/event-texts.ts';
import { packApplication } from '@clearcall/domain/applications/pack-application.ts';
import { lastNameMessage, type StoredPerson } from '@clearcall/domain/people/person-name.ts';
import type { AssignmentSnapshot } from '@clearcall/domain/permissions/application-snapshot.ts';
import {
  projectApplication,
  type SeenApplication,
} from '@clearcall/domain/permissions/project-application.ts';
import { projectConflict, type SeenConflict } from '@clearcall/domain/permissions/project-conflict.ts';
import { projectEnded } from '@clearcall/domain/permissions/project-ended.ts';
import { rankingBy } from '@clearcall/domain/permissions/ranks-to-know.ts';
import type { Viewer } from '@clearcall/domain/permissions/viewer.ts';
import { awardLimitsFor, formFacts } from '@clearcall/domain/workflow/form-facts.ts';
import { possibleCommands } from '@clearcall/domain/workflow/possible-commands.ts';
import type { ReaderLanguage } from '@clearcall/i18n/language.ts';
import type { Translator } from '@clearcall/i18n/translator.ts';
import { sql } from 'kysely';
import { operation } from '../../platform/http/bind.ts';
import { refuse } from '../../platform/http/refuse.ts';
import type { Platform } from '../../platform/platform.ts';
import { translateRefusal } from './documents/open-upload.ts';
import { loadFlow } from './flow-facts.ts';
import { publishParts } from './published-parts.ts';
import { loadRanks } from './ranks.ts';
import { type ApplicationKey, loadApplication } from './sql.ts';
import { poolsLeftJson } from './workflow/award-limits.ts';
import { actorOf, type FactsAlong, factsAlongJson, withSteps } from './workflow/load-facts.ts';

/** An application as it is known, and as the viewer may see it; null where there is none. */
export async function loadSeen(
  platform: Platform,
  viewer: Viewer,
  key: ApplicationKey,
  { now, reader }: { now: Date; reader: ReaderLanguage },
) {
  const along = sql<{ workflow: FactsAlong; left: Record<string, string> }>`json_build_object(
    'workflow', ${factsAlongJson([viewer.userId])}, 'left', ${poolsLeftJson(viewer)})`;
  const loaded = await loadApplication(platform.db, key, viewer.userId, now, { reader, along });
  if (loaded === null) return null;
  const {
    along: { workflow, left },
    ...snapshot
  } = loaded;
  const flow = await loadFlow(platform, snapshot.flowVersionId, now, { reader });
  const { retention } = await platform.organisation();
  const { steps } = flow.flow;
  const workflowFacts = withSteps({ facts: { ...workflow.facts, cutoffs: snapshot.cutoffs } }, steps);
  const ranking = rankingBy(viewer, snapshot, flow.flow);
  const facts = {
    ...flow,
    ...(ranking === null ? {} : { ranks: await loadRanks(platform.db, snapshot.id, viewer, ranking) }),
    formFacts: (assignment: AssignmentSnapshot) => formFacts(flow, snapshot, viewer, assignment),
    awardLimits: () => awardLimitsFor(flow.flow, snapshot, viewer, left),
    commands: possibleCommands(workflowFacts, actorOf(viewer, workflow), now),
  };
  return { snapshot, flow: flow.flow, seen: projectApplication(viewer, snapshot, facts, now, retention) };
}

/** What a viewer may see of an application now, in the words of the reader; null when it does not exist for them. */
export async function readApplication(
  platform: Platform,
  viewer: Viewer,
  key: ApplicationKey,
  now: Date,
  translator: Translator,
): Promise<Application | null> {
  const loaded = await loadSeen(platform, viewer, key, { now, reader: translator.language });
  return loaded?.seen ? translateApplication(loaded.seen, translator) : null;
}

/** The application in the words of its reader. */
function translateApplication(seen: SeenApplication, translator: Translator): Application {
  const { translate } = translator;
  const named = <Person extends StoredPerson>(person: Person) => ({
    ...person,
    lastName: translate(lastNameMessage(person.lastName)),
  });
  const reasonText = (reason: string | null) => reason && translate(reasonMessage(reason));
  const { owner, assigned, ...application } = seen;
  const byAuthor = <Text extends { person?: StoredPerson }>({ person, ...text }: Text) => ({
    ...text,
    ...(person === undefined ? {} : { person: named(person) }),
  });
  return {
    ...application,
    ...(owner === undefined ? {} : { owner: named(owner) }),
    assignments: seen.assignments.map(({ owner: worker, ...one }) => ({
      ...one,
      ...(worker === undefined ? {} : { owner: named(worker) }),
      notice: one.notice && translate(one.notice),
      reason: reasonText(one.reason),
      activities: one.activities.map((activity) => ({ ...activity, reason: reasonText(activity.reason) })),
    })),
    ...(assigned === undefined
      ? {}
      : { assigned: assigned.map((one) => ({ ...one, owner: one.owner && named(one.owner) })) }),
    documents: seen.documents.map((document) => ({
      ...document,
      filename: translate(document.filename),
      originalFilename: translate(document.originalFilename),
    })),
    uploads: seen.uploads.map((upload) => translateRefusal(upload, translator)),
    threads: seen.threads.map((thread) => ({ ...thread, comments: thread.comments.map(byAuthor) })),
    points: seen.points.map(byAuthor),
  };
}

function translateConflict({ conflict }: SeenConflict, { translate }: Translator): ConflictedApplication {
  const { title, message } = conflict;
  return { conflict: { ...conflict, title: translate(title), message: message && translate(message) } };
}

/** One application by its id or uid: what is its own, and where its parts are. */
export const open = operation(openApplication, async ({ params, actor, now, translator }, platform) => {
  const loaded = await loadSeen(platform, actor, { key: params.id }, { now, reader: translator.language });
  if (loaded === null) return refuse('not_found');
  const { snapshot, flow, seen } = loaded;
  if (seen === null) {
    const conflict = projectConflict(actor, snapshot, flow);
    if (conflict !== null) return translateConflict(conflict, translator);
    const ended = projectEnded(actor, snapshot)?.ended;
    return ended === undefined
      ? refuse('not_found')
      : { ended: { ...ended, message: translator.translate(ended.message) } };
  }
  const { own, parts } = packApplication(translateApplication(seen, translator));
  return { ...own, parts: await publishParts(platform, parts) };
});
