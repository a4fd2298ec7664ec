import { submitAssignment } from '@clearcall/contract/applications.ts';
import { type AssignmentStatus, handedInStatuses } from '@clearcall/domain/applications/statuses.ts';
import { contentVersion } from '@clearcall/domain/forms/content-version.ts';
import { firstStep } from '@clearcall/domain/forms/first-step.ts';
import { disclosedAssignment } from '@clearcall/domain/permissions/disclosed-assignment.ts';
import { stanceWithoutConflict } from '@clearcall/domain/permissions/stance.ts';
import { advises } from '@clearcall/domain/workflow/award-limits.ts';
import { decide } from '@clearcall/domain/workflow/decide.ts';
import { decideSave, type Saving } from '@clearcall/domain/workflow/decide-save.ts';
import { decideSubmit, repeatedSubmit } from '@clearcall/domain/workflow/decide-submit.ts';
import { askedFor, projectColumns } from '@clearcall/domain/workflow/projected-columns.ts';
import { readOutcome } from '@clearcall/domain/workflow/read-outcome.ts';
import { type Call, type Outcome, operation, type Platform } from '../../../platform/http/bind.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/http/refuse.ts';
import { readTranslatable } from '../../../platform/translators.ts';
import { handInComments, sendGathered } from '../changes/send-points.ts';
import { checksOf } from '../documents/checks.ts';
import { loadFlow } from '../flow-facts.ts';
import { lockAssignment } from '../sql.ts';
import { lockAwardLimits } from '../workflow/award-limits.ts';
import { actorOf, draftFactsJson, factsBehindLock, loadFacts, withSteps } from '../workflow/load-facts.ts';
import { writeTransition } from '../workflow/write-transition.ts';
import { admit, askedAt, editability, refuseOtherForm } from './admit.ts';
import { draftColumns, formOf, withReferences } from './form-of.ts';
import { refusedSave, savedReply, stored, versionReply } from './save.ts';
import { writeAssignment, writeParts } from './write.ts';

// What was decided about it and is not released yet is not told by the way in which a repeated submit is answered.
const submittedAlready: readonly AssignmentStatus[] = handedInStatuses;

/**
 * Saves what is sent along, checks the whole form and submits; what follows from it is the machine's to decide. The
 * same submit again answers like the first, also after the deadline; another one is refused. Where a file of it is
 * still being checked, it waits for that; for as long as nothing is changed it counts as of when it first came, however
 * often it has to come again. Source: Requirements 2, 3.9.
 */
export const submit = operation(submitAssignment, async (given, platform) => {
  const first = await attempt(given, platform);
  if (!isInCheck(first)) return first;
  // Without a connection: it counts as of when it came, however long its files take.
  const settled = await checksOf(platform).settle(given.params.id, maxCheckMs);
  const last = settled ? await attempt(given, platform) : first;
  if (isInCheck(last)) given.reply.header('Retry-After', retryAfterSeconds);
  return last;
});

const isInCheck = (outcome: Outcome<typeof submitAssignment>): outcome is Refusal =>
  isRefusal(outcome) && outcome.refused === 'files_in_check';

/** What a proxy waits for at least, less some. */
const maxCheckMs = 50_000;
const retryAfterSeconds = 10;

