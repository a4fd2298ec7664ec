import type { ApplicationRow } from '@clearcall/domain/applications/application.ts';
import { SelectField } from '@clearcall/ui/kit/field/select-field.tsx';
import type { Selection } from '@clearcall/ui/kit/list/selection.ts';
import { CallFailure, LoadingRows } from '@clearcall/ui/kit/state/page-states.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { read } from '@clearcall/ui/session/call.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type StepChoice, stepChoices } from './step-choices.ts';

/** The steps of what is chosen, as they stand at this moment. */
export function useStepChoices(selection: Selection<ApplicationRow>, opened: boolean) {
  const applicationIds = [...selection.keys()];
  const survey = useQuery({
    queryKey: ['applications', 'survey', applicationIds],
    queryFn: read('POST /v2/applications/survey', { body: { applicationIds } }),
    enabled: opened,
    staleTime: 0,
    gcTime: 0,
  });
  return { survey, choices: stepChoices(survey.data?.calls ?? []) };
}

/** Which step, and what follows from it; what goes wrong with the survey stands in its place. */
export function StepQuestion(props: {
  survey: ReturnType<typeof useStepChoices>['survey'];
  choices: readonly StepChoice[];
  /** What is said of a step beside its name: whoever chooses one sees what is to be done in it. */
  aside?: (choice: StepChoice) => string;
  value: string;
  set: (key: string) => void;
  children: ReactNode;
}) {
  const { survey } = props;
  if (survey.isError) return <CallFailure query={survey} what={t('lists.many.survey')} />;
  if (survey.data === undefined) return <LoadingRows rows={2} />;
  return (
    <>
      <SelectField
        label={t('lists.many.step')}
        required
        value={props.value}
        unset={t('lists.many.chooseStep')}
        choices={props.choices.map((one) => ({
          value: one.key,
          lang: langOf(one, 'title'),
          label: [one.label, props.aside?.(one) ?? ''].filter(Boolean).join(': '),
        }))}
        set={props.set}
      />
      {props.children}
    </>
  );
}
