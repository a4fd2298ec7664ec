import { message, type Translatable } from '@clearcall/i18n/message.ts';

const actions = ['assign', 'notify', 'change_visibility', 'unlock', 'reopen'] as const;
const nothings = [
  'step_done',
  'already_assigned',
  'nobody',
  'nothing_open',
  'no_partition',
  'error',
] as const;

/** What an automation does, for the list of staff. Source: Requirements 2d, 4.1. */
export function actionMessage(action: string): Translatable {
  const known = actions.find((one) => one === action);
  return known === undefined ? action : message(`workflow.automation.does.${known}`);
}

/** Why an automation did nothing; null for a code that is none of those: a refusal of the machine. */
export function nothingMessage(result: string): Translatable | null {
  const known = nothings.find((one) => one === result);
  return known === undefined ? null : message(`workflow.automation.result.${known}`);
}
