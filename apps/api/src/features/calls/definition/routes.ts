import * as contract from '@clearcall/contract/call-drafts.ts';
import type { Change } from '@clearcall/domain/calls/definition/change.ts';
import { diffCalls } from '@clearcall/domain/calls/definition/diff-calls.ts';
import { editDifferences } from '@clearcall/domain/calls/definition/edit-differences.ts';
import { coarseCount } from '@clearcall/domain/permissions/administration.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { iso } from '../../../platform/db/iso.ts';
import { type Operation, operation } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { closing } from './close.ts';
import { countFindings } from './count-findings.ts';
import { documentsOfCalls } from './documents.ts';
import { edits } from './edit.ts';
import { findFaults, tellFindings } from './find-faults.ts';
import { follow } from './follow.ts';
import { loadEditedCall } from './load-draft.ts';
import { loadEffect, partitionNames } from './load-effect.ts';
import { loadLiveCall } from './load-live.ts';
import { publishing } from './publish.ts';
import { restoring } from './restore.ts';

type History = z.output<(typeof contract.listCallHistory)['reply']>;
type StoredEdit = Omit<History['edits'][number], 'differences'> & { changes: Change[]; inverses: Change[] };

const open = operation(contract.openCallDraft, async ({ params: { id } }, { db, organisation }) => {
  const { uploadMaxMb } = await organisation();
  const edited = await loadEditedCall(db, id, organisation.language());
  if (edited === undefined) return refuse('not_found');
  const { definition, revision, draft } = edited;
  if (draft === null) return { definition, revision, draft, uploadMaxMb };
  const live = await loadLiveCall(db, id, organisation.language());
  return {
    definition,
    revision,
    draft: { changedAt: draft.changedAt, by: draft.by, planned: draft.planned },
    uploadMaxMb,
    // Nobody could apply to a call that has no form.
    live: live === undefined || live.flowVersion === 0 ? null : live.definition,
  };
});

const check = operation(
  contract.checkCallDraft,
  async ({ params: { id }, now, translator }, { db, organisation }) => {
    const language = organisation.language();
    const [edited, live] = await Promise.all([
      loadEditedCall(db, id, language),
      loadLiveCall(db, id, language),
    ]);
    if (edited === undefined || live === undefined) return refuse('not_found');
    const about = { live: live.definition, draft: edited.definition, organisation: language, now };
    const [{ findings, plan, applications }, effect, { secondPublisher }] = await Promise.all([
      findFaults(db, id, { ...about, reader: translator.language }),
      loadEffect(db, id, about),
      organisation(),
    ]);
    return {
      revision: edited.revision,
      findings: tellFindings(findings, translator),
      differences: edited.draft === null ? [] : diffCalls(live.definition, edited.definition),
      newFlow: plan.newFlow,
      version: live.flowVersion,
      applications: {
        drafts: coarseCount(applications.drafts),
        submitted: coarseCount(applications.submitted),
      },
      effect: {
        opens: effect.opens,
        mailingList: effect.mailingList,
        extended: effect.extended.map((one) => ({ ...one, drafts: coarseCount(one.drafts) })),
        above: effect.above.map((one) => ({ ...one, drafts: coarseCount(one.drafts) })),
        waits: effect.waits,
      },
      needsApproval: secondPublisher,
      partitions: effect.partitions,
      planned: edited.draft?.planned ?? null,
    };
  },
);

/** Number of edits that are shown at a time. */
const shown = 100;

const history = operation(
  contract.listCallHistory,
  async ({ params: { id }, query: { before = 2_147_483_647, publication } }, { db }) => {
    const name = sql`nullif(trim(u.first_name || ' ' || u.last_name), '')`;
    // The edit that closed a call is in the draft as well, and the publication of the draft counts it again.
    const numberOf = sql`(select min(p.number) from publications p where p.call_id = e.call_id
      and e.revision > p.begun_after and e.revision <= p.revision)`;
    const { rows } = await sql<{ edits: StoredEdit[] } & Pick<History, 'publications' | 'partitions'>>`
      select coalesce((select jsonb_agg(e order by e.revision desc) from (
          select e.revision, ${iso('e.at')} as at, ${name} as by, e.changes, e.inverses, e.undoes,
            ${numberOf} as publication,
            exists (select from call_drafts d where d.call_id = e.call_id and e.revision > d.begun_after)
              as "isInDraft"
          from call_changes e left join users u on u.id = e.author_id
          where e.call_id = c.id and e.revision < ${before}
            and (${publication ?? null}::int is null or ${numberOf} = ${publication ?? null}::int)
          order by e.revision desc limit ${shown + 1}) e), '[]') as edits,
        coalesce((select jsonb_agg(jsonb_build_object('number', p.number, 'at', ${iso('p.at')}, 'by', ${name},
            'approvedBy', (select ${name} from users u where u.id = p.approver_id), 'note', p.note, 'revision', p.revision) order by p.number desc)
          from publications p left join users u on u.id = p.publisher_id where p.call_id = c.id), '[]')
          as publications, ${partitionNames} as partitions
      from calls c where c.id = ${id}`.execute(db);
    const [row] = rows;
    if (row === undefined) return refuse('not_found');
    return {
      ...row,
      edits: row.edits.slice(0, shown).map(({ changes, inverses, ...edit }) => ({
        ...edit,
        differences: editDifferences(changes, inverses),
      })),
      more: row.edits.length > shown,
    };
  },
);

export const callDrafts: readonly Operation[] = [
  open,
  countFindings,
  ...edits,
  follow,
  ...documentsOfCalls,
  check,
  ...publishing,
  ...closing,
  history,
  ...restoring,
];
