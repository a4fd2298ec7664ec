import { fullName } from '@clearcall/domain/people/person-name.ts';
import { focusField } from '@clearcall/ui/form/focus.ts';
import { FormsReading, readingId } from '@clearcall/ui/form/forms-reading.tsx';
import { FormProvider, useForm } from '@clearcall/ui/form/use-form.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { type Tab, TabList } from '@clearcall/ui/kit/page/tab-list.tsx';
import { StatusChip } from '@clearcall/ui/kit/status-chip.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { dateText } from '@clearcall/ui/kit/time/date-text.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { ReadingChanges } from '../changes/reading-changes.tsx';
import { DownloadAll } from '../download-all.tsx';
import type { EditorSession, ProposalPart } from '../editor/editor-session.ts';
import { projectTitleOf } from '../editor/project-title.ts';
import { roleAndNumber } from '../editor/step-texts.ts';
import { Printouts } from '../printouts.tsx';
import { groupedByStep } from './own-work.ts';
import classes from './work.module.css';
import { partitionName } from './work-head.tsx';

/** Whose it is, where several handed in the same step: role, number and partition, never a name that is not told. */
function PartHead({ part, session }: { part: ProposalPart; session: EditorSession }) {
  const { assignment } = part;
  const role = roleAndNumber(assignment);
  const who = assignment.owner ? `${fullName(assignment.owner)}, ${role}` : role;
  return (
    <p className={`small soft ${classes.partHead}`}>
      <span>
        {who}
        {assignment.partitionId === null
          ? ''
          : `, ${partitionName(session.application, assignment.partitionId)}`}
      </span>
      {assignment.submittedAt === null ? null : <span>{unbroken(dateText(assignment.submittedAt))}</span>}
      <StatusChip status={assignment.status} />
    </p>
  );
}

/** The forms of one step that can be read, one below the other; several of its assignments after each other. */
function StepReading({ session, parts }: { session: EditorSession; parts: readonly ProposalPart[] }) {
  const around = useForm();
  const user = useUser();
  const isApplicants = parts.every(({ step }) => step.ownerRole === 'applicant');
  return parts.map((part) => (
    <div key={part.assignment.id} className={classes.part}>
      {isApplicants ? null : <PartHead part={part} session={session} />}
      <FormProvider value={{ ...around, store: part.store }}>
        <ReadingChanges application={session.application} userId={user.id} part={part}>
          <FormsReading forms={part.forms} level={3} of={part.assignment.id} />
        </ReadingChanges>
      </FormProvider>
    </div>
  ));
}

/** Leads to places on this page. The address keeps what is open; only the page moves. */
function Places(props: { places: readonly { id: string; title: string; lang: string | undefined }[] }) {
  if (props.places.length < 2) return null;
  return (
    <nav className={`${classes.contents} only-screen`} aria-label={t('editor.read.contents')}>
      <ol>
        {props.places.map(({ id, title, lang }, at) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={(event) => {
                event.preventDefault();
                document.getElementById(id)?.setAttribute('tabindex', '-1');
                focusField(id, 'start');
              }}
            >
              <span className="num">{at + 1}</span> <span lang={lang}>{title}</span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The forms of a step by their titles. */
const formPlaces = ({ forms, assignment }: ProposalPart) =>
  forms.map((form) => ({
    id: readingId(form, assignment.id),
    title: form.title,
    lang: langOf(form, 'title'),
  }));

/** What the project is called, over everything that can be read of it. */
export function ProjectTitle({ session }: { session: EditorSession }) {
  const title = projectTitleOf(session);
  return title === '' ? null : <h2 className={classes.project}>{title}</h2>;
}

/** What can be read, to take along. */
export function ToKeep({ session: { application } }: { session: EditorSession }) {
  return (
    <div className="only-screen">
      <Printouts application={application} open={null}>
        <DownloadAll application={application} />
      </Printouts>
    </div>
  );
}

/** What somebody at work reads beside it: the application, and what others submitted as far as it is told to them. */
export function ProposalSide(props: {
  session: EditorSession;
  parts: readonly ProposalPart[];
  preview: boolean;
}) {
  const { session, parts, preview } = props;
  const groups = groupedByStep(parts);
  const tabs: Tab[] = groups.map(({ step, parts: its }) => ({
    label: its.length === 1 ? step.title : t('work.side.several', { step: step.title, n: its.length }),
    content: (
      <>
        {its.length === 1 && its[0] ? <Places places={formPlaces(its[0])} /> : null}
        <StepReading session={session} parts={its} />
      </>
    ),
  }));
  return (
    <>
      <ProjectTitle session={session} />
      {preview || tabs.length === 0 ? null : <ToKeep session={session} />}
      {tabs.length === 0 ? (
        <p className="soft">{t('work.side.soon')}</p>
      ) : tabs.length === 1 ? (
        tabs[0]?.content
      ) : (
        <TabList label={t('work.side.label')} tabs={tabs} />
      )}
      {preview ? (
        <p className={classes.locked}>
          <Icon name="lock" /> {t('work.preview.more')}
        </p>
      ) : null}
    </>
  );
}

/** Everything that can be read of an application, step by step on one page. */
export function AllSteps({ session, parts }: { session: EditorSession; parts: readonly ProposalPart[] }) {
  const groups = groupedByStep(parts);
  return (
    <>
      <Places
        places={groups.map(({ step }) => ({
          id: `${step.id}:all`,
          title: step.title,
          lang: langOf(step, 'title'),
        }))}
      />
      {groups.map(({ step, parts: its }) => (
        <section
          key={step.id}
          className={classes.step}
          aria-labelledby={`${step.id}:step`}
          id={`${step.id}:all`}
        >
          <h2 id={`${step.id}:step`} lang={langOf(step, 'title')}>
            {step.title}
          </h2>
          <StepReading session={session} parts={its} />
        </section>
      ))}
    </>
  );
}
