import { submitAssignment } from '@clearcall/contract/applications.ts';
import { firstStep } from '@clearcall/domain/forms/first-step.ts';
import type { AssignmentStatus } from '@clearcall/domain/model/statuses.ts';
import { decideSubmit, repeatedSubmit } from '@clearcall/domain/workflow/decide-submit.ts';
import { deed } from '../../../platform/http/bind.ts';
import { isRefusal, refuse } from '../../../platform/http/refuse.ts';
import { loadFlow } from '../flow-facts.ts';
import { lockAssignment } from '../sql.ts';
import { admit, editability } from './admit.ts';
import { columnsOf, draftColumns, formOf } from './form-of.ts';
import { refusedSave, toldOf } from './save.ts';
import { writeAssignment } from './write.ts';

const submittedAlready: readonly AssignmentStatus[] = ['submitted', 'resubmitted'];

/**
 * Saves what is sent along, checks the whole form and submits. The same submit again answers like the first, also after
 * the deadline; another one is refused. Source: Readings, Submit.
 */
export const submit = deed(submitAssignment, ({ params, body, actor, now }, platform) =>
  platform.db.transaction().execute(async (tx) => {
    const loaded = admit(actor, await lockAssignment(tx, params.id, now));
    if (isRefusal(loaded)) return loaded;
    const { application, assignment } = loaded;
    const flow = await loadFlow(platform, application.flowVersionId, now, tx);
    const edit = editability(actor, loaded, flow, now);
    const form = formOf(application, assignment, flow, edit.time.cutoffId, now);
    const savedAt = now.toISOString();
    const request = { data: body.data, newGroups: body.newGroups };

    if (submittedAlready.includes(assignment.status)) {
      const saving = repeatedSubmit(form, request, savedAt);
      if (saving === null || assignment.submittedAt === null) return refuse('already_submitted');
      const { status, submittedAt } = assignment;
      return { ...toldOf(saving, new Date(submittedAt)), status, uid: application.uid, submittedAt };
    }
    if (!edit.ok) return refuse(edit.code);

    const decision = decideSubmit({ ...form, status: assignment.status }, request, savedAt);
    const step = flow.flow.steps.find(({ id }) => id === assignment.stepId);
    const ofApplication = firstStep(flow.flow)?.id === assignment.stepId;
    const address = {
      assignmentId: assignment.id,
      applicationId: application.id,
      actorId: actor.userId,
      now,
    };

    if (!decision.ok) {
      switch (decision.code) {
        case 'has_errors':
          return refuse('has_errors', { body: { problems: decision.problems } });
        case 'not_editable':
          return refuse('not_editable');
        case 'stale_revision': {
          const { saving } = decision;
          const columns = draftColumns(assignment, form, saving.submission, flow);
          if (saving.answers.length > 0 || saving.rows.length > 0)
            await writeAssignment(tx, {
              ...address,
              answers: saving.answers,
              rows: saving.rows,
              ...(columns === undefined ? {} : { columns }),
            });
          return refuse('stale_revision', { body: { ...toldOf(saving, now), stale: saving.stale } });
        }
        case 'invalid_value':
        case 'too_many_rows':
          return refusedSave(decision);
      }
    }

    const { saving, status, content } = decision;
    const files = new Set(assignment.answers.flatMap(({ values }) => values));
    await writeAssignment(tx, {
      ...address,
      answers: saving.answers,
      rows: saving.rows,
      // Kept until now for the readers of the submission before.
      removedDocuments: application.documents
        .filter((document) => document.assignmentId === assignment.id && !files.has(document.id))
        .map(({ id }) => id),
      ...(ofApplication ? { columns: columnsOf(form, saving.submission), cutoffId: edit.time.cutoffId } : {}),
      submission: { status, content, activityId: platform.newId(), ofApplication },
    });
    await platform.emit(tx, [
      {
        type: 'assignment_submitted',
        occurredAt: now,
        applicationId: application.id,
        assignmentId: assignment.id,
        userId: assignment.ownerId ?? undefined,
        actorId: actor.userId,
        detail: { status, stepId: assignment.stepId, lead: step?.config.hasLead ? assignment.isLead : null },
      },
    ]);
    return { ...toldOf(saving, now), status, uid: application.uid, submittedAt: savedAt };
  }),
);
