import type { EventName } from '../forms/event-names.ts';
import { firstStep } from '../forms/first-step.ts';
import type {
  Assignee,
  Automation,
  AutomationRecipient,
  Element,
  Fault,
  Flow,
  Step,
} from '../forms/types.ts';
import { rolesOf } from '../workflow/rights.ts';
import { conditionFaults } from './conditions.ts';

type Report = (sentence: string, code?: Fault['code']) => void;

/** Events that no assignment is part of: nobody owns what they happened to. */
const ofApplication: readonly EventName[] = [
  'all_submitted',
  'all_at_step',
  'cutoff_passed',
  'partition_dropped',
  'outcome_recorded',
  'outcome_changed',
  'locked',
  'panel_changed',
  'automation_stopped',
];
/** Of which the applicant learns nothing before a release. */
const untold: readonly EventName[] = ['outcome_recorded', 'outcome_changed', 'partition_dropped'];
const ofLead: readonly EventName[] = [
  'lead_assigned',
  'non_lead_assigned',
  'lead_assignment_submitted',
  'non_lead_assignment_submitted',
];

const allElements = (flow: Flow): Element[] =>
  flow.steps
    .flatMap(({ forms }) => forms)
    .flatMap(({ elements }) => elements)
    .flatMap((element) => [element, ...(element.children ?? [])]);

/** The step that an automation is started about, and whether it is about one assignment. */
function aboutOf({ on }: Automation): { step: string | undefined; isOfAssignment: boolean } {
  if ('event' in on) return { step: on.step, isOfAssignment: !ofApplication.includes(on.event) };
  if ('unanswered' in on) return { step: on.step, isOfAssignment: true };
  if ('monthly' in on) return { step: undefined, isOfAssignment: false };
  const anchor = on.timer.before ?? on.timer.after;
  const isOfAssignment =
    anchor === 'deadline' || anchor === 'assigned' || (anchor === 'cutoff' && on.timer.step !== undefined);
  return { step: on.timer.step, isOfAssignment };
}

class Check {
  private readonly flow: Flow;
  private readonly partitions: readonly string[];
  private readonly automation: Automation;
  private readonly report: Report;

  constructor(flow: Flow, partitions: readonly string[], automation: Automation, report: Report) {
    this.flow = flow;
    this.partitions = partitions;
    this.automation = automation;
    this.report = report;
  }

  /** The step that is named; a fault where there is none. */
  private step(named: string | undefined, what: string): Step | undefined {
    if (named === undefined) return undefined;
    const step = this.flow.steps.find(({ id }) => id === named);
    if (step === undefined) this.report(`${what} step '${named}', which does not exist.`);
    return step;
  }

  private hasLead(step: Step | undefined, what: string): void {
    if (step !== undefined && step.config.hasLead !== true)
      this.report(`${what} step '${step.id}', where nobody leads.`, 'bad_automation');
  }

  trigger(): void {
    const { on } = this.automation;
    if ('monthly' in on) return;
    if ('unanswered' in on) {
      this.step(on.step, 'it waits for an answer at');
      return;
    }
    if ('timer' in on) {
      this.step(on.timer.step, 'its timer is about');
      this.step(on.timer.until, 'its timer stops with');
      return;
    }
    const step = this.step(on.step, 'it starts at');
    const by = this.step(on.by, 'it starts with a judgement of');
    if (by !== undefined && by.final !== true) {
      if (by.judges === undefined)
        this.report(`it starts with a judgement of step '${by.id}', which judges nothing.`, 'bad_automation');
      else if (step !== undefined && step.id !== by.judges)
        this.report(
          `it starts with a judgement of step '${by.id}' about step '${step.id}', which that does not judge.`,
          'bad_automation',
        );
    }
    if (ofLead.includes(on.event)) {
      this.hasLead(step, 'it starts with the lead at');
      if (on.step === undefined && this.flow.steps.every(({ config }) => config.hasLead !== true))
        this.report(`it starts with '${on.event}', but no step has a lead.`, 'bad_automation');
    }
    if ((on.event === 'unlocked' || on.event === 'locked') && step?.config.isUnlockable === false)
      this.report(
        `it starts with '${on.event}' of step '${step.id}', which is never locked.`,
        'bad_automation',
      );
    const roles = new Set((step === undefined ? this.flow.steps : [step]).flatMap(rolesOf));
    if (on.role !== undefined && !roles.has(on.role))
      this.report(`it starts for the role '${on.role}', in which nobody works there.`);
    if (on.partition !== undefined && !this.partitions.includes(on.partition))
      this.report(`it starts for the partition '${on.partition}', which the call does not offer.`);
  }

