import { listColumns } from '@clearcall/domain/applications/list-columns.ts';
import { firstStep } from '@clearcall/domain/forms/first-step.ts';
import { inLanguage, type TextInLanguages } from '@clearcall/domain/forms/text-in-languages.ts';
import type { Automation, Element, Flow, Step, ViewRule } from '@clearcall/domain/forms/types.ts';
import { languages } from '@clearcall/i18n/language.ts';
import type { Db } from '../../../platform/db/pool.ts';

type StoredStep = Omit<Step, 'title'> & { title: TextInLanguages };

/** A flow as it is stored: titles are in all their languages. */
export type StoredFlow = Pick<Flow, 'automations'> & { steps: StoredStep[] };

/** The meanings of the answers that lists show. */
const listed: readonly string[] = Object.values(listColumns).flatMap(({ meanings }) => [...meanings]);

/** The answers of a step that lists show, each with the element that contains it. */
function listedOf({ forms }: StoredStep): { meaning: string; element: Element; group: Element }[] {
  const top = forms.flatMap(({ elements }) => elements.map((element) => ({ element, group: element })));
  const inner = top.flatMap(({ group }) => (group.children ?? []).map((element) => ({ element, group })));
  return [...top, ...inner].flatMap((placed) => {
    const meaning = placed.element.config.id;
    return meaning !== undefined && listed.includes(meaning) ? [{ ...placed, meaning }] : [];
  });
}

/** The automatic start of a step: an event of its own application, or, later, a time or the arrival of all applications. */
function startOf(step: StoredStep, automations: readonly Automation[]) {
  const starts = automations.flatMap((one) =>
    one.do === 'assign' && one.step === step.id && one.when === undefined ? [one.on] : [],
  );
  if (starts.length === 0) return { started_by: null, awaits_step: null, awaits_of: null };
  const [only] = starts;
  const arrival =
    starts.length === 1 && only !== undefined && 'event' in only && only.event === 'all_at_step'
      ? only
      : null;
  return {
    started_by: starts.some((on) => 'event' in on && on.event !== 'all_at_step') ? 'event' : 'later',
    awaits_step: arrival?.step ?? null,
    awaits_of: arrival === null ? null : (arrival.of ?? 'cutoff'),
  };
}

/** Events after which all applications may have arrived at a step. */
const arrivalEvents = [
  'all_submitted',
  'partition_dropped',
  'withdrawn',
  'rejected',
  'taken_back',
  'cutoff_passed',
];

interface Started {
  event: string | null;
  anchor: string | null;
  days: number | null;
  step_id: string | null;
}

function startsOf({ on }: Automation): Started[] {
  const byEvent = (event: string, step_id: string | null) => ({ event, anchor: null, days: null, step_id });
  const byTimer = (anchor: string, days: number | null, step_id: string | null) => ({
    event: null,
    anchor,
    days,
    step_id,
  });
  if ('event' in on)
    return [
      byEvent(on.event, on.step ?? null),
      ...(on.event === 'all_at_step' ? arrivalEvents.map((event) => byEvent(event, null)) : []),
    ];
  if ('unanswered' in on) return [byTimer('unanswered', on.unanswered, on.step)];
  if ('monthly' in on) return [byTimer('monthly', null, null)];
  const { before, after, days, step = null } = on.timer;
  return [before === undefined ? byTimer(after ?? '', days, step) : byTimer(before, -days, step)];
}

const ruleRow = ({ role, scope, of, reader = 'assigned', audience }: ViewRule) => ({
  role,
  scope,
  of_kind: typeof of === 'object' ? ('released' as const) : of,
  of_step: typeof of === 'object' ? of.released : null,
  reader: scope === 'assigned' ? reader : null,
  audience,
});

/** Returns the rows of a flow version that lists and automations use: steps, view rules and starts of automations. */
export function flowRows(flow_version_id: number, { steps, automations }: StoredFlow) {
  const first = firstStep({ steps });
  return {
    flow_steps: steps.map((step) => ({
      flow_version_id,
      step_id: step.id,
      title: inLanguage(step.title, languages),
      titles: typeof step.title === 'string' ? null : step.title,
      is_first: step === first,
      roles: [step.ownerRole, ...step.permissions.assignable],
      judges: step.judges ?? null,
      position: step.order,
      is_final: step.final ?? false,
      kind: step.type,
      owner_role: step.ownerRole,
      per_partition: step.perPartition ?? false,
      needs: step.config.needs ?? 1,
      assigned_by: step.permissions.assign,
      has_rank: step.forms.some(({ elements }) => elements.some(({ config }) => config.id === 'rank')),
      ...startOf(step, automations),
    })),
    view_rules: steps.flatMap((step) => {
      const answers = step === first ? listedOf(step) : [];
      const opened = (audience: readonly string[]) =>
        answers.flatMap(({ meaning, element, group }) =>
          [element, group].every(({ config }) => audience.includes(config.audience ?? 'public'))
            ? [meaning]
            : [],
        );
      const preview = answers.flatMap(({ meaning, element, group }) =>
        element.config.preview === true && group.config.preview === true ? [meaning] : [],
      );
      const place = { flow_version_id, step_id: step.id };
      return [
        ...step.permissions.view.map((rule) => ({
          ...place,
          ...ruleRow(rule),
          shows: opened(rule.audience),
        })),
        ...(step === first
          ? [
              {
                ...place,
                ...({ role: null, scope: 'assigned', of_kind: 'submitted', of_step: null } as const),
                ...{ reader: 'assigned' as const, audience: [], shows: preview },
              },
            ]
          : []),
      ];
    }),
    flow_automations: automations.flatMap((one) =>
      startsOf(one).map((started) => ({ flow_version_id, automation_id: one.id, ...started })),
    ),
  };
}

/** Writes the rows of a flow version that was just stored. */
export async function writeFlowRows(tx: Db, flowVersionId: number, flow: StoredFlow): Promise<void> {
  const { flow_steps, view_rules, flow_automations } = flowRows(flowVersionId, flow);
  const steps = flow_steps.map(({ titles, ...row }) => ({
    ...row,
    titles: titles && JSON.stringify(titles),
  }));
  if (steps.length > 0) await tx.insertInto('flow_steps').values(steps).execute();
  if (view_rules.length > 0) await tx.insertInto('view_rules').values(view_rules).execute();
  if (flow_automations.length > 0) await tx.insertInto('flow_automations').values(flow_automations).execute();
}
