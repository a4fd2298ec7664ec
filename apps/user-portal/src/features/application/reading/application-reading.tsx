import type { Application } from '@clearcall/domain/applications/application.ts';
import type { FieldSlots } from '@clearcall/ui/form/field-slots.tsx';
import { focusField } from '@clearcall/ui/form/focus.ts';
import { FormsReading, readingId } from '@clearcall/ui/form/forms-reading.tsx';
import { FormProvider, useForm } from '@clearcall/ui/form/use-form.tsx';
import tabClasses from '@clearcall/ui/kit/page/tab-list.module.css';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { quoted, quoting } from '@clearcall/ui/kit/text/quoting.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { Link, useLocation, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useCurrentPart } from '../../../parts/contents/use-current-part.ts';
import { ReadingChanges } from '../changes/reading-changes.tsx';
import { DocumentList } from '../document-list.tsx';
import { DownloadMenu } from '../download-menu.tsx';
import type { ProposalPart } from '../editor/editor-session.ts';
import { requestedFor } from '../editor/requested-for.ts';
import { groupedByStep } from '../work/own-work.ts';
import { compareReviews } from './compare-reviews.ts';
import { PartHead } from './part-head.tsx';
import { inProposalHead } from './proposal-head.tsx';
import classes from './reading.module.css';
import { ReviewsCompared } from './reviews-compared.tsx';

interface Read {
  application: Application;
  parts: readonly ProposalPart[];
  /** Level of its headings. */
  level: 2 | 3;
  /** Whether the page offers no downloads yet. */
  isPreview?: boolean;
  /** Draws a part with more around it. */
  draw?: ((part: ProposalPart, level: 2 | 3 | 4) => ReactNode) | undefined;
}

/** On a narrow page the line of steps scrolls in itself: it begins with the open one in view. */
const showOpen = (line: HTMLElement | null) => {
  const open = line?.querySelector<HTMLElement>('[aria-current]');
  if (line && open) line.scrollLeft = open.offsetLeft - line.offsetLeft - line.clientWidth / 4;
};

/**
 * All that can be read of an application, one step at a time; an address may name the step, a form or an answer. It begins
 * with the step that the reader's own work judges, else for everybody but staff with the reviews that can be compared,
 * else with the first step.
 */
export function ApplicationReading(props: Read & { comparedFirst?: boolean; judged?: string | undefined }) {
  const { application, parts, judged } = props;
  const { step: wanted } = useSearch({ strict: false });
  const hash = useLocation({ select: (location) => location.hash });
  const groups = groupedByStep(parts);
  const open =
    groups.find((group) => group.parts.some(({ assignment }) => hash.includes(assignment.id))) ??
    groups.find(({ step }) => step.id === wanted) ??
    groups.find(({ step }) => step.id === judged) ??
    groups.findLast(
      ({ parts: its }) => props.comparedFirst === true && its.length > 1 && compareReviews(its) !== null,
    ) ??
    groups[0];
  useEffect(() => {
    if (hash.endsWith(':read')) focusField(hash, 'start');
  }, [hash]);
  if (open === undefined) return <p className="soft">{t('work.side.soon')}</p>;
  return (
    <>
      {groups.length === 1 ? null : (
        <nav
          ref={showOpen}
          className={`${tabClasses.tabs} ${tabClasses.ruled} only-screen`}
          aria-label={t('work.side.label')}
        >
          {groups.map(({ step, parts: its }) => (
            <Link
              key={step.id}
              from="/applications/$uid"
              search={(before) => ({ ...before, step: step.id })}
              resetScroll={false}
              aria-current={step.id === open.step.id ? 'page' : undefined}
            >
              {quoting(
                its.length === 1 ? step.title : t('work.side.several', { step: step.title, n: its.length }),
                quoted(step, 'title'),
              )}
            </Link>
          ))}
        </nav>
      )}
      <StepReading key={open.step.id} {...props} application={application} parts={open.parts} />
    </>
  );
}

