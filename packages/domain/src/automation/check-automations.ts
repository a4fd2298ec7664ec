import type { ValuesIn } from '@clearcall/i18n/message.ts';
import type { EventName } from '../forms/event-names.ts';
import { type Address, type Fault, type FindingText, faultAt, nameOf } from '../forms/fault.ts';
import { firstStep } from '../forms/first-step.ts';
import type { Assignee, Automation, AutomationRecipient, Element, Flow, Step } from '../forms/types.ts';
import { roleMessage } from '../people/roles.ts';
import { rolesOf } from '../workflow/rights.ts';
import { conditionFaults } from './conditions.ts';

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

/** What is wrong with one automation. */
class Check {
  readonly faults: Fault[] = [];
  private readonly flow: Flow;
  private readonly partitions: readonly string[];
  private readonly automation: Automation;

  constructor(flow: Flow, partitions: readonly string[], automation: Automation) {
    this.flow = flow;
    this.partitions = partitions;
    this.automation = automation;
  }

  private report<Text extends FindingText>(within: Address, text: Text, ...values: ValuesIn<Text>): void {
    this.faults.push(faultAt([['automations', this.automation.id, ...within]], text, ...values));
  }

  /** The step that is named; a fault if there is none. */
  private step(named: string | undefined, within: Address): Step | undefined {
    if (named === undefined) return undefined;
    const step = this.flow.steps.find(({ id }) => id === named);
    if (step === undefined) this.report(within, 'findings.automationStepUnknown', { step: named });
    return step;
  }

  private hasLead(step: Step | undefined, within: Address): void {
    if (step !== undefined && step.config.hasLead !== true)
      this.report(within, 'findings.automationNoLead', {
        automation: this.automation.id,
        step: nameOf(step),
      });
  }

  private isLockable(step: Step | undefined, within: Address): void {
    if (step !== undefined && step.config.isUnlockable !== true)
      this.report(within, 'findings.automationNeverLocked', {
        automation: this.automation.id,
        step: nameOf(step),
      });
  }

  trigger(): void {
    const { on, id: automation } = this.automation;
    if ('monthly' in on) return;
    if ('unanswered' in on) {
      this.step(on.step, ['on', 'step']);
      return;
    }
    if ('timer' in on) {
      this.step(on.timer.step, ['on', 'timer', 'step']);
      this.step(on.timer.until, ['on', 'timer', 'until']);
      return;
    }
    const step = this.step(on.step, ['on', 'step']);
    const by = this.step(on.by, ['on', 'by']);
    if (by !== undefined && by.final !== true) {
      const values = { automation, step: nameOf(by) };
      if (by.judges === undefined) this.report(['on', 'by'], 'findings.automationNoDecision', values);
      else if (step !== undefined && step.id !== by.judges)
        this.report(['on', 'by'], 'findings.automationOtherDecision', { ...values, judged: nameOf(step) });
    }
    if (ofLead.includes(on.event)) {
      this.hasLead(step, ['on', 'step']);
      if (on.step === undefined && this.flow.steps.every(({ config }) => config.hasLead !== true))
        this.report(['on', 'event'], 'findings.automationNoLeadAnywhere', { automation });
    }
    if ((on.event === 'unlocked' || on.event === 'locked') && step?.config.isUnlockable === false)
      this.isLockable(step, ['on', 'step']);
    const roles = new Set((step === undefined ? this.flow.steps : [step]).flatMap(rolesOf));
    if (on.role !== undefined && !roles.has(on.role))
      this.report(['on', 'role'], 'findings.automationRole', { automation, role: roleMessage(on.role) });
    if (on.partition !== undefined && !this.partitions.includes(on.partition))
      this.report(['on', 'partition'], 'findings.automationPartition', {
        automation,
        partition: on.partition,
      });
  }

  private assignee(to: Assignee, step: Step): void {
    if (typeof to === 'string') {
      if (to === 'centres' && step.perPartition !== true)
        this.report(['to'], 'findings.automationCentres', {
          automation: this.automation.id,
          step: nameOf(step),
        });
      return;
    }
    if ('ownerOf' in to) this.step(to.ownerOf, ['to']);
    if ('leadOf' in to) this.hasLead(this.step(to.leadOf, ['to']), ['to']);
  }

