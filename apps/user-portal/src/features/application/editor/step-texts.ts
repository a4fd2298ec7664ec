import type { Application, Assignment } from '@clearcall/domain/applications/application.ts';
import { awardPhase } from '@clearcall/domain/applications/award-days.ts';
import { plannedWhen, waitsForText } from '@clearcall/domain/applications/coming-step.ts';
import type { ProcessStep } from '@clearcall/domain/applications/process-step.ts';
import { handedInStatuses, ongoingStatuses } from '@clearcall/domain/applications/statuses.ts';
import type { Step } from '@clearcall/domain/forms/types.ts';
import { roleMessage } from '@clearcall/domain/people/roles.ts';
import { zonePlace } from '@clearcall/i18n/format.ts';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { dateText, dateTimeText, instantOf } from '@clearcall/ui/kit/time/date-text.ts';

/** What is asked before a step is submitted: of a proposal where its config says so. */
export function submitQuestion({ config }: Pick<Step, 'config'>): string {
  return config.submitConfirmation === true
    ? t('editor.submit.askProposal')
    : t('editor.submit.askAssignment');
}

type DueOf = [application: Pick<Application, 'status'>, assignment: Pick<Assignment, 'status'>];

/** Before the time that is left: only a draft goes by the cut-off. Source: Requirements 2, 6.6. */
export function dueText(...[application, assignment]: DueOf): string {
  if (assignment.status === 'changes_requested') return t('editor.changesDue');
  return application.status === 'draft' ? t('frame.time.cutOffEndsIn') : t('editor.dueIn');
}

/** What the deadline is called beside its date, by the same rule. */
export function dueLabel(...[application, assignment]: DueOf): string {
  if (assignment.status === 'changes_requested') return t('editor.changesDueLabel');
  return application.status === 'draft' ? t('editor.read.cutOff') : t('editor.deadline');
}

/** The date over own work with its label: the deadline of what is open, the submission of what is handed in; else null. */
export function workDate(
  application: Pick<Application, 'status'>,
  assignment: Pick<Assignment, 'status' | 'deadline' | 'submittedAt'>,
): { label: string; at: string } | null {
  const { status, deadline, submittedAt } = assignment;
  if ((ongoingStatuses as readonly string[]).includes(status))
    return deadline === null ? null : { label: dueLabel(application, assignment), at: deadline };
  const isHandedIn = (handedInStatuses as readonly string[]).includes(status);
  return isHandedIn && submittedAt !== null ? { label: t('editor.read.submitted'), at: submittedAt } : null;
}

/** When a step of the process is, or how it stands, with days in `zone`. */
export function whenText(
  step: Pick<ProcessStep, 'state' | 'start' | 'end' | 'begins' | 'waitsFor' | 'isPartDone'>,
  zone: string,
): string {
  const { state, start, end, begins, waitsFor, isPartDone } = step;
  if (isPartDone === true) return t('editor.process.partDone');
  if (state === 'done') return t('editor.process.done');
  if (state === 'decided') return t('editor.process.decided');
  if (begins !== null) return t('editor.process.begins', { at: dateTimeText(begins, zone) });
  if (state === 'over') return t('editor.process.over');
  if (waitsFor !== undefined) return translate(waitsForText(waitsFor, zone));
  if (state === 'coming' && start !== null) return t('editor.process.begins', { at: dateText(start, zone) });
  const day = dateText(end, zone);
  if (state === 'late') return end === null ? t('editor.process.delayed') : t('editor.process.late', { day });
  if (end !== null) return t('editor.process.until', { day });
  return state === 'running' ? t('editor.process.running') : t('editor.process.noDate');
}

/**
 * Over the process: the step at which the application is; if no step follows for the reader, how it ended, or on `today`
 * of the time zone of the call how far its award is.
 */
export function placeText(
  { process, status, decisions }: Pick<Application, 'process' | 'status' | 'decisions'>,
  today: string,
): string {
  const place = process.findIndex(({ here }) => here);
  const current = process[place];
  if (current === undefined) {
    if (status !== 'approved') return t('editor.process.ended');
    const award = awardPhase(decisions, today);
    if (award === null) return t('editor.process.decisionMade');
    return award.phase === 'after'
      ? t('editor.process.award.after')
      : t(`editor.process.award.${award.phase}`, { day: dateText(award.day) });
  }
  const { title, state, isAfterDecision } = current;
  const isNext = state === 'coming';
  // The steps up to the decision are counted for everybody; which ones follow depends on the reader.
  if (isAfterDecision === true)
    return t(isNext ? 'editor.process.afterNext' : 'editor.process.after', { title });
  const total = process.filter((step) => step.isAfterDecision !== true).length;
  return t(isNext ? 'editor.process.atNext' : 'editor.process.at', { n: place + 1, total, title });
}