  private assignee(to: Assignee, step: Step): void {
    if (typeof to === 'string') {
      if (to === 'centres' && step.perPartition !== true)
        this.report(
          `it gives step '${step.id}' to centres, but that is not worked on for each partition.`,
          'bad_automation',
        );
      return;
    }
    if ('ownerOf' in to) this.step(to.ownerOf, 'it assigns to the owner of');
    if ('leadOf' in to)
      this.hasLead(this.step(to.leadOf, 'it assigns to the lead of'), 'it assigns to the lead of');
  }

  private assign(automation: Extract<Automation, { do: 'assign' }>): void {
    const step = this.step(automation.step, 'it assigns');
    this.step(automation.deadline?.step, 'its deadline counts from');
    if (step === undefined) return;
    if (step.id === firstStep(this.flow)?.id)
      this.report(`it assigns step '${step.id}', which comes with the application.`, 'bad_automation');
    const { to } = automation;
    const role = typeof to === 'object' && 'role' in to ? to.role : (automation.role ?? step.ownerRole);
    if (!rolesOf(step).includes(role))
      this.report(`it assigns step '${step.id}' in the role '${role}', in which nobody works there.`);
    else if (to === 'application_owner' && role !== 'applicant')
      this.report(`it gives the applicant step '${step.id}' in the role '${role}'.`, 'bad_automation');
    else if ((to === 'centres' || (typeof to === 'object' && !('ownerOf' in to))) && role === 'applicant')
      this.report(`it gives step '${step.id}' of the applicant to somebody else.`, 'bad_automation');
    if (automation.lead === true) this.hasLead(step, 'it makes somebody lead');
    this.assignee(to, step);
  }

  private recipient({ to, step: named, element }: AutomationRecipient): void {
    const { step: about, isOfAssignment } = aboutOf(this.automation);
    const step = this.step(named, `its recipient '${to}' is of`);
    const at = step ?? this.flow.steps.find(({ id }) => id === about);
    const nobody = (why: string) =>
      this.report(`its recipient '${to}' can reach nobody: ${why}.`, 'unreachable');
    switch (to) {
      case 'owner':
      case 'assigner':
      case 'takers':
        if (named === undefined && !isOfAssignment)
          nobody('what starts it happens to no assignment, and the rule names no step');
        break;
      case 'lead_assignment_owner':
      case 'non_lead_assignment_owner':
        if (at === undefined) nobody('neither the rule nor what starts it names a step');
        else if (at.config.hasLead !== true) nobody(`nobody leads at step '${at.id}'`);
        break;
      case 'approved_assignments':
        if (
          !this.flow.steps.some(
            ({ judges }) => judges !== undefined && (named === undefined || judges === named),
          )
        )
          nobody('no step judges it');
        break;
      case 'partition_ccr':
        if (
          !this.flow.steps.some(({ perPartition }) => perPartition === true) &&
          !allElements(this.flow).some(({ config }) => config.id === 'partition')
        )
          nobody('the application asks for no partition');
        break;
      case 'form_element_email': {
        const found = allElements(this.flow).find(({ id }) => id === element);
        if (found === undefined)
          this.report(`its recipient is in element '${element}', which does not exist.`);
        else if (found.type !== 'email') nobody(`element '${found.id}' holds no address`);
        break;
      }
      default:
    }
  }

  /**
   * What was judged about an application is its applicant's to know from the release on. What a template says stands in
   * it whoever reads it, so it may not be sent before.
   */
  private secrecy(automation: Extract<Automation, { do: 'notify' }>): void {
    const { on } = automation;
    if (!('event' in on)) return;
    const judging = this.flow.steps.find(({ id }) => id === on.by)?.judges !== undefined;
    const isOfApplicant = (id: string | undefined) =>
      id === undefined || this.flow.steps.find((step) => step.id === id)?.ownerRole === 'applicant';
    const isSecret =
      untold.includes(on.event) ||
      ((on.event === 'approved' || on.event === 'rejected') &&
        isOfApplicant(on.step) &&
        (on.by === undefined || judging));
    const reaches = automation.recipients.find(
      ({ to, step }) =>
        to === 'application_owner' ||
        ((to === 'owner' || to === 'approved_assignments' || to === 'assignment_owners') &&
          (step !== undefined ? isOfApplicant(step) : to !== 'owner' || isOfApplicant(on.step))),
    );
    if (isSecret && reaches !== undefined)
      this.report(
        `its recipient '${reaches.to}' may be the applicant, who learns of it at the release: start it with 'released'.`,
        'bad_automation',
      );
  }

