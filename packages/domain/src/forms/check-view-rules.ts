import { type Fault, faultAt } from './fault.ts';
import type { Flow } from './types.ts';

/** What is wrong with the view rules of a flow, before it is published: they wait for the release of a step that it has. */
export const checkViewRules = ({ steps }: Pick<Flow, 'steps'>): Fault[] =>
  steps.flatMap((step) =>
    step.permissions.view.flatMap(({ of }) =>
      typeof of !== 'object' || steps.some(({ id }) => id === of.released)
        ? []
        : faultAt([['steps', step.id, 'permissions', 'view']], 'findings.viewStepUnknown', {
            step: of.released,
          }),
    ),
  );
