import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { DownloadAll } from '../download-all.tsx';
import { chosenPartitions } from '../editor/chosen-partitions.ts';
import type { EditorSession, ProposalPart } from '../editor/editor-session.ts';
import { projectTitleOf } from '../editor/project-title.ts';
import { Printouts } from '../printouts.tsx';
import { firstReading, meant } from '../staff/application-answers.ts';
import { ApplicationReading } from './application-reading.tsx';
import classes from './reading.module.css';

/** What the project is called, and in one line who asks for how much. */
function ProposalHead({ session }: { session: EditorSession }) {
  const { application } = session;
  const title = projectTitleOf(session);
  const reading = firstReading(application);
  const asked = reading === null ? [] : chosenPartitions(reading.store, application);
  const facts = [
    meant(application, 'project_acronym'),
    ...asked.map(({ name, amount, unit }) =>
      amount === null ? name : `${name} ${t('editor.panel.amount', { amount: numberText(amount), unit })}`,
    ),
    `${meant(application, 'pi_first_name')} ${meant(application, 'pi_last_name')}`,
  ].filter((fact) => fact.trim() !== '');
  if (title === '') return null;
  return (
    <header className={classes.proposalHead}>
      <h2>{title}</h2>
      <ul>
        {facts.map((fact) => (
          <li key={fact}>{unbroken(fact)}</li>
        ))}
      </ul>
    </header>
  );
}

/** What somebody reads of the application of somebody else: the proposal, and what others submitted as far as it is open to them. */
export function ProposalSide(props: {
  session: EditorSession;
  parts: readonly ProposalPart[];
  preview: boolean;
}) {
  const { session, parts, preview } = props;
  const { application } = session;
  return (
    <>
      <ProposalHead session={session} />
      {preview || parts.length === 0 ? null : (
        <div className="only-screen">
          <Printouts application={application} open={null}>
            <DownloadAll application={application} />
          </Printouts>
        </div>
      )}
      <ApplicationReading application={application} parts={parts} level={3} />
      {preview ? (
        <p className={classes.locked}>
          <Icon name="lock" /> {t('work.preview.more')}
        </p>
      ) : null}
    </>
  );
}
