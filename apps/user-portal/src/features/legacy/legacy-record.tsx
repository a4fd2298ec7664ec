import type { LegacyDetail, LegacyTechnicalReview } from '@clearcall/domain/model/legacy.ts';
import {
  callFields,
  proposalFields,
  resourceFields,
  scientificReviewFields,
  technicalReviewFields,
  variantFields,
} from '@clearcall/domain/model/legacy-fields.ts';
import { Button, ButtonLink } from '@clearcall/ui/kit/button.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { useOrganisation } from '@clearcall/ui/kit/page/organisation.tsx';
import { BackLink, KeyValue, PageHead, Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { Bar, CallFailure, ErrorState, LoadingRows } from '@clearcall/ui/kit/state/page-states.tsx';
import { sizeText } from '@clearcall/ui/kit/text/number-text.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { callFile, saveFile } from '@clearcall/ui/session/call.ts';
import { CallError } from '@clearcall/ui/session/call-error.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { NotFound } from '../../shell/not-found.tsx';
import { CallDescription } from './call-description.tsx';
import { dateOf, fieldRows, texts, yesOrNo } from './field-rows.tsx';
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
        <CallFailure
          error={error}
          what={t('legacy.one.what')}
          headingLevel={1}
          onRetry={() => void refetch()}
        />
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
  const { call } = record;
  return (
    <div className={classes.record}>
      <PageHead
        crumb={<Back />}
        title={record.number}
        actions={record.files.length === 0 ? null : <DownloadAll id={record.id} />}
      >
        <p>{record.projectTitle === '' ? call.name : record.projectTitle}</p>
      </PageHead>
      <div className={classes.facts}>
        <Facts record={record} />
      </div>
      <div className={classes.main}>
        <Call call={call} />
        <Rows
          id="proposal"
          title={t('legacy.one.proposal')}
          rows={fieldRows(proposalFields, record, (key) => t(`legacy.common.${key}`), factsFields)}
        />
        {(['regular', 'preparatory'] as const).map((variant) => (
          <Rows
            key={variant}
            id={`as-${variant}`}
            title={t(`legacy.one.${variant}`)}
            rows={fieldRows(variantFields, record[variant] ?? {}, (key) => t(`legacy.block.${key}`))}
          />
        ))}
        <Many
          id="resources"
          title={t('legacy.one.resources')}
          items={record.proposalResourcesAll}
          name={(number, { machine }) => machine ?? t('legacy.one.resource', { number })}
          rows={(item) => fieldRows(resourceFields, item, (key) => t(`legacy.resource.${key}`), ['machine'])}
        />
        {record.preparatoryTechReview === null ? null : (
          <Rows
            id="preparatory-review"
            title={t('legacy.one.preparatoryReview')}
            rows={technicalRows(record.preparatoryTechReview)}
          />
        )}
        <Many
          id="scientific-reviews"
          title={t('legacy.one.scientificReviews')}
          items={record.scientificReviewAll}
          name={(number) => t('legacy.one.scientificReview', { number })}
          rows={(item) => fieldRows(scientificReviewFields, item, (key) => t(`legacy.scientific.${key}`))}
        />
        <Many
          id="technical-reviews"
          title={t('legacy.one.technicalReviews')}
          items={record.technicalReviewAll}
          name={(number) => t('legacy.one.technicalReview', { number })}
          rows={technicalRows}
        />
        <Rows
          id="content"
          title={t('legacy.one.content')}
          rows={record.fields.map(({ title, values }) => [title, texts(values)])}
        />
        <Section title={t('legacy.one.files')} id="files">
          {record.files.length === 0 ? (
            <p className="soft">{t('legacy.one.noFiles')}</p>
          ) : (
            <ul className={classes.files}>
              {record.files.map((file) => (
                <File key={file.id} file={file} />
              ))}
            </ul>
          )}
        </Section>
        {record.unread.length === 0 ? null : (
          <Section title={t('legacy.one.unread')} id="unread">
            <p className={`soft ${classes.value}`}>{t('legacy.one.unreadText')}</p>
            <KeyValue rows={record.unread.map(({ path, value }) => [path, texts([value])])} />
          </Section>
        )}
      </div>
    </div>
  );
}

type NamedRows = readonly (readonly [name: string, value: ReactNode])[];

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
    <Section title={t('legacy.one.call')} id="call">
      <KeyValue
        rows={[
          [t('legacy.column.call'), texts([call.name])],
          [t('legacy.column.machines'), texts(call.machines)],
          ...(preparatory.length === 0
            ? []
            : [[t('legacy.one.preparatoryMachines'), texts(preparatory)] as const]),
          ...fieldRows(callFields, call, (key) => t(`legacy.call.${key}`)),
        ]}
      />
      {call.description === undefined || call.description === '' ? null : (
        <Section title={t('legacy.one.description')} id="description" level={3} className={classes.part}>
          <CallDescription html={call.description} />
        </Section>
      )}
    </Section>
  );
}

/** A part of the record; none where the archive has nothing of it. */
function Rows(props: { id: string; title: string; rows: NamedRows }) {
  if (props.rows.length === 0) return null;
  return (
    <Section title={props.title} id={props.id}>
      <KeyValue rows={props.rows} />
    </Section>
  );
}

/** Several of a kind, numbered in their order. */
function Many<T extends object>(props: {
  id: string;
  title: string;
  items: readonly T[];
  name: (number: number, item: T) => string;
  rows: (item: T) => NamedRows;
}) {
  const { id, items } = props;
  if (items.length === 0) return null;
  return (
    <Section title={props.title} id={id}>
      {items.map((item, at) => {
        const number = at + 1;
        return (
          <Section
            key={number}
            title={props.name(number, item)}
            id={`${id}-${number}`}
            level={3}
            className={classes.part}
          >
            <KeyValue rows={props.rows(item)} />
          </Section>
        );
      })}
    </Section>
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
