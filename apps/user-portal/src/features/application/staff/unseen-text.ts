import type { Application } from '@clearcall/domain/applications/application.ts';
import { waitsForText } from '@clearcall/domain/applications/coming-step.ts';
import { actsAsApplicant } from '@clearcall/domain/deadlines/step-head.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { dateText } from '@clearcall/ui/kit/time/date-text.ts';
import { momentText } from '../editor/step-texts.ts';
import type { StepGroup } from './step-groups.ts';
import { isWithApplicant } from './what-waits.ts';

/** What is known of a step of which the reader sees no assignment: that it is due, begins or waits, or has people. */
export function unseenText(group: StepGroup, { call, status }: Application): string {
  const { known, begins, waitsFor, end, ownerRole, state } = group;
  // Steps that an application did not reach do not take place any more.
  if (state === 'over' && (status === 'withdrawn' || status === 'rejected')) return t('staff.state.over');
  if (state === 'over')
    return known !== null && actsAsApplicant({ ownerRole })
      ? t('staff.group.nothingSubmitted')
      : t('staff.group.passed');
  if (begins !== null) return t('staff.group.begins', { at: momentText(begins, call.timeZone) });
  if (waitsFor !== undefined)
    return t('staff.group.waitsFor', { what: waitsForText(waitsFor, call.timeZone) });
  if (known === null) return state === 'coming' ? '' : t('staff.group.hidden');
  if (isWithApplicant(group))
    return end === null
      ? t('staff.group.applicant')
      : t('staff.group.applicantUntil', { at: momentText(end, call.timeZone) });
  if (actsAsApplicant({ ownerRole })) return t('staff.group.applicantNone');
  if (known.assigned + known.submitted > 0)
    return t('staff.group.assigned', { n: known.assigned + known.submitted });
  if (known.unowned > 0) return t('staff.group.unowned');
  return end === null ? '' : t('editor.process.until', { day: dateText(end, call.timeZone) });
}
