import { Button, ButtonLink } from '@clearcall/ui/kit/button.tsx';
import { DateTime } from '@clearcall/ui/kit/date-time.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { numberText, sizeText } from '@clearcall/ui/kit/number-text.ts';
import { KeyValue, PageHead } from '@clearcall/ui/kit/page-head.tsx';
import { CallFailure, ErrorState, LoadingRows } from '@clearcall/ui/kit/page-states.tsx';
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
          title="This report couldn’t be found"
          actions={
            <ButtonLink to="/" variant="filled">
              All Calls
            </ButtonLink>
          }
        >
          <p>
            Reports are deleted after a week, and only the account that asked for one can open it. You can ask
            for a new one on the page of the call.
          </p>
        </ErrorState>
      </div>
    );
  }
  return (
    <div className="page">
      <PageHead title="Applications report" />
      {report ? (
        <div className={classes.report}>
          <KeyValue
            rows={[
              [
                'Call',
                <Link key="call" to="/calls/$id" params={{ id: String(report.callId) }}>
                  {report.callTitle}
                </Link>,
              ],
              ['Submitted applications', numberText(report.applications)],
              ['Made', <DateTime key="made" at={report.madeAt} />],
              ['Kept until', <DateTime key="kept" at={report.keptUntil} />],
              ['File', `${report.filename}, ${sizeText(report.sizeBytes)}`],
            ]}
          />
          <div>
            <Button
              variant="filled"
              leftSection={<Icon name="download" />}
              loading={download.isPending}
              onClick={() => download.mutate()}
            >
              Download the report
            </Button>
          </div>
          <p className="small soft">
            It holds personal data of applicants. Keep it as you would keep their applications, and delete it
            when you no longer need it.
          </p>
        </div>
      ) : error ? (
        <CallFailure error={error} what="the report" onRetry={() => void refetch()} />
      ) : (
        <LoadingRows rows={5} label="Loading the report" />
      )}
    </div>
  );
}
