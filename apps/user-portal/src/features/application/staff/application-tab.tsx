import type { Application } from '@clearcall/domain/applications/application.ts';
import { isEmail } from '@clearcall/domain/forms/email-address.ts';
import type { Answer, Row } from '@clearcall/domain/forms/types.ts';
import type { FieldSlots } from '@clearcall/ui/form/field-slots.tsx';
import type { FormStore } from '@clearcall/ui/form/form-store.ts';
import { FormsReading } from '@clearcall/ui/form/forms-reading.tsx';
import { readOnlyServices } from '@clearcall/ui/form/read-only-services.ts';
import { FormProvider, type FormServices, useForm } from '@clearcall/ui/form/use-form.tsx';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { CommandDialog } from '@clearcall/ui/kit/command/command-dialog.tsx';
import { FieldFrame } from '@clearcall/ui/kit/field/field-frame.tsx';
import { SelectBox } from '@clearcall/ui/kit/field/select-box.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { noticeTexts } from '@clearcall/ui/kit/state/notice-texts.ts';
import { CallFailure, LoadingRows } from '@clearcall/ui/kit/state/page-states.tsx';
import { Chip } from '@clearcall/ui/kit/status-chip.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { dateTimeText } from '@clearcall/ui/kit/time/date-text.ts';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { callFile, read, saveFile } from '@clearcall/ui/session/call.ts';
import { CallError } from '@clearcall/ui/session/call-error.ts';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { keptOnDevice } from '../../../parts/kept/kept-text.ts';
import type { ProposalPart } from '../editor/editor-session.ts';
import { ApplicationReading, PartReading } from '../reading/application-reading.tsx';
import { ProposalFacts } from '../reading/proposal-head.tsx';
import { type MarkedRow, markedRows, readingOf } from './application-answers.ts';
import type { Appointment } from './assign-user.tsx';
import { InviteNamed } from './invite-named.tsx';
import { handedInText, whoHas } from './person-name.ts';
import classes from './staff.module.css';
import type { StepGroup } from './step-groups.ts';

/** All of an application that the reader may read, step by step. */
export function ApplicationTab(props: {
  application: Application;
  groups: readonly StepGroup[];
  isStaff: boolean;
  onAssign: (appointment: Appointment) => void;
  onDone: () => void;
}) {
  const { application, groups, isStaff, onAssign, onDone } = props;
  const readable = useMemo(
    () =>
      application.assignments
        .flatMap((assignment) =>
          assignment.data.length === 0 ? [] : (readingOf(application, assignment) ?? []),
        )
        .toSorted((one, other) => one.step.order - other.step.order),
    [application],
  );
  const [first] = readable;
  if (first === undefined) return <p className="soft">{t('staff.read.nothing')}</p>;
  const marks = markedRows(application);
  return (
    <FormProvider value={servicesFor(application, first.store)}>
      <div className={classes.reading}>
        <ProposalFacts application={application} />
        <ApplicationReading
          application={application}
          parts={readable}
          level={2}
          draw={(part, level) => (
            <Part
              key={part.assignment.id}
              {...{ application, groups, isStaff, onAssign, onDone, part, level }}
              marks={marks.filter(({ assignmentId }) => assignmentId === part.assignment.id)}
            />
          )}
        />
      </div>
    </FormProvider>
  );
}

/** What is read needs of the page around it that its files can be had, and nothing else. */
function servicesFor(application: Application, store: FormStore): FormServices {
  return readOnlyServices(store, {
    partitions: application.partitions,
    documents: new Map(
      application.documents.map((document) => [
        document.id,
        { ...document, filename: document.originalFilename },
      ]),
    ),
    links: { terms: null, privacy: null, terms_of_reference: application.call.termsOfReference },
    downloadFile: download,
  });
}

export async function download(documentId: string): Promise<void> {
  try {
    saveFile(await callFile('GET /download/upload/:uploadId', { params: { uploadId: documentId } }));
  } catch (error) {
    // Its notice says so.
    if (!(error instanceof CallError)) throw error;
  }
}

interface StaffPart {
  application: Application;
  part: ProposalPart;
  level: 2 | 3 | 4;
}

function Part(
  props: StaffPart & {
    groups: readonly StepGroup[];
    isStaff: boolean;
    marks: readonly MarkedRow[];
    onAssign: (appointment: Appointment) => void;
    onDone: () => void;
  },
) {
  const { application, part, groups, marks, isStaff, onAssign, onDone } = props;
  const { assignment, step, store } = part;
  const invites: FieldSlots['under'] = (key, element) => {
    const row = marks.find(({ id }) => id === key.groupId);
    const [email = ''] = element.type === 'email' ? store.read(key).values : [];
    return row === undefined || !isEmail(email) ? null : (
      <InviteNamed {...{ application, groups, row, email, onAssign }} />
    );
  };
  /** The number of an earlier submission; empty for the newest. */
  const [number, setNumber] = useState('');
  const [asked, setAsked] = useState(false);
  return (
    <>
      <div className={`${classes.partActions} only-screen`}>
        <span className="small soft">
          {assignment.submittedAt === null ? null : isStaff ? (
            <>
              {whoHas(assignment)}, <DateTime at={assignment.submittedAt} zone={application.call.timeZone} />
            </>
          ) : (
            handedInText(assignment, step.ownerRole)
          )}
        </span>
        {isStaff && !asked && assignment.submittedAt !== null ? (
          <Button size="sm" variant="subtle" onClick={() => setAsked(true)}>
            {t('staff.read.earlier')}
          </Button>
        ) : null}
      </div>
      {asked ? (
        <Earlier {...{ application, part, number }} level={props.level} onNumber={setNumber} />
      ) : (
        <PartReading application={application} part={part} level={props.level} under={invites} />
      )}
      {marks.length === 0 ? null : (
        <Marks uid={application.uid} marks={marks} isStaff={isStaff} onDone={onDone} />
      )}
    </>
  );
}