  action(): void {
    const { automation } = this;
    switch (automation.do) {
      case 'assign':
        this.assign(automation);
        break;
      case 'notify': {
        this.secrecy(automation);
        for (const recipient of automation.recipients) this.recipient(recipient);
        if (!this.flow.templates.some(({ id }) => id === automation.template))
          this.report(`it sends the template '${automation.template}', which does not exist.`);
        break;
      }
      case 'unlock': {
        const step = this.step(automation.step, 'it unlocks');
        if (step !== undefined && step.config.isUnlockable !== true)
          this.report(`it unlocks step '${step.id}', which is never locked.`, 'bad_automation');
        break;
      }
      case 'reopen': {
        const step = this.step(automation.step, 'it reopens');
        this.step(automation.deadline?.step, 'its deadline counts from');
        if (step !== undefined && step.id === firstStep(this.flow)?.id)
          this.report(
            `it reopens step '${step.id}', which only a request for changes opens.`,
            'bad_automation',
          );
        break;
      }
      case 'change_visibility':
        this.step(automation.step, 'it releases');
    }
  }
}

/** What an automation makes happen by itself, without anybody: the events, with their step where they have that one alone. */
function causes(automation: Automation): { event: EventName; step: string | null }[] {
  if (automation.do === 'notify') return [];
  const of = (step: string | null, ...events: EventName[]) => events.map((event) => ({ event, step }));
  switch (automation.do) {
    case 'assign':
      return of(automation.step, 'assigned', 'draft', 'lead_assigned', 'non_lead_assigned');
    case 'unlock':
      return of(automation.step, 'unlocked');
    case 'reopen':
      return of(automation.step, 'reopened', 'deadline_changed');
    case 'change_visibility':
      // The release of a result ends the application and what is still to be done on it.
      return [
        ...of(automation.step, 'released'),
        ...of(null, 'approved', 'rejected', 'revoked', 'all_submitted', 'all_at_step'),
      ];
  }
}

const follows = (before: Automation, after: Automation): boolean => {
  const { on } = after;
  return (
    'event' in on &&
    causes(before).some(
      ({ event, step }) => event === on.event && (step === null || on.step === undefined || on.step === step),
    )
  );
};

/** The automations of each circle that would feed itself, in the order in which they follow. */
function circles(automations: readonly Automation[]): Automation[][] {
  const found: Automation[][] = [];
  const done = new Set<Automation>();
  const walk = (path: readonly Automation[]): void => {
    const last = path.at(-1);
    if (last === undefined || done.has(last)) return;
    for (const next of automations) {
      if (!follows(last, next)) continue;
      const at = path.indexOf(next);
      if (at >= 0) found.push(path.slice(at));
      else walk([...path, next]);
    }
    done.add(last);
  };
  for (const automation of automations) walk([automation]);
  return found;
}

/**
 * What is wrong with the automations of a flow, each with its place and a sentence; asked before a flow is published.
 * All that is named exists (steps, roles, elements, templates, and the partitions that the flow's call offers), every
 * recipient can be reached, what is assigned can be assigned to whom it is given, conditions can be read, and no circle
 * of automations feeds itself. Source: Requirements 2d, 1.4 and 1.7.
 */
export function checkAutomations(flow: Flow, partitions: readonly string[]): Fault[] {
  const faults: Fault[] = [];
  const ids = new Set<string>();
  for (const automation of flow.automations) {
    const path = `automation ${automation.id}`;
    const report: Report = (sentence, code = 'unknown_reference') => {
      faults.push({ code, path, sentence: `Automation ${automation.id}: ${sentence}` });
    };
    if (ids.has(automation.id)) report('its id is used twice.', 'duplicate_id');
    ids.add(automation.id);
    const check = new Check(flow, partitions, automation, report);
    check.trigger();
    check.action();
  }
  faults.push(...conditionFaults(flow));
  for (const circle of circles(flow.automations)) {
    const names = circle.map(({ id }) => id);
    faults.push({
      code: 'circular',
      path: names.join(' › '),
      sentence: `Automations start each other without end: ${[...names, names[0]].join(' → ')}.`,
    });
  }
  return faults;
}