/** Beside the process: in which time zone its dates are; null once no step is to come. */
export const legendText = (process: readonly Pick<ProcessStep, 'state'>[], zone: string): string | null =>
  process.every(({ state }) => state === 'done' || state === 'over')
    ? null
    : t('editor.process.legend', { place: zonePlace(zone) });

/** Who acts in a step of the process: the reader, else the role. */
export function whoActs({ yours, ownerRole }: Pick<ProcessStep, 'yours' | 'ownerRole'>): string {
  return yours ? t('editor.process.you') : translate(roleMessage(ownerRole));
}

/** The state that a step is coloured by: to the applicant, work of others that is late is only running. */
export const drawnState = (
  { state, yours }: Pick<ProcessStep, 'state' | 'yours'>,
  isApplicant: boolean,
): ProcessStep['state'] => (state === 'late' && isApplicant && !yours ? 'running' : state);

/** How much of the time of a step has gone, from 0 to 1; of one without an end, half. */
export function shareGone(
  { state, start, end }: Pick<ProcessStep, 'state' | 'start' | 'end'>,
  nowMs: number,
): number {
  if (state === 'coming') return 0;
  if (state !== 'running') return 1;
  const [from, to] = [instantOf(start), instantOf(end)];
  if (from === null || to === null || to <= from) return 0.5;
  return Math.min(1, Math.max(0, (nowMs - from) / (to - from)));
}

/**
 * What happens once a step is submitted: the next one that is not over, who acts in it, and when. Empty if none is known:
 * later steps may be hidden from the reader. `holds`: the answers start it for certain.
 */
export function nextText(
  application: Pick<Application, 'process' | 'call'>,
  stepId: string,
  { holds = false } = {},
): string {
  const { process, call } = application;
  const at = process.findIndex(({ id }) => id === stepId);
  const next = process.slice(at + 1).find(({ state }) => state !== 'done' && state !== 'over');
  if (at < 0 || next === undefined) return '';
  const upNext = { step: next.title, who: whoActs(next) };
  const { begins, state } = next;
  const waitsFor = holds && next.waitsFor ? { ...next.waitsFor, isConditional: false } : next.waitsFor;
  const start = state === 'coming' ? next.start : null;
  const end = state === 'late' ? null : next.end;
  if (waitsFor === undefined && instantOf(start) === null && instantOf(end) === null)
    return t(state === 'coming' ? 'editor.submit.nextNoDate' : 'editor.submit.now', upNext);
  const when = plannedWhen({ start, end, late: false, begins: begins ?? undefined, waitsFor }, call.timeZone);
  // What waits for something other than a moment names none.
  if (begins === null && waitsFor !== undefined && waitsFor.what !== 'time')
    return t('editor.submit.nextWaits', { ...upNext, when });
  return t('editor.submit.next', { ...upNext, when, place: zonePlace(call.timeZone) });
}

/** A moment with its time zone: '03-12-2026 23:59 (Luxembourg time)'. */
export const momentText = (at: string, zone: string): string =>
  t('editor.decides.due', { at: dateTimeText(at, zone), place: zonePlace(zone) });

/** Whether a submission of the applicant can be changed afterwards, and until when. */
export function afterSubmitText({ takeBack, call }: Pick<Application, 'takeBack' | 'call'>): string {
  if (takeBack === undefined) return t('editor.submit.after');
  const may =
    takeBack.until === null
      ? t('editor.submit.takeBackOpen')
      : t('editor.submit.takeBack', { at: momentText(takeBack.until, call.timeZone) });
  return `${may} ${t('editor.submit.afterwards')}`;
}

/** In place of a person whom the reader may not know. */
export function roleAndNumber({ role, labelNumber }: Pick<Assignment, 'role' | 'labelNumber'>): string {
  const name = translate(roleMessage(role));
  return labelNumber === null ? name : t('parts.role.numbered', { role: name, n: labelNumber });
}
