import { saveAssignment } from '@clearcall/contract/applications.ts';
import { contentVersion, type VersionedContent } from '@clearcall/domain/forms/content-version.ts';
import { decideSave, type SaveRefusal, type Saving } from '@clearcall/domain/workflow/decide-save.ts';
import { operation } from '../../../platform/http/bind.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/http/refuse.ts';
import { loadFlow } from '../flow-facts.ts';
import { lockAssignment } from '../sql.ts';
import { admit, editability, refuseOtherForm } from './admit.ts';
import { draftColumns, formOf, withReferences } from './form-of.ts';
import { writeAssignment } from './write.ts';

/** What the sender of a save learns. */
export function savedReply(saving: Saving, now: Date) {
  return { data: saving.saved, groups: saving.groups, savedAt: now.toISOString() };
}

/** To a sender who names the version that they know: what is stored after the call, and whether they knew it before. */
export function versionReply(
  known: string | undefined,
  before: VersionedContent,
  after: VersionedContent,
): { version?: string; isBehind?: true } {
  if (known === undefined) return {};
  const behind = known === contentVersion(before) ? {} : { isBehind: true as const };
  return { version: contentVersion(after), ...behind };
}

/** Later pieces replace those that are stored before them. */
export const stored = (before: VersionedContent, { answers, rows }: VersionedContent): VersionedContent => ({
  answers: [...before.answers, ...answers],
  rows: [...before.rows, ...rows],
});

/** Nothing was saved: the sentences, and which fields are to blame. */
export function refusedSave({ code, sentences, fields }: SaveRefusal): Refusal {
  return refuse(code, {
    message: sentences,
    body: {
      fields: fields.map(({ elementId, groupId }) => ({ flowElementId: elementId, dataGroupId: groupId })),
    },
  });
}

/**
 * Saves answers and rows. Items based on an older revision are refused alone, with 409 and what is stored; all else in
 * the call is saved. A value that cannot be saved refuses the whole call, and nothing is changed.
 */
export const save = operation(saveAssignment, ({ params, body, actor, now }, platform) =>
  platform.db.transaction().execute(async (tx) => {
    const loaded = admit(actor, await lockAssignment(platform, tx, params.id));
    if (isRefusal(loaded)) return loaded;
    const { application, assignment } = loaded;
    const flow = await loadFlow(platform, application.flowVersionId, now, { via: tx });
    const edit = editability(actor, loaded, flow, now);
    if (!edit.ok) return refuse(edit.code);
    const otherForm = refuseOtherForm(body.flowVersion, flow);
    if (otherForm !== null) return otherForm;

    const form = formOf(
      actor,
      await withReferences(tx, loaded, flow),
      assignment,
      flow,
      edit.time.cutoffId,
      now,
    );
    const saving = decideSave(form, { data: body.data, newGroups: body.newGroups }, now.toISOString());
    if (!saving.ok) return refusedSave(saving);

    if (saving.answers.length > 0 || saving.rows.length > 0) {
      const columns = draftColumns(assignment, form, saving.submission, flow);
      const write = {
        assignmentId: assignment.id,
        draft: assignment.status === 'draft',
        applicationId: application.id,
        actorId: actor.userId,
        now,
        answers: saving.answers,
        rows: saving.rows,
        ...(columns === undefined ? {} : { columns, cutoffId: edit.time.cutoffId }),
      };
      await writeAssignment(tx, write);
    }
    const version = versionReply(body.version, assignment, stored(assignment, saving));
    const reply = { ...savedReply(saving, now), ...version };
    return saving.stale.length === 0
      ? reply
      : refuse('stale_revision', { body: { ...reply, stale: saving.stale } });
  }),
);
