import type { Application } from '@clearcall/domain/applications/application.ts';
import { canonicalReceipt, type Receipt, receiptFormat } from '@clearcall/domain/applications/receipt.ts';
import type { Step } from '@clearcall/domain/forms/types.ts';
import { themeIn } from '@clearcall/domain/organisation/theme-in-language.ts';
import type { Viewer } from '@clearcall/domain/permissions/viewer.ts';
import type { Translator } from '@clearcall/i18n/translator.ts';
import type { Platform } from '../../../platform/platform.ts';
import { readApplication } from '../open.ts';
import { hashOfAnswer, hashOfContent, type LoadedSubmission, loadSubmissions } from './stored-submissions.ts';

/** What seals of receipts are bound to, so that no other mark of the portal passes for one. */
export const sealOfReceipts = 'receipt of a submission';

/** Titles by the ids of their elements, as the reader is told them. */
function questionsOf({ steps }: Application): Map<string, string> {
  // The contract leaves the shape of a step to the form engine.
  const elements = (steps as Step[]).flatMap(({ forms }) => forms.flatMap((form) => form.elements));
  return new Map(
    elements.flatMap((element) => [element, ...(element.children ?? [])]).map(({ id, title }) => [id, title]),
  );
}

/**
 * The receipts of what an applicant handed in with an assignment of the own application, the newest first; null where that
 * is not there for them. What is stored otherwise than it was written gets none: nobody vouches for it any more.
 */
export async function loadReceipts(
  platform: Platform,
  { viewer, assignmentId, number = null }: { viewer: Viewer; assignmentId: string; number?: number | null },
  now: Date,
  translator: Translator,
): Promise<Receipt[] | null> {
  const application = await readApplication(platform, viewer, { assignmentId }, now, translator);
  const assignment = application?.assignments.find(({ id }) => id === assignmentId);
  if (!application || assignment?.owner?.id !== viewer.userId || application.owner?.id !== viewer.userId)
    return null;
  const { theme } = await platform.organisation();
  const questions = questionsOf(application);
  const steps = application.steps as Step[];
  const receiptOf = ({ number: nth, submittedAt, content, files }: LoadedSubmission): Receipt => {
    const receipt = {
      format: receiptFormat,
      portal: themeIn(theme, translator.language).organization.name,
      call: application.call.title,
      application: application.uid,
      assignmentId,
      step: steps.find(({ id }) => id === assignment.stepId)?.title ?? assignment.stepId,
      submission: nth,
      submittedAt,
      answers: content.answers.map((answer) => ({
        element: answer.elementId,
        row: answer.groupId,
        question: questions.get(answer.elementId) ?? answer.elementId,
        sha256: hashOfAnswer(answer),
      })),
      files: files.map(({ id, name, sizeBytes, sha256 }) => ({ id, name, sizeBytes, sha256 })),
      sha256: hashOfContent(content),
    } as const;
    const { keyId, hmac } = platform.vault.mark(canonicalReceipt(receipt), sealOfReceipts);
    return { ...receipt, seal: { key: keyId, hmac: hmac.toString('hex') } };
  };
  const submissions = await loadSubmissions(platform.db, assignmentId, number);
  return submissions.flatMap((submission) => {
    if (hashOfContent(submission.content) === submission.writtenSha256) return [receiptOf(submission)];
    const about = { assignmentId, submission: submission.number };
    platform.log.error(about, 'a submission is not stored as it was written, and gets no receipt');
    return [];
  });
}

/** The name of the file that a receipt is kept in. */
export const receiptFilename = ({ application, submission }: Receipt): string =>
  `${application}-receipt-${submission}.json`;
