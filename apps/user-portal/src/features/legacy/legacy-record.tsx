import type { LegacyContact, LegacyDetail } from '@clearcall/domain/model/legacy.ts';
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
      <PageHead crumb={<Back />} title={record.number}>
        <p>{call.name}</p>
      </PageHead>
      <Section title={t('legacy.one.proposal')} id="proposal" className={classes.facts}>
        <KeyValue
          rows={[
            [t('legacy.column.submitted'), record.submitted ? t('legacy.yes') : t('legacy.no')],
            [t('legacy.column.call'), call.name],
            [t('legacy.column.machines'), valuesOf(call.machines)],
            ...(call.machinePreparatory.length > 0
              ? ([
                  [
                    t('legacy.one.preparatoryMachines'),
                    valuesOf(call.machinePreparatory.map(({ name }) => name)),
                  ],
                ] as const)
              : []),
            ...(record.regular ? ([[t('legacy.one.contact'), contactText(record.regular)]] as const) : []),
            ...(record.preparatory
              ? ([[t('legacy.one.preparatoryContact'), contactText(record.preparatory)]] as const)
              : []),
          ]}
        />
      </Section>
      <div className={classes.main}>
        {record.fields.length === 0 ? null : (
          <Section title={t('legacy.one.content')} id="content">
            <KeyValue rows={record.fields.map(({ title, values }) => [title, valuesOf(values)])} />
          </Section>
        )}
        <Section
          title={t('legacy.one.files')}
          id="files"
          aside={record.files.length === 0 ? null : <DownloadAll id={record.id} />}
        >
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
      </div>
    </div>
  );
}

function contactText({ contact_name: name, contact_email: email }: LegacyContact): ReactNode {
  return (
    <>
      {name}
      <br />
      {email}
    </>
  );
}

function valuesOf(values: readonly string[]): ReactNode {
  const written = values.filter((value) => value !== '');
  if (written.length === 0) return <span className="muted">-</span>;
  return [...new Set(written)].map((value) => (
    <p key={value} className={classes.value}>
      {value}
    </p>
  ));
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
