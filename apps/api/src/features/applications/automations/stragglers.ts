import { listStragglers as listOf, maxNamed, type Stragglers } from '@clearcall/contract/automations.ts';
import { actionMessage } from '@clearcall/domain/automation/action-texts.ts';
import { hasArrived } from '@clearcall/domain/automation/has-arrived.ts';
import { panelsOf } from '@clearcall/domain/forms/panels.ts';
import { titleAs } from '@clearcall/domain/forms/text-in-languages.ts';
import { lastNameMessage } from '@clearcall/domain/people/person-name.ts';
import { isTurnedDown } from '@clearcall/domain/workflow/command-needs.ts';
import { stepIsDone } from '@clearcall/domain/workflow/completion.ts';
import type { Translator } from '@clearcall/i18n/translator.ts';
import { sql } from 'kysely';
import { iso } from '../../../platform/db/iso.ts';
import { knowsCall } from '../../../platform/db/known-call.ts';
import { lastName } from '../../../platform/db/last-name.ts';
import { operation } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { type CompiledFlow, loadFlow } from '../flow-facts.ts';
import { seesWork } from '../lists/staff-scope.ts';
import { loadFactsOf, withSteps } from '../workflow/load-facts.ts';
import { waitedFor } from './all-at-step.ts';

const batch = 250;

interface UnderWay {
  id: number;
  uid: string;
  projectTitle: string;
  cutoffId: number;
  cutoffEnd: string | null;
  panel: string | null;
}

interface Noted {
  cutoffId: number;
  step: string;
  panel: string;
  started: (NonNullable<Stragglers['started']> & { lastName: string | null }) | null;
}

/** `panel`: '' for all of the cut-off. */
const keyOf = (cutoffId: number, step: string, panel: string) => JSON.stringify([cutoffId, step, panel]);

/** The newest cut-off first; of one, step by step as the flow has them, and panel by panel. */
const inOrder =
  (stepOrder: ReadonlyMap<string, number>) =>
  (one: Stragglers, other: Stragglers): number =>
    (other.cutoffEnd ?? '').localeCompare(one.cutoffEnd ?? '') ||
    (stepOrder.get(one.flowElementId) ?? 0) - (stepOrder.get(other.flowElementId) ?? 0) ||
    (one.panel ?? '').localeCompare(other.panel ?? '', undefined, { numeric: true });

/** What begins when all have come, in words. */
function startsOf({ flow }: CompiledFlow, step: string, of: string, translator: Translator) {
  return flow.automations.flatMap((automation) => {
    const { on } = automation;
    if (!('event' in on) || on.event !== 'all_at_step' || on.step !== step || (on.of ?? 'cutoff') !== of)
      return [];
    const stepId = automation.do === 'notify' ? null : automation.step;
    const begun = flow.steps.find(({ id }) => id === stepId);
    return {
      words: translator.translate(actionMessage(automation.do)),
      step: begun?.title ?? stepId,
      told: titleAs('step', begun),
    };
  });
}

const panelNameOf = ({ flow, readable }: CompiledFlow, panel: string): string =>
  panelsOf(flow, readable).find(({ value }) => value === panel)?.label ?? panel;

/**
 * Where applications wait for each other: for each cut-off that is over, or its part in a panel, and each step that an
 * automation waits for, how many have come and which have not. Read as the wait itself reads it. Source: Requirements 2d, 3.9.
 */
export const listStragglers = operation(listOf, async ({ params, actor, now, translator }, platform) => {
  // Everybody else is told the same as of a call that does not exist.
  const { db } = platform;
  if (!actor.isStaff || !(await knowsCall(db, params.callId))) return refuse('not_found');
  const { rows } = await sql<UnderWay>`
    select ap.id, ap.uid, ap.title as "projectTitle", k.id as "cutoffId", ${iso('k.ends_at')} as "cutoffEnd", ap.panel
    from applications ap join cutoffs k on k.id = ap.cutoff_id
    where ap.call_id = ${params.callId} and ap.status in ('submitted', 'changes_requested')
      and ap.cutoff_passed_at is not null and ${seesWork(actor)} order by ap.id
  `.execute(db);
  if (rows.length === 0) return { data: [] };
  const { rows: notes } = await sql<Noted>`
    select t.cutoff_id as "cutoffId", t.step_id as step, t.panel,
      case when t.forced_by is not null then jsonb_build_object('at', ${iso('t.noted_at')}, 'firstName', u.first_name,
        'lastName', ${lastName('u')}, 'reason', t.reason) end as started
    from step_arrivals t join cutoffs k on k.id = t.cutoff_id left join users u on u.id = t.forced_by
    where k.call_id = ${params.callId}
  `.execute(db);
  const noted = new Map(
    notes.map(({ cutoffId, step, panel, started }) => [keyOf(cutoffId, step, panel), started]),
  );
  const found = new Map<string, Stragglers>();
  const stepOrder = new Map<string, number>();
  for (let at = 0; at < rows.length; at += batch) {
    const part = rows.slice(at, at + batch);
    const loaded = await loadFactsOf(
      db,
      part.map(({ id }) => id),
      [],
    );
    for (const [nth, one] of loaded.entries()) {
      const row = part[nth];
      if (row === undefined) continue;
      const compiled = await loadFlow(platform, one.flowVersionId, now, { reader: translator.language });
      const facts = withSteps(one, compiled.flow.steps);
      for (const { step: stepId, of } of waitedFor(compiled)) {
        const panel = of === 'panel' ? row.panel : null;
        if (of === 'panel' && panel === null) continue;
        const key = keyOf(row.cutoffId, stepId, panel ?? '');
        const step = compiled.flow.steps.find(({ id }) => id === stepId);
        const place: Stragglers = found.get(key) ?? {
          cutoffId: row.cutoffId,
          cutoffEnd: row.cutoffEnd,
          flowElementId: stepId,
          step: step?.title ?? stepId,
          told: titleAs('step', step),
          panel,
          panelName: panel === null ? null : panelNameOf(compiled, panel),
          starts: startsOf(compiled, stepId, of, translator),
          arrived: 0,
          missing: 0,
          applications: [],
          started: null,
        };
        found.set(key, place);
        stepOrder.set(stepId, step?.order ?? 0);
        if (!hasArrived(facts, stepId)) {
          place.missing += 1;
          if (place.applications.length < maxNamed)
            place.applications.push({ uid: row.uid, projectTitle: row.projectTitle });
        } else if (step !== undefined && stepIsDone(facts, step) && !isTurnedDown(facts)) place.arrived += 1;
      }
    }
  }
  const compare = inOrder(stepOrder);
  return {
    data: [...found]
      .toSorted(([, one], [, other]) => compare(one, other))
      .flatMap(([key, place]) => {
        if (place.missing === 0) return [];
        const started = noted.get(key);
        // That all had come was noted, and one was opened again: nobody waits for it.
        if (started === null) return [];
        if (started === undefined) return place;
        return {
          ...place,
          started: { ...started, lastName: translator.translate(lastNameMessage(started.lastName)) },
        };
      }),
  };
});