function attempt(
  { params, body, actor, translator, now: arrivedAt }: Call<typeof submitAssignment>,
  platform: Platform,
): Promise<Outcome<typeof submitAssignment>> {
  return platform.db.transaction().execute(async (tx) => {
    const along = draftFactsJson([actor.userId]);
    const locked = await lockAssignment(platform, tx, params.id, { holds: 'every application', along });
    const loaded = admit(actor, locked);
    if (isRefusal(loaded)) return loaded;
    const { application, assignment } = loaded;
    const flow = await loadFlow(platform, application.flowVersionId, arrivedAt, { via: tx });
    const request = { data: body.data, newGroups: body.newGroups };
    const source = await withReferences(tx, loaded, flow);
    const asOf = (now: Date) => {
      const edit = editability(actor, loaded, flow, now);
      return { now, edit, form: formOf(actor, source, assignment, flow, edit.time.cutoffId, now) };
    };
    const asked = askedAt(actor, loaded, flow, arrivedAt);
    const then = asked === null ? null : asOf(asked);
    // Words that are new since then make it another submission, as of now.
    const isAgain = then !== null && repeatedSubmit(then.form, request, then.now.toISOString()) !== null;
    const { now, edit, form } = isAgain ? then : asOf(arrivedAt);
    const savedAt = now.toISOString();

    if (submittedAlready.includes(assignment.status)) {
      const saving = repeatedSubmit(form, request, savedAt);
      if (saving === null || assignment.submittedAt === null) return refuse('already_submitted');
      const { submittedAt } = assignment;
      const { status } = disclosedAssignment(
        stanceWithoutConflict(actor, application),
        application,
        flow.flow,
        assignment,
      );
      return { ...savedReply(saving, new Date(submittedAt)), status, uid: application.uid, submittedAt };
    }
    if (!edit.ok) return refuse(edit.code);
    const otherForm = refuseOtherForm(body.flowVersion, flow);
    if (otherForm !== null) return otherForm;
    const knows = body.version === undefined || body.version === contentVersion(assignment);
    const isBehind = !isAgain && !knows;
    const { uploads } = application;
    const refusedFiles = uploads.map(({ flowElementId, dataGroupId, refusal }) => ({
      elementId: flowElementId,
      groupId: dataGroupId,
      message: translator.translate(readTranslatable(refusal?.message ?? '')),
    }));

    const address = {
      assignmentId: assignment.id,
      applicationId: application.id,
      actorId: actor.userId,
      draft: assignment.status === 'draft',
      now,
    };
    const save = async (saving: Saving, submissionAskedAt?: Date) => {
      const columns = draftColumns(assignment, form, saving.submission, flow);
      const write = {
        ...address,
        answers: saving.answers,
        rows: saving.rows,
        ...(columns === undefined ? {} : { columns, cutoffId: edit.time.cutoffId }),
        ...(submissionAskedAt === undefined ? {} : { submissionAskedAt }),
      };
      await writeAssignment(tx, write);
    };

    if (uploads.some(({ refusal }) => refusal === null)) {
      const saving = decideSave(form, request, savedAt);
      if (!saving.ok) return refusedSave(saving);
      if (saving.stale.length === 0 && !isBehind) {
        // Before it waits, so that neither a lost connection nor a restart costs the moment at which it came.
        if (!isAgain) await save(saving, now);
        return refuse('files_in_check', { body: { submissionAskedAt: savedAt } });
      }
    }

    const step = flow.flow.steps.find(({ id }) => id === assignment.stepId);
    if (step === undefined) throw new Error(`the flow has no step ${assignment.stepId}`);
    const hasAmounts = step.final === true || advises(step);
    const awards = hasAmounts ? (await lockAwardLimits(tx, application.id, flow.flow)).limits : [];
    const decision = decideSubmit(
      { ...form, status: assignment.status, refusedFiles, isBehind, awards },
      request,
      savedAt,
    );
    if (!decision.ok) {
      switch (decision.code) {
        case 'has_errors': {
          // What is decided and stored is the same in every language; here alone somebody reads.
          const reader = translator.language;
          const reported = await loadFlow(platform, application.flowVersionId, arrivedAt, {
            via: tx,
            reader,
          });
          const elements = reported.indexes.get(assignment.stepId)?.elements;
          const problems = decision.problems.map(({ title, message, ...one }) => ({
            ...one,
            title: elements?.get(one.elementId)?.element.title ?? title,
            message: translator.translate(message),
          }));
          return refuse('has_errors', { body: { problems } });
        }
        case 'not_editable':
          return refuse('not_editable');
        case 'stale_revision': {
          const { saving } = decision;
          if (saving.answers.length > 0 || saving.rows.length > 0) await save(saving);
          const version = versionReply(body.version, assignment, stored(assignment, saving));
          const reply = { ...savedReply(saving, now), ...version };
          return refuse('stale_revision', { body: { ...reply, stale: saving.stale } });
        }
        case 'invalid_value':
        case 'too_many_rows':
          return refusedSave(decision);
      }
    }

    const { saving, status, content } = decision;
    const isFirst = firstStep(flow.flow)?.id === assignment.stepId;
    const loadedFacts =
      factsBehindLock(application, locked?.along ?? null) ??
      (await loadFacts(tx, application.id, [actor.userId]));
    const { cutoffId } = edit.time;
    const decided = decide(
      {
        type: status === 'submitted' ? 'submit' : 'resubmit',
        assignmentId: assignment.id,
        outcome: readOutcome(step, content),
        reason: body.reason,
        ...(isFirst ? { columns: { ...askedFor(form.index, content.answers), cutoffId } } : {}),
      },
      withSteps(loadedFacts, flow.flow.steps),
      actorOf(actor, loadedFacts),
      now,
      platform.newId,
    );
    if (!decided.ok) return refuse(decided.code);

    const files = new Set(assignment.answers.flatMap(({ values }) => values));
    const write = writeParts({
      ...address,
      answers: saving.answers,
      rows: saving.rows,
      // Kept until now for the readers of the submission before.
      removedDocuments: application.documents.filter(({ id }) => !files.has(id)).map(({ id }) => id),
      removedUploads: uploads.map(({ id }) => id),
      ...(isFirst ? { columns: projectColumns(form.index, content.answers, form.context) } : {}),
      submitted: content,
    });
    if (status === 'resubmitted') write.parts.push(handInComments(assignment.id, now));
    for (const { type, assignmentId } of decided.transition.events)
      if (type === 'changes_requested' && assignmentId !== null)
        write.parts.push(...sendGathered({ assignmentId, stepId: step.id, actorId: actor.userId, now }));
    await writeTransition(tx, platform, decided.transition, {
      applicationId: application.id,
      actorId: actor.userId,
      now,
      along: { write, assignmentId: assignment.id },
    });
    return { ...savedReply(saving, now), status, uid: application.uid, submittedAt: savedAt };
  });
}
