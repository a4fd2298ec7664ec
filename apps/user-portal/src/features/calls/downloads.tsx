import { Button } from '@clearcall/ui/kit/button.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { emailNotice } from '@clearcall/ui/kit/state/emails-wait.tsx';
import { noticeTexts } from '@clearcall/ui/kit/state/notice-texts.ts';
import { notify } from '@clearcall/ui/kit/state/notices.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { PrintoutButton } from '@clearcall/ui/session/printout-button.tsx';
import { useMutation } from '@tanstack/react-query';
import classes from './call-detail.module.css';

const formats = [
  { name: 'CSV', operation: 'GET /download/call/:id/applications/csv' },
  { name: 'Excel', operation: 'GET /download/call/:id/applications/xlsx' },
] as const;

/** What those with the right to download get of a call. Source: Requirements 1, 1.9, 2.115, 6.10 and 8.18. */
export function Downloads(props: { callId: number }) {
  return (
    <div className={classes.downloads}>
      <BundleButton callId={props.callId} />
      <PrintoutButton operation="GET /download/call/pdf/:id" id={props.callId}>
        {t('call.downloads.callReport')}
      </PrintoutButton>
      {formats.map(({ name, operation }) => (
        <ReportButton key={name} callId={props.callId} format={name} operation={operation} />
      ))}
      <p className="small soft">{t('call.downloads.who')}</p>
    </div>
  );
}

function ReportButton(props: {
  callId: number;
  format: string;
  operation: (typeof formats)[number]['operation'];
}) {
  const request = useMutation({
    mutationFn: () => call(props.operation, { params: { id: props.callId } }),
    onSuccess: ({ inTheMaking, emailed }) => {
      const sent = emailed ? noticeTexts.reportEmailed : noticeTexts.reportRequested;
      notify(emailNotice(inTheMaking ? noticeTexts.reportInTheMaking : sent));
    },
  });
  return (
    <Button
      size="sm"
      leftSection={<Icon name="mail" />}
      loading={request.isPending}
      onClick={() => request.mutate()}
    >
      {t('call.downloads.report', { format: props.format })}
    </Button>
  );
}

/** A bundle may be larger than the memory of a browser: it is fetched as a file, not by the page. */
function BundleButton(props: { callId: number }) {
  const request = useMutation({
    mutationFn: () => call('POST /v2/calls/:id/bundle', { params: { id: props.callId } }),
    onSuccess({ address }) {
      const link = document.createElement('a');
      link.href = address;
      link.download = '';
      link.click();
    },
  });
  return (
    <Button
      size="sm"
      leftSection={<Icon name="download" />}
      loading={request.isPending}
      onClick={() => request.mutate()}
    >
      {t('call.downloads.bundle')}
    </Button>
  );
}
