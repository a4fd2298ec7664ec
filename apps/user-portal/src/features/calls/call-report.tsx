import { Button, ButtonLink } from '@clearcall/ui/kit/button.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { KeyValue, PageHead } from '@clearcall/ui/kit/page/page-head.tsx';
import { CallFailure, ErrorState, LoadingRows } from '@clearcall/ui/kit/state/page-states.tsx';
import { numberText, sizeText } from '@clearcall/ui/kit/text/number-text.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { callFile, saveFile } from '@clearcall/ui/session/call.ts';
import { CallError } from '@clearcall/ui/session/call-error.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import classes from './call-detail.module.css';
import { madeReport } from './call-queries.ts';

/** Where the mail with an applications report leads: what the report is, and the file. */
export function CallReport() {
  const { id } = useParams({ from: '/signed-in/reports/$id' });
  const { data: report, error, refetch } = useQuery(madeReport(id));
  const download = useMutation({
    mutationFn: () => callFile('GET /download/report/:reportId', { params: { reportId: id } }),
    onSuccess: saveFile,
  });
  if (report === undefined && error instanceof CallError && error.status === 404) {
    return (
      <div className="page">
        <ErrorState
          code="404"
          title={t('call.report.missing')}
          actions={
            <ButtonLink to="/" variant="filled">
              {t('call.missing.all')}
            </ButtonLink>
          }
        >
          <p>{t('call.report.missingText')}</p>
        </ErrorState>
      </div>
    );
  }
  return (
    <div className="page">
      <PageHead title={t('call.report.title')} />
      {report ? (
        <div className={classes.report}>
          <KeyValue
            rows={[
              [
                t('call.report.call'),
                <Link key="call" to="/calls/$id" params={{ id: String(report.callId) }}>
                  {report.callTitle}
                </Link>,
              ],
              [t('call.report.applications'), numberText(report.applications)],
              [t('call.report.made'), <DateTime key="made" at={report.madeAt} />],
              [t('call.report.kept'), <DateTime key="kept" at={report.keptUntil} />],
              [t('call.report.file'), `${report.filename}, ${sizeText(report.sizeBytes)}`],
            ]}
          />
          <div>
            <Button
              variant="filled"
              leftSection={<Icon name="download" />}
              loading={download.isPending}
              onClick={() => download.mutate()}
            >
              {t('call.report.download')}
            </Button>
          </div>
          <p className="small soft">{t('call.report.personal')}</p>
        </div>
      ) : error ? (
        <CallFailure query={{ error, refetch }} what={t('call.report.what')} />
      ) : (
        <LoadingRows rows={5} label={t('call.report.loading')} />
      )}
    </div>
  );
}