/** What was filled in at one step: a single part whole, several compared and each to be opened. */
function StepReading({ application, parts, level, draw, isPreview = false }: Read) {
  const [only] = parts;
  const download = isPreview ? null : (
    <DownloadMenu application={application} open={parts.map(({ assignment }) => assignment)} />
  );
  const drawn = (part: ProposalPart, at: 2 | 3 | 4) =>
    draw?.(part, at) ?? <PartReading application={application} part={part} level={at} />;
  if (only !== undefined && parts.length === 1)
    return (
      <>
        <FormsLine part={only}>{download}</FormsLine>
        {only.step.ownerRole === 'applicant' ? null : (
          <PartHead application={application} assignment={only.assignment} />
        )}
        {drawn(only, level)}
      </>
    );
  const compared = compareReviews(parts);
  const Heading = `h${level}` as const;
  return (
    <>
      <FormsLine>{download}</FormsLine>
      {compared === null ? null : <ReviewsCompared {...{ application, parts, compared, level }} />}
      {parts.map((part) => (
        <details key={part.assignment.id} className={classes.whole} open={compared === null}>
          <summary>
            <Heading>
              <PartHead application={application} assignment={part.assignment} />
            </Heading>
          </summary>
          {drawn(part, level === 2 ? 3 : 4)}
        </details>
      ))}
    </>
  );
}

/** Line that stays in view: links to the forms of a part on this page, and what can be downloaded. */
function FormsLine({ part, children }: { part?: ProposalPart; children: ReactNode }) {
  const ids = part?.forms.map((form) => readingId(form, part.assignment.id)) ?? [];
  const current = useCurrentPart(ids);
  const hasLinks = part !== undefined && ids.length > 1;
  if (!hasLinks && children === null) return null;
  return (
    <div className={`${classes.formsLine} only-screen`}>
      {hasLinks ? (
        <nav className={classes.contents} aria-label={t('editor.read.contents')}>
          <ol>
            {part.forms.map((form, at) => (
              <li key={form.id}>
                <Link
                  from="/applications/$uid"
                  search={(before) => before}
                  hash={ids[at] ?? ''}
                  hashScrollIntoView={false}
                  activeOptions={{ includeHash: true }}
                  data-current={ids[at] === current || undefined}
                  // The address may lead there already.
                  onClick={() => focusField(ids[at] ?? '', 'start')}
                >
                  <span className="num">{at + 1}</span> <span lang={langOf(form, 'title')}>{form.title}</span>
                </Link>
              </li>
            ))}
          </ol>
        </nav>
      ) : null}
      {children}
    </div>
  );
}

/** What was filled in at one assignment: its files, and its forms with all that was asked about them. */
export function PartReading(props: {
  application: Application;
  part: ProposalPart;
  level: 2 | 3 | 4;
  /** What else is under a field. */
  under?: FieldSlots['under'];
  inHead?: readonly string[];
}) {
  const { application, part, level, under, inHead = inProposalHead } = props;
  const { assignment, step, store, forms } = part;
  const around = useForm();
  const { id: userId } = useUser();
  const documents = application.documents.filter(({ assignmentId }) => assignmentId === assignment.id);
  const requested = requestedFor(application, step, assignment);
  return (
    <FormProvider value={{ ...around, store, requested }}>
      {documents.length === 0 ? null : (
        <div className={classes.files}>
          <DocumentList
            documents={documents}
            elementOf={(id) => store.element(id)}
            onDownload={(id) => void around.downloadFile(id)}
          />
        </div>
      )}
      <ReadingChanges {...{ application, userId, part, under }}>
        <FormsReading
          forms={forms}
          level={level}
          of={assignment.id}
          // Changes of them are requested where they are read.
          inHead={application.pointable.includes(assignment.id) ? [] : inHead}
        />
      </ReadingChanges>
    </FormProvider>
  );
}
