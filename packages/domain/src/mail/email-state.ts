/** States of an email that is to go out. `dropped`: no longer true, or not wanted any more, when its turn came. */
export const emailStates = ['planned', 'sent', 'failed', 'dropped'] as const;
