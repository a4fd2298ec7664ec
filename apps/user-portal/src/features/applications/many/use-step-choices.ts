import { call } from '@clearcall/ui/session/call.ts';
import { useQuery } from '@tanstack/react-query';
import type { Selection } from './selection.ts';
import { stepChoices } from './step-choices.ts';

/** The steps of what is chosen, as they stand at this moment. */
export function useStepChoices(selection: Selection, opened: boolean) {
  const applicationIds = [...selection.keys()];
  const survey = useQuery({
    queryKey: ['applications', 'survey', applicationIds],
    queryFn: ({ signal }) =>
      call('POST /v2/applications/survey', { body: { applicationIds }, signal, quiet: true }),
    enabled: opened,
    staleTime: 0,
    gcTime: 0,
  });
  return { survey, choices: stepChoices(survey.data?.calls ?? []) };
}
