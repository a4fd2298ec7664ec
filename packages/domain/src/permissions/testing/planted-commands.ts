import type { FlowFacts } from '../application-snapshot.ts';

/** Commands on all there is, as if the workflow let whoever reads give them: what the viewer makes of them is asked. */
export const plantedCommands = (steps: readonly { id: string }[]): FlowFacts['commands'] => ({
  ofAssignment: () => ({ refuse: null }),
  ofApplication: () => [
    ...steps.map(({ id }) => ({ command: 'assign' as const, stepId: id, refusal: null })),
    { command: 'withdraw', stepId: null, refusal: null },
  ],
});

/** For tests that are about something else. */
export const noCommands: FlowFacts['commands'] = { ofAssignment: () => ({}), ofApplication: () => [] };
