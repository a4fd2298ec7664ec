import { listChanges } from '@clearcall/contract/changes.ts';
import { compareSubmissions } from '@clearcall/domain/forms/compare-submissions.ts';
import { dayOf } from '@clearcall/domain/permissions/disclosed-times.ts';
import { disclosed } from '@clearcall/domain/permissions/disclosure.ts';
import { stanceWithoutConflict } from '@clearcall/domain/permissions/stance.ts';
import type { SubmittedContent } from '@clearcall/domain/workflow/submitted-content.ts';
import { sql } from 'kysely';
import { iso } from '../../../platform/db/iso.ts';
import { operation } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { loadAsker } from './load-asker.ts';

/** What changed between two submissions, of the elements that the reader may see. */
export const list = operation(listChanges, async ({ params, query, actor, now }, platform) => {
  const { db } = platform;
  const asked = await loadAsker(platform, db, actor, params.id, now);
  if (asked === null) return refuse('not_found');
  const { rows } = await sql<{
    number: number;
    submittedAt: string;
    ownerId: number;
    isReview: boolean;
    content: SubmittedContent;
  }>`
    select s.number, ${iso('s.submitted_at')} as "submittedAt", s.content, ap.owner_id as "ownerId",
      a.owner_id is distinct from ap.owner_id as "isReview"
    from submissions s join assignments a on a.id = s.assignment_id join applications ap on ap.id = a.application_id
    where s.assignment_id = ${params.id}::uuid order by s.number desc
  `.execute(db);
  const numbered = (wanted: number | undefined) => rows.find(({ number }) => number === wanted);
  const to = query.to === undefined ? rows[0] : numbered(query.to);
  if (to === undefined) return refuse('not_found');
  const from = numbered(query.from ?? to.number - 1);
  if (from === undefined && query.from !== undefined) return refuse('not_found');
  const stance = stanceWithoutConflict(actor, to);
  const told = ({ number, submittedAt, isReview }: (typeof rows)[number]) => {
    const extent = disclosed('workTime', [stance, isReview ? 'work_reader' : 'form_reader']);
    // Releases give no day to earlier submissions.
    const hidden = extent === 'release_day' ? null : dayOf(submittedAt);
    return { number, submittedAt: extent === 'all' ? submittedAt : hidden };
  };
  const shown = new Set(
    asked.step.forms
      .flatMap(({ elements }) => elements)
      .flatMap((element) => [element.id, ...(element.children ?? []).map(({ id }) => id)]),
  );
  const seen = ({ answers, rows: all }: SubmittedContent): SubmittedContent => ({
    answers: answers.filter(({ elementId }) => shown.has(elementId)),
    rows: all.filter(({ elementId }) => shown.has(elementId)),
  });
  const changes =
    from === undefined ? { answers: [], rows: [] } : compareSubmissions(seen(from.content), seen(to.content));
  return {
    submissions: rows.map(told),
    from: from === undefined ? null : told(from),
    to: told(to),
    answers: changes.answers.map(({ elementId, groupId, was, is }) => ({
      flowElementId: elementId,
      dataGroupId: groupId,
      was,
      is,
    })),
    rows: changes.rows.map(({ elementId, ...row }) => ({ ...row, flowElementId: elementId })),
  };
});
