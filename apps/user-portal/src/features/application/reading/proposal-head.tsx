import type { Application } from '@clearcall/domain/applications/application.ts';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { chosenPartitions } from '../editor/chosen-partitions.ts';
import { projectTitleIn } from '../editor/project-title.ts';
import { firstReading, meant } from '../staff/application-answers.ts';
import classes from './reading.module.css';

/** Meanings of the answers that the heads of these pages show. */
export const inProposalHead = ['project_title', 'project_acronym'];

/** In one line: acronym, requested amounts and principal investigator, as far as the reader may know them. */
export function ProposalFacts({ application }: { application: Application }) {
  const reading = firstReading(application);
  const asked = reading === null ? [] : chosenPartitions(reading.store, application);
  const facts = [
    meant(application, 'project_acronym'),
    ...asked.map(({ name, amount, unit }) =>
      amount === null ? name : `${name} ${t('editor.panel.amount', { amount: numberText(amount), unit })}`,
    ),
    `${meant(application, 'pi_first_name')} ${meant(application, 'pi_last_name')}`,
  ].filter((fact) => fact.trim() !== '');
  return (
    <ul className={classes.proposalFacts}>
      {facts.map((fact) => (
        <li key={fact}>{unbroken(fact)}</li>
      ))}
    </ul>
  );
}

/** Title of the project as the heading of a page, and its facts. */
export function ProposalHead({ application }: { application: Application }) {
  return (
    <header className={classes.proposalHead}>
      <h1 tabIndex={-1}>{unbroken(projectTitleIn(application))}</h1>
      <ProposalFacts application={application} />
    </header>
  );
}
