import type { CallDefinition } from '@clearcall/domain/calls/definition/call-definition.ts';
import { checkCall, type Outside } from '@clearcall/domain/calls/definition/check-call.ts';
import {
  decidePublication,
  type PublicationPlan,
} from '@clearcall/domain/calls/definition/decide-publication.ts';
import { error, type Finding } from '@clearcall/domain/calls/definition/finding.ts';
import { readFlow } from '@clearcall/domain/calls/definition/read-flow.ts';
import { inLanguage, inOrderFor } from '@clearcall/domain/forms/text-in-languages.ts';
import { defaultLanguage, type Language, type ReaderLanguage } from '@clearcall/i18n/language.ts';
import type { Translator } from '@clearcall/i18n/translator.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/pool.ts';

/** Numbers of applications. */
interface Applications {
  drafts: number;
  submitted: number;
}

export interface Checked {
  findings: Finding[];
  plan: PublicationPlan;
  applications: Applications;
}

interface Row {
  partitions: Readonly<Record<string, string>>;
  lists: string[];
  calls: Outside['calls'];
  files: string[];
  brokenLinks: { address: string; status: number | null }[];
  usedCutoffs: string[];
  closedCutoffs: string[];
  isArchived: boolean;
  applications: Applications;
}

/** Checks a draft against the live call, and against everything that it refers to. */
export async function findFaults(
  db: Db,
  id: number,
  {
    live,
    draft,
    organisation = defaultLanguage,
    reader = organisation,
    now,
  }: {
    live: CallDefinition;
    draft: CallDefinition;
    organisation: Language | undefined;
    /** Language in which findings quote titles of the flow. */
    reader?: ReaderLanguage;
    now: Date;
  },
): Promise<Checked> {
  const { rows } = await sql<Row>`
    select coalesce((select jsonb_object_agg(id, name) from partitions), '{}') as partitions, array(select tag from option_groups) as lists,
      coalesce((select jsonb_agg(jsonb_build_object('code', code, 'year', year, 'number', number,
        'uidPattern', uid_pattern)) from calls where id <> ${id}), '[]') as calls,
      array(select encode(sha256, 'hex') from call_documents where call_id = ${id}
        union select encode(sha256, 'hex') from call_files where call_id = ${id}) as files,
      coalesce((select jsonb_agg(jsonb_build_object('address', address, 'status', status)) from call_links
        where call_id = ${id} and state in ('broken', 'unreachable')), '[]') as "brokenLinks",
      array(select distinct cutoff_id::text from applications where call_id = ${id} and cutoff_id is not null)
        as "usedCutoffs",
      array(select id::text from cutoffs where call_id = ${id} and closed_at is not null) as "closedCutoffs",
      (select archived_at is not null from calls where id = ${id}) as "isArchived",
      (select jsonb_build_object('drafts', count(*) filter (where status = 'draft'),
        'submitted', count(*) filter (where status <> 'draft')) from applications where call_id = ${id})
        as applications`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('a query without rows');
  const { applications, files, isArchived } = row;
  const outside = {
    partitions: new Map(Object.entries(row.partitions)),
    lists: new Set(row.lists),
    calls: row.calls,
    brokenLinks: new Map(row.brokenLinks.map(({ address, status }) => [address, { status }])),
  };
  const plan = decidePublication(live, draft, {
    now,
    hasApplications: applications.drafts + applications.submitted > 0,
    usedCutoffs: new Set(row.usedCutoffs),
    closedCutoffs: new Set(row.closedCutoffs),
    isArchived,
  });
  const withoutFile = draft.documents.filter(({ file }) => file === null || !files.includes(file.sha256));
  const findings = [
    ...checkCall(draft, readFlow(draft.flow, organisation, reader), outside),
    ...withoutFile.map(({ id: document, title }) =>
      error([['documents', document, 'file']], 'findings.documentFile', {
        document: inLanguage(title, inOrderFor(organisation)) || document,
      }),
    ),
    ...(plan.ok ? [] : plan.findings),
  ];
  return { findings, plan, applications };
}

/** Findings in the language of a reader. */
export const tellFindings = (findings: readonly Finding[], { translate }: Translator) =>
  findings.map(({ rule, severity, at, message }) => ({
    rule,
    severity,
    at: at.map((address) => [...address]),
    text: translate(message),
  }));
