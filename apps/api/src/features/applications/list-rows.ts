import type { ApplicationRow } from '@clearcall/domain/applications/application.ts';
import type { ListColumn } from '@clearcall/domain/applications/list-columns.ts';
import type { CallOfCode } from '@clearcall/domain/deadlines/call-for-duplicate.ts';
import { disclosedMoment, disclosedSubmission } from '@clearcall/domain/permissions/disclosed-times.ts';
import { stanceWithoutConflict } from '@clearcall/domain/permissions/stance.ts';
import type { Viewer } from '@clearcall/domain/permissions/viewer.ts';
import type { ReaderLanguage } from '@clearcall/i18n/language.ts';
import { type RawBuilder, sql } from 'kysely';
import { iso } from '../../platform/db/iso.ts';
import { languageOf, toldAs, toldIn, toldLabel } from '../../platform/db/told-in.ts';
import { isLate, latestDecisions, openSteps, type Sees, type WorkReader } from './list-sql.ts';
import { meaningsTold, type RuleFacts, type RuleReach, ruleFactsJson } from './scope-sql.ts';
import { sameCodeJson } from './sql.ts';

/** A row as the database returns it. */
export interface Found extends Omit<ApplicationRow, 'can'> {
  ownerId: number;
  /** Time zone of the call, an IANA name. */
  timeZone: string;
  firstSubmittedAt: string | null;
  sameCode: CallOfCode[];
  /** Facts for `meaningsTold`, or null if the viewer may read the whole row. */
  facts: RuleFacts | null;
}

/** What the rows of a list show. */
interface ShownRows {
  columns: readonly ListColumn[];
  sees: Sees;
  rules: RuleReach;
  work: WorkReader;
  reader: ReaderLanguage;
}

/** The rows of the table `page`, of ids and places, as JSON. */
export const rowsJson = ({ columns, sees, rules, work, reader }: ShownRows): RawBuilder<Found[]> => {
  const { viewer } = work;
  const told = toldAs({
    callTitle: languageOf(reader, 'c', 'title'),
    step: sql`case when steps.are_told then ${sql.lit(reader)} end`,
  });
  return sql`coalesce((
    select json_agg(json_build_object('id', ap.id, 'uid', ap.uid, 'status', ap.status,
      'awardDeclinedAt', ${iso('ap.award_declined_at')}, 'callTitle', ${toldIn(reader, 'c', 'title')}, 'told', ${told},
      'projectTitle', ap.title, 'firstName', ap.pi_first_name, 'lastName', ap.pi_last_name,
      'piAffiliation', ap.pi_affiliation, 'researchGroup', ${toldLabel(reader, 'research_group')},
      'researchTitle', ${toldLabel(reader, 'research_title')}, 'partition', joined_names(ap.partitions),
      'submissionDate', ${iso('ap.submitted_at')}, 'firstSubmittedAt', ${iso('ap.first_submitted_at')},
      'cutoff', (select ${iso('k.ends_at')} from cutoffs k where k.id = ap.cutoff_id and ap.status <> 'draft'),
      'late', ${columns.includes('work') ? isLate(viewer.userId) : sql`false`},
      'step', coalesce(steps.titles, ''),
      'decisions', ${columns.includes('decision') ? latestDecisions(viewer.userId) : sql`'[]'::json`},
      'timeZone', c.time_zone, 'ownerId', ap.owner_id, 'callId', c.id, 'sameCode', ${sameCodeJson(viewer.userId)},
      'facts', ${sees === null ? sql`null::json` : ruleFactsJson(viewer, rules)}) order by page.place)
    from page join applications ap on ap.id = page.id join calls c on c.id = ap.call_id
      cross join lateral (${openSteps(work, reader)}) steps), '[]')`;
};

/** The texts of a row that come from answers, with their meanings. */
const answered = {
  projectTitle: 'project_title',
  firstName: 'pi_first_name',
  lastName: 'pi_last_name',
  piAffiliation: 'pi_affiliation',
  researchGroup: 'research_field_group',
  researchTitle: 'research_field_title',
  partition: 'partition',
} as const;
const answeredNames = Object.keys(answered) as (keyof typeof answered)[];

/** Empties the texts that the viewer may not read, and shows submissions as the viewer may know them. */
export function hideTexts(viewer: Viewer, rules: RuleReach, rows: Found[]): Found[] {
  // Many rows have the same facts.
  const known = new Map<string, Set<string>>();
  for (const row of rows) {
    const { facts } = row;
    const stance = stanceWithoutConflict(viewer, row);
    row.submissionDate = disclosedSubmission(stance, { ...row, submittedAt: row.submissionDate });
    row.awardDeclinedAt = disclosedMoment(stance, row.awardDeclinedAt);
    if (facts === null || row.ownerId === viewer.userId) continue;
    const key = JSON.stringify(facts);
    const visible = known.get(key) ?? meaningsTold(rules, facts);
    known.set(key, visible);
    for (const name of answeredNames) if (!visible.has(answered[name])) row[name] = '';
  }
  return rows;
}
