import type { Application } from '../applications/application.ts';
import { emailsOnAccept } from '../forms/started-by.ts';
import type { Step } from '../forms/types.ts';
import type { ApplicationSnapshot, FlowFacts } from './application-snapshot.ts';
import { actsAsStaff } from './view-rules.ts';
import type { Viewer } from './viewer.ts';

type Agreement = NonNullable<NonNullable<Application['toTake']>[number]['agreement']>;

const agreementOf = ({ coiText = '', told }: Step['config']): Agreement => ({
  coiText,
  ...(told === undefined ? {} : { told }),
});

/**
 * Work on somebody else's application that nobody has and the viewer may take now, by the table of commands, whether or
 * not a rule opens its step to them. Staff see all assignments anyhow. Source: Requirements 2, 7.8.
 */
export function workToTake(
  viewer: Viewer,
  snapshot: ApplicationSnapshot,
  { flow, commands }: Pick<FlowFacts, 'flow' | 'commands'>,
): NonNullable<Application['toTake']> {
  if (actsAsStaff(viewer, snapshot)) return [];
  return snapshot.assignments.flatMap(({ id, ownerId, stepId, partitionId, role }) => {
    const step = flow.steps.find((one) => one.id === stepId);
    if (ownerId !== null || step === undefined || commands.ofAssignment(id).take !== null) return [];
    return [
      {
        id,
        stepId,
        step: step.title,
        ...(step.guide === undefined ? {} : { guide: step.guide }),
        partitionId,
        ...(step.config.showCoi === true ? { agreement: agreementOf(step.config) } : {}),
        ...(emailsOnAccept(flow, { stepId, partitionId, role }) ? { emailsOnAccept: true } : {}),
      },
    ];
  });
}
