import type { LegacyDetail, LegacyTechnicalReview } from '@clearcall/domain/archive/legacy.ts';
import {
  callFacts,
  proposalFields,
  resourceFields,
  scientificReviewFields,
  technicalReviewFields,
  variantFields,
} from '@clearcall/domain/archive/legacy-fields.ts';
import { Button, ButtonLink } from '@clearcall/ui/kit/button.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { useOrganisation } from '@clearcall/ui/kit/page/organisation.tsx';
import { BackLink, KeyValue, PageHead, Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { Bar, CallFailure, ErrorState, LoadingRows } from '@clearcall/ui/kit/state/page-states.tsx';
import { TableFrame } from '@clearcall/ui/kit/table/table-frame.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { sizeText } from '@clearcall/ui/kit/text/number-text.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { callFile, saveFile } from '@clearcall/ui/session/call.ts';
import { CallError } from '@clearcall/ui/session/call-error.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { NotFound } from '../../shell/not-found.tsx';
import { CallDescription } from './call-description.tsx';
import { dateOf, fieldRows, fieldValues, texts, yesOrNo } from './field-rows.tsx';
import classes from './legacy.module.css';
import { legacyRecord } from './legacy-queries.ts';

/** One archived application with everything that was archived of it; nothing of it can be changed. */
export function LegacyRecordPage() {
  return useOrganisation().legacy ? <OneRecord /> : <NotFound />;
}

function OneRecord() {
  const { id = '' } = useParams({ strict: false });
  const { data, error, refetch } = useQuery(legacyRecord(id));

  if (data === undefined && error instanceof CallError && error.status === 404) {
    return (
      <div className="page">
        <ErrorState
          code="404"
          title={t('legacy.missing.title')}
          actions={
            <ButtonLink to="/legacy" variant="filled">
              {t('legacy.title')}
            </ButtonLink>
          }
        >
          <p>{t('legacy.missing.text')}</p>
        </ErrorState>
      </div>
    );
  }
  return (
    <div className="page">
      {data ? (
        <Record record={data} />
      ) : error ? (
        <CallFailure query={{ error, refetch }} what={t('legacy.one.what')} headingLevel={1} />
      ) : (
        <div data-loading="">
          <PageHead crumb={<Back />} title={<Bar width="12rem" height={28} />} />
          <LoadingRows rows={8} label={t('legacy.one.loading')} />
        </div>
      )}
    </div>
  );
}

function Back() {
  return <BackLink to="/legacy">{t('legacy.title')}</BackLink>;
}

function Record(props: { record: LegacyDetail }) {
  const { record } = props;
  const parts = partsOf(record);
  return (
    <div className={classes.record}>
      <PageHead
        crumb={<Back />}
        title={record.number}
        actions={record.files.length === 0 ? null : <DownloadAll id={record.id} />}
      >
        {record.projectTitle === '' ? (
          <p lang={langOf({}, 'name')}>{record.call.name}</p>
        ) : (
          <p>{record.projectTitle}</p>
        )}
      </PageHead>
      <div className={classes.facts}>
        <Facts record={record} />
        <Contents parts={parts} />
      </div>
      <div className={classes.main}>
        {parts.map(({ id, title, content }) => (
          <Section key={id} id={id} title={title}>
            {content}
          </Section>
        ))}
      </div>
    </div>
  );
}

interface Part {
  id: string;
  title: string;
  content: ReactNode;
}

/** The parts of the page in their order: those of which the archive has something, and the files in any case. */
function partsOf(record: LegacyDetail): Part[] {
  const rows = (id: string, title: string, of: NamedRows): Part[] =>
    of.length === 0 ? [] : [{ id, title, content: <KeyValue rows={of} /> }];
  return [
    ...rows(
      'proposal',
      t('legacy.one.proposal'),
      fieldRows(proposalFields, record, (key) => t(`legacy.common.${key}`), factsFields),
    ),
    ...(['regular', 'preparatory'] as const).flatMap((variant) =>
      rows(
        `as-${variant}`,
        t(`legacy.one.${variant}`),
        fieldRows(variantFields, record[variant] ?? {}, (key) => t(`legacy.block.${key}`)),
      ),
    ),
    ...numbered(
      'resources',
      t('legacy.one.resources'),
      record.proposalResourcesAll,
      (number, { machine }) => machine ?? t('legacy.one.resource', { number }),
      (item) => fieldRows(resourceFields, item, (key) => t(`legacy.resource.${key}`), ['machine']),
    ),
    ...rows(
      'preparatory-review',
      t('legacy.one.preparatoryReview'),
      technicalRows(record.preparatoryTechReview ?? {}),
    ),
    ...numbered(
      'scientific-reviews',
      t('legacy.one.scientificReviews'),
      record.scientificReviewAll,
      (number) => t('legacy.one.scientificReview', { number }),
      (item) => fieldRows(scientificReviewFields, item, (key) => t(`legacy.scientific.${key}`)),
    ),
    ...numbered(
      'technical-reviews',
      t('legacy.one.technicalReviews'),
      record.technicalReviewAll,
      (number) => t('legacy.one.technicalReview', { number }),
      technicalRows,
    ),
    ...rows(
      'content',
      t('legacy.one.content'),
      record.fields.map(({ title, values }) => [title, texts(values), langOf({}, 'title')]),
    ),
    { id: 'call', title: t('legacy.one.call'), content: <Call call={record.call} /> },
    { id: 'files', title: t('legacy.one.files'), content: <Files files={record.files} /> },
    ...(record.unread.length === 0
      ? []
      : [{ id: 'unread', title: t('legacy.one.unread'), content: <UnreadValues unread={record.unread} /> }]),
  ];
}

/** Several of a kind, numbered in their order; no part where there are none. */
function numbered<T extends object>(
  id: string,
  title: string,
  items: readonly T[],
  name: (number: number, item: T) => string,
  rows: (item: T) => NamedRows,
): Part[] {
  if (items.length === 0) return [];
  const content = items.map((item, at) => (
    <Section
      // biome-ignore lint/suspicious/noArrayIndexKey: the archive never changes, and its reviews have no names but their numbers.
      key={at}
      title={name(at + 1, item)}
      id={`${id}-${at + 1}`}
      level={3}
      className={classes.part}
    >
      <KeyValue rows={rows(item)} />
    </Section>
  ));
  return [{ id, title, content: <div className={classes.abreast}>{content}</div> }];
}

/** Where on a long page something stands. */
function Contents(props: { parts: readonly Part[] }) {
  const navigate = useNavigate();
  return (
    <nav className={classes.contents} aria-label={t('legacy.one.onThisPage')}>
      <ul>
        {props.parts.map(({ id, title }) => (
          <li key={id}>
            {/* A link of the router would call itself current on every line, being on its own page. */}
            <a
              href={`#${id}`}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                // Or the way back would not find the place on the page.
                event.preventDefault();
                void navigate({ to: '.', hash: id });
              }}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Files(props: { files: LegacyDetail['files'] }) {
  if (props.files.length === 0) return <p className="soft">{t('legacy.one.noFiles')}</p>;
  return (
    <ul className={classes.files}>
      {props.files.map((file) => (
        <File key={file.id} file={file} />
      ))}
    </ul>
  );
}

function UnreadValues(props: { unread: LegacyDetail['unread'] }) {
  return (
    <>
      <p className={`soft ${classes.value}`}>{t('legacy.one.unreadText')}</p>
      <KeyValue rows={props.unread.map(({ path, value }) => [path, texts([value])])} />
    </>
  );
}

type NamedRows = readonly (readonly [name: string, value: ReactNode, lang?: string | undefined])[];

/** What stands beside the rest, and so not in it again. */
const factsFields = ['name', 'created_at', 'updated_at', 'submitted_at', 'applicant.id'] as const;

const technicalRows = (review: LegacyTechnicalReview): NamedRows =>
  fieldRows(technicalReviewFields, review, (key) => t(`legacy.technical.${key}`));

/** What identifies a proposal, when it was made and who its applicant is, as its variant names the contact. */
function Facts(props: { record: LegacyDetail }) {
  const { record } = props;
  const contact = record[record.discr ?? 'regular'] ?? record.regular ?? record.preparatory;
  const other = contact === record.regular ? record.preparatory : record.regular;
  const date = (key: 'created_at' | 'updated_at' | 'submitted_at'): NamedRows => {
    const at = record[key];
    return at === undefined ? [] : [[t(`legacy.common.${key}`), dateOf(at)]];
  };
  const userId = record.applicant?.id;
  return (
    <>
      <Section title={t('legacy.one.facts')} id="facts">
        <KeyValue
          rows={[
            [t('legacy.one.number'), record.number],
            [t('legacy.one.id'), String(record.id)],
            ...(record.discr === undefined
              ? []
              : [[t('legacy.one.variant'), t(`legacy.variant.${record.discr}`)] as const]),
            ...date('created_at'),
            ...date('updated_at'),
            [t('legacy.column.submitted'), yesOrNo(record.submitted)],
            ...date('submitted_at'),
          ]}
        />
      </Section>
      <Section title={t('legacy.one.applicant')} id="applicant">
        <KeyValue
          rows={[
            [t('legacy.one.contactName'), texts([contact?.contact_name ?? ''])],
            [t('legacy.one.contactEmail'), texts([contact?.contact_email ?? ''])],
            ...(userId === undefined ? [] : [[t('legacy.common.applicant.id'), userId] as const]),
            ...(other === null || other === contact
              ? []
              : [
                  [
                    t(
                      other === record.preparatory
                        ? 'legacy.one.preparatoryContact'
                        : 'legacy.one.regularContact',
                    ),
                    texts([other.contact_name, other.contact_email]),
                  ] as const,
                ]),
          ]}
        />
      </Section>
    </>
  );
}

function Call(props: { call: LegacyDetail['call'] }) {
  const { call } = props;
  const preparatory = call.machinePreparatory.map(({ name }) => name);
  return (
    <>
      <KeyValue
        rows={[
          [t('legacy.column.call'), texts([call.name], langOf({}, 'name'))],
          [t('legacy.column.machines'), texts(call.machines)],
          ...(preparatory.length === 0
            ? []
            : [[t('legacy.one.preparatoryMachines'), texts(preparatory)] as const]),
          ...fieldRows(callFacts, call, (key) => t(`legacy.call.${key}`)),
        ]}
      />
      <CallDates call={call} />
      {call.description === undefined || call.description === '' ? null : (
        <Section title={t('legacy.one.description')} id="description" level={3} className={classes.part}>
          <CallDescription html={call.description} />
        </Section>
      )}
    </>
  );
}

const phases = ['call', 'technicalReview', 'scientificReview', 'applicantResponse'] as const;
const columns = { open: 'flag', start: 'date', end: 'date' } as const;

/** When a call and its phases were open: those of which the archive has something. */
function CallDates(props: { call: LegacyDetail['call'] }) {
  const rows = phases
    .map((phase) => ({
      phase,
      values: fieldValues(columns, phase === 'call' ? props.call : (props.call[phase] ?? {})),
    }))
    .filter(({ values }) => values.some((value) => value !== ''));
  if (rows.length === 0) return null;
  return (
    <TableFrame label={t('legacy.dates.title')} className={classes.dates}>
      <thead>
        <tr>
          <th scope="col">{t('legacy.dates.phase')}</th>
          {Object.keys(columns).map((key) => (
            <th key={key} scope="col">
              {t(`legacy.dates.${key as keyof typeof columns}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ phase, values }) => (
          <tr key={phase}>
            <th scope="row">{t(`legacy.dates.of.${phase}`)}</th>
            {values.map((value, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns are fixed
              <td key={at}>{value === '' ? <span className="muted">-</span> : value}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}

function DownloadAll(props: { id: number }) {
  const download = useMutation({
    mutationFn: () => callFile('GET /cines/proposal/:id', { params: { id: String(props.id) } }),
    onSuccess: saveFile,
  });
  return (
    <Button
      size="sm"
      leftSection={<Icon name="download" />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {t('legacy.one.downloadAll')}
    </Button>
  );
}

function File(props: { file: LegacyDetail['files'][number] }) {
  const { id, filename, sizeBytes } = props.file;
  const download = useMutation({
    mutationFn: () => callFile('GET /cines/file/:id', { params: { id } }),
    onSuccess: saveFile,
  });
  return (
    <li>
      <Icon name="file" />
      <b>{filename}</b>
      <span className="small soft">{sizeText(sizeBytes)}</span>
      <Button
        size="sm"
        variant="subtle"
        leftSection={<Icon name="download" />}
        loading={download.isPending}
        aria-label={t('legacy.one.downloadFile', { filename })}
        onClick={() => download.mutate()}
      >
        {t('legacy.one.download')}
      </Button>
    </li>
  );
}
