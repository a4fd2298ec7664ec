import { archiveLimitMb, maxArchiveMb, maxArchiveZip } from '@clearcall/domain/archive/archive-import.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { CommandDialog } from '@clearcall/ui/kit/command/command-dialog.tsx';
import { useCommand } from '@clearcall/ui/kit/command/use-command.ts';
import { newId } from '@clearcall/ui/kit/new-id.ts';
import { BackLink, KeyValue, PageHead, Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { notify } from '@clearcall/ui/kit/state/notices.ts';
import { CallFailure, LoadingRows } from '@clearcall/ui/kit/state/page-states.tsx';
import { TableFrame } from '@clearcall/ui/kit/table/table-frame.tsx';
import { numberText, sizeText } from '@clearcall/ui/kit/text/number-text.ts';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { dateTimeText } from '@clearcall/ui/kit/time/date-text.ts';
import { callUpload, type Reply, read } from '@clearcall/ui/session/call.ts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { FileButton } from '../../parts/file-button.tsx';
import recordClasses from '../../parts/record/record.module.css';
import classes from './archive-import.module.css';

type State = Reply<'GET /admin/archive-import'>;
type Import = NonNullable<State['newest']>;

const isUnderWay = ({ state }: Import) => state === 'checking' || state === 'importing';

const archiveImport = queryOptions({
  queryKey: ['running', 'archive'],
  queryFn: read('GET /admin/archive-import'),
  staleTime: 0,
});

/** Takes proposals of an earlier portal into the archive: a file is uploaded, checked and then imported. */
export function ArchiveImport() {
  const state = useQuery({
    ...archiveImport,
    refetchInterval: ({ state: { data } }) => (data?.newest && isUnderWay(data.newest) ? 1_000 : false),
  });
  return (
    <div className="page">
      <PageHead
        title={t('admin.archive.title')}
        crumb={<BackLink to="/running">{t('admin.running.title')}</BackLink>}
      >
        {t('admin.archive.lead', { n: maxArchiveMb, zip: maxArchiveZip.mb })}
      </PageHead>
      {state.data !== undefined ? (
        <Steps state={state.data} />
      ) : state.error === null ? (
        <LoadingRows rows={6} height={40} label={t('admin.archive.loading')} />
      ) : (
        <CallFailure query={state} what={t('admin.archive.what')} />
      )}
    </div>
  );
}

function Steps({ state: { isShown, newest } }: { state: State }) {
  return (
    <>
      {isShown ? null : (
        <Note kind="info">
          <RichText
            id="admin.archive.hidden"
            parts={{ link: (text) => <Link to="/organisation">{text}</Link> }}
          />
        </Note>
      )}
      <FileSection newest={newest} />
      {newest === null ? null : <Findings newest={newest} />}
    </>
  );
}

function FileSection({ newest }: { newest: Import | null }) {
  const queries = useQueryClient();
  const [share, setShare] = useState(0);
  const [isAsked, ask] = useState(false);
  const reload = () => queries.invalidateQueries({ queryKey: ['running'] });
  const upload = useCommand<unknown, File>({
    send: (_call, file) => {
      setShare(0);
      const form = new FormData();
      form.set('files', file);
      return callUpload('POST /admin/archive-import', {
        form,
        key: newId(),
        onProgress: setShare,
        quiet: true,
      });
    },
    after: reload,
    onRefused: reload,
  });
  const choose = (file: File) => {
    const limitMb = archiveLimitMb(file.name);
    if (file.size <= limitMb * 1_048_576) upload.send(file);
    else notify({ type: 'error', message: { id: 'admin.archive.tooLarge', values: { n: limitMb } } });
  };
  return (
    <Section title={t('admin.archive.file')}>
      {newest === null ? (
        <p>{t('admin.archive.none')}</p>
      ) : (
        <div className={classes.file}>
          <Standing newest={newest} />
          <KeyValue
            rows={[
              [t('admin.archive.name'), newest.filename],
              [t('admin.archive.size'), sizeText(newest.sizeBytes)],
              [t('admin.archive.uploaded'), dateTimeText(newest.uploadedAt)],
              [t('admin.archive.added'), numberText(newest.added)],
              [t('admin.archive.updated'), numberText(newest.updated)],
              [t('admin.archive.unchanged'), numberText(newest.unchanged)],
              [t('admin.archive.refused'), numberText(newest.refused)],
            ]}
          />
        </div>
      )}
      {upload.isPending ? (
        <progress max={1} value={share} aria-label={t('admin.archive.uploading')} className={classes.bar} />
      ) : null}
      <div className={recordClasses.actions}>
        {newest?.state === 'checked' && newest.added + newest.updated > 0 ? (
          <Button variant="filled" onClick={() => ask(true)}>
            {t('admin.archive.import')}
          </Button>
        ) : null}
        <FileButton
          accept=".json,.csv,.tsv,.zip,application/json,text/csv,application/zip"
          loading={upload.isPending}
          disabled={newest?.state === 'importing'}
          onFile={choose}
        >
          {newest === null ? t('admin.archive.upload') : t('admin.archive.another')}
        </FileButton>
      </div>
      {isAsked && newest !== null ? (
        <CommandDialog
          title={t('admin.archive.import')}
          verb={t('admin.archive.import')}
          send={(call) =>
            call('POST /admin/archive-import/:id/import', { params: { id: newest.id }, body: {} })
          }
          done={{ type: 'info', message: { id: 'admin.archive.begun' } }}
          after={reload}
          onRefused={reload}
          onClose={() => ask(false)}
        >
          <p>
            {t('admin.archive.ask', {
              added: newest.added,
              updated: newest.updated,
              refused: newest.refused,
            })}
          </p>
          <p>{t('admin.archive.askMore')}</p>
        </CommandDialog>
      ) : null}
    </Section>
  );
}

const notes = {
  checking: 'info',
  checked: 'info',
  importing: 'info',
  imported: 'ok',
  failed: 'bad',
} as const;

/** How far the file is. */
function Standing({ newest }: { newest: Import }) {
  const { state, records, changedAt, added, updated, unchanged, refused } = newest;
  const read = added + updated + unchanged + refused;
  const at = dateTimeText(changedAt);
  const isIdle = state === 'checked' && added + updated === 0;
  return (
    <>
      <Note kind={notes[state]} live>
        {isIdle
          ? t('admin.archive.nothing')
          : state === 'checking' || state === 'importing'
            ? t(`admin.archive.state.${state}`)
            : t(`admin.archive.state.${state}`, { at })}
      </Note>
      {isUnderWay(newest) ? (
        <p className={classes.progress}>
          <progress
            max={records ?? undefined}
            value={records === null ? undefined : read}
            aria-label={t('admin.archive.progress')}
            className={classes.bar}
          />
          <span className="num">
            {records === null
              ? t('admin.archive.read', { n: read })
              : t('admin.archive.readOf', { n: read, total: records })}
          </span>
        </p>
      ) : null}
    </>
  );
}

function Findings({ newest: { report, findings } }: { newest: Import }) {
  if (findings === 0) return null;
  return (
    <Section title={t('admin.archive.findings', { n: findings })}>
      {findings > report.length ? <p>{t('admin.archive.firstOnes', { n: report.length })}</p> : null}
      <TableFrame label={t('admin.archive.findingsLabel')} cards className={classes.findings}>
        <thead>
          <tr>
            <th scope="col">{t('admin.archive.number')}</th>
            <th scope="col">{t('admin.archive.row')}</th>
            <th scope="col">{t('admin.archive.finding')}</th>
            <th scope="col">{t('admin.archive.kind')}</th>
          </tr>
        </thead>
        <tbody>
          {report.map((line, nth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the report only grows
            <tr key={nth}>
              <td data-column="number">{line.number ?? t('admin.none')}</td>
              <td data-column="row">
                {line.row === 0 ? t('admin.archive.wholeFile') : t('admin.archive.rowOf', { n: line.row })}
              </td>
              <td data-column="finding">{line.finding}</td>
              <td data-column="kind">
                {line.refused ? t('admin.archive.kind.leftOut') : t('admin.archive.kind.remark')}
              </td>
            </tr>
          ))}
        </tbody>
      </TableFrame>
    </Section>
  );
}