  private assign(automation: Extract<Automation, { do: 'assign' }>): void {
    const step = this.step(automation.step, ['step']);
    this.step(automation.deadline?.step, ['deadline', 'step']);
    if (step === undefined) return;
    const values = { automation: automation.id, step: nameOf(step) };
    if (step.id === firstStep(this.flow)?.id) this.report(['step'], 'findings.automationFirstStep', values);
    const { to } = automation;
    const role = typeof to === 'object' && 'role' in to ? to.role : (automation.role ?? step.ownerRole);
    const named = { automation: automation.id, role: roleMessage(role) };
    if (!rolesOf(step).includes(role)) this.report(['role'], 'findings.automationRole', named);
    else if (to === 'application_owner' && role !== 'applicant')
      this.report(['to'], 'findings.automationToApplicant', { ...values, role: roleMessage(role) });
    else if ((to === 'centres' || (typeof to === 'object' && !('ownerOf' in to))) && role === 'applicant')
      this.report(['to'], 'findings.automationToOthers', values);
    if (automation.lead === true) this.hasLead(step, ['lead']);
    this.assignee(to, step);
  }

  private recipient({ to, step: named, element }: AutomationRecipient): void {
    const within = ['recipients'];
    const { id: automation } = this.automation;
    const { step: about, isOfAssignment } = aboutOf(this.automation);
    const step = this.step(named, within);
    const at = step ?? this.flow.steps.find(({ id }) => id === about);
    switch (to) {
      case 'owner':
      case 'assigner':
      case 'takers':
        if (named === undefined && !isOfAssignment)
          this.report(within, 'findings.recipientNoAssignment', { automation });
        break;
      case 'lead_assignment_owner':
      case 'non_lead_assignment_owner':
        if (at === undefined) this.report(within, 'findings.recipientNoStep', { automation });
        else this.hasLead(at, within);
        break;
      case 'approved_assignments':
        if (
          !this.flow.steps.some(
            ({ judges }) => judges !== undefined && (named === undefined || judges === named),
          )
        )
          this.report(within, 'findings.recipientNoDecision', { automation });
        break;
      case 'partition_ccr':
        if (
          !this.flow.steps.some(({ perPartition }) => perPartition === true) &&
          !allElements(this.flow).some(({ config }) => config.id === 'partition')
        )
          this.report(within, 'findings.recipientNoPartition', { automation });
        break;
      case 'form_element_email': {
        const found = allElements(this.flow).find(({ id }) => id === element);
        if (found === undefined)
          this.report(within, 'findings.recipientFieldUnknown', { field: element ?? '' });
        else if (found.type !== 'email')
          this.report(within, 'findings.recipientNoEmail', { automation, field: nameOf(found) });
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
    const reaches = automation.recipients.some(
      ({ to, step }) =>
        to === 'application_owner' ||
        ((to === 'owner' || to === 'approved_assignments' || to === 'assignment_owners') &&
          (step !== undefined ? isOfApplicant(step) : to !== 'owner' || isOfApplicant(on.step))),
    );
    if (isSecret && reaches)
      this.report(['recipients'], 'findings.automationTellsEarly', { automation: automation.id });
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
          this.report(['template'], 'findings.emailUnknown', { email: automation.template });
        break;
      }
      case 'unlock':
        this.isLockable(this.step(automation.step, ['step']), ['step']);
        break;
      case 'reopen': {
        const step = this.step(automation.step, ['step']);
        this.step(automation.deadline?.step, ['deadline', 'step']);
        if (step !== undefined && step.id === firstStep(this.flow)?.id)
          this.report(['step'], 'findings.automationFirstStep', {
            automation: automation.id,
            step: nameOf(step),
          });
        break;
      }
      case 'change_visibility':
        this.step(automation.step, ['step']);
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
 * What is wrong with the automations of a flow, before it is published. All that is named exists (steps, roles, elements,
 * templates, and the partitions that the flow's call offers), every recipient can be reached, what is assigned can be
 * assigned to whom it is given, conditions can be read, and no circle of automations feeds itself.
 * Source: Requirements 2d, 1.4 and 1.7.
 */
export function checkAutomations(flow: Flow, partitions: readonly string[]): Fault[] {
  const ids = new Set<string>();
  const faults = flow.automations.flatMap((automation) => {
    const { id } = automation;
    const check = new Check(flow, partitions, automation);
    if (ids.has(id)) check.faults.push(faultAt([['automations', id]], 'findings.automationTwice', { id }));
    ids.add(id);
    check.trigger();
    check.action();
    return check.faults;
  });
  const endless = circles(flow.automations).map((circle) =>
    faultAt(
      circle.map(({ id }) => ['automations', id, 'on']),
      'findings.automationCircle',
      { n: circle.length, automations: circle.map(({ id }) => id) },
    ),
  );
  return [...faults, ...conditionFaults(flow), ...endless];
}