interface Content {
  answers: Answer[];
  rows: Row[];
}

/** An earlier submission in the same layout, chosen by its number and time. */
function Earlier(props: StaffPart & { number: string; onNumber: (number: string) => void }) {
  const { application, part, number, onNumber } = props;
  const { assignment } = part;
  const around = useForm();
  const id = useId();
  const zone = application.call.timeZone;
  const { data, error, refetch } = useQuery({
    queryKey: ['applications', 'submissions', assignment.id],
    queryFn: read('GET /v2/assignments/:id/submissions', { params: { id: assignment.id } }),
  });
  const chosen = data?.find((one) => String(one.number) === number) ?? data?.[0];
  const reading = useMemo(() => {
    if (chosen === undefined || chosen.number === data?.[0]?.number) return part;
    return readingOf(application, assignment, chosen.content as Content) ?? part;
  }, [application, assignment, chosen, data, part]);
  if (error !== null) return <CallFailure query={{ error, refetch }} what={t('staff.read.earlierWhat')} />;
  if (data === undefined) return <LoadingRows rows={3} />;
  return (
    <>
      <div className={classes.chooser}>
        <FieldFrame
          id={id}
          className={undefined}
          frame="for"
          title={t('staff.read.version')}
          required={false}
          hint=""
          error={null}
        >
          <SelectBox
            id={id}
            value={String(chosen?.number ?? '')}
            required={false}
            invalid={false}
            describedBy={undefined}
            choices={data.map((one) => ({
              value: String(one.number),
              label: t('staff.read.numbered', { n: one.number, at: dateTimeText(one.submittedAt, zone) }),
            }))}
            set={onNumber}
            leave={() => {}}
          />
        </FieldFrame>
      </div>
      <FormProvider key={chosen?.number} value={{ ...around, store: reading.store }}>
        <FormsReading forms={reading.forms} level={props.level} of={assignment.id} />
      </FormProvider>
    </>
  );
}

/** What was noted of the people whom the applicant names. */
function Marks(props: { uid: string; marks: readonly MarkedRow[]; isStaff: boolean; onDone: () => void }) {
  const [open, setOpen] = useState<MarkedRow | null>(null);
  const heading = useId();
  return (
    <section className={classes.marks} aria-labelledby={heading}>
      <h3 id={heading}>{t('staff.mark.title')}</h3>
      <ul className={classes.findings}>
        {props.marks.map((row) => (
          <li key={row.id}>
            <Icon name={row.coi ? 'dial-conflicted' : 'user'} />
            <div>
              <b>{row.name}</b> <span className="muted">{row.group}</span>{' '}
              {row.coi ? (
                <Chip tone="warn" icon="dial-conflicted">
                  {t('staff.mark.coi')}
                </Chip>
              ) : null}
              {row.comment ? <p>{row.comment}</p> : null}
            </div>
            <Button
              size="sm"
              aria-label={t('staff.command.of', { command: t('staff.mark.do'), who: row.name })}
              onClick={() => setOpen(row)}
            >
              {t('staff.mark.do')}
            </Button>
          </li>
        ))}
      </ul>
      {open === null ? null : (
        <MarkDialog uid={props.uid} row={open} onClose={() => setOpen(null)} onDone={props.onDone} />
      )}
    </section>
  );
}

function MarkDialog(props: { uid: string; row: MarkedRow; onClose: () => void; onDone: () => void }) {
  const { uid, row, onClose, onDone } = props;
  return (
    <CommandDialog
      title={t('staff.mark.of', { who: row.name })}
      verb={t('staff.save')}
      fields={{
        coi: { type: 'tick', label: t('staff.mark.coiLabel'), initial: row.coi },
        comment: {
          type: 'area',
          label: t('staff.mark.comment'),
          initial: row.comment ?? '',
          kept: keptOnDevice(`mark:${row.id}`, uid),
        },
      }}
      send={(call, { coi, comment }) =>
        call('PUT /v2/assignments/:id/rows/:rowId/mark', {
          params: { id: row.assignmentId, rowId: row.id },
          body: { coi, comment: comment === '' ? null : comment },
        })
      }
      done={noticeTexts.changesSaved}
      after={onDone}
      onClose={onClose}
    />
  );
}
