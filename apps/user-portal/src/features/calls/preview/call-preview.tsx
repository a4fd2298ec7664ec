import { documentAt } from '@clearcall/domain/calls/call-document.ts';
import { stepsOfEmptyForm } from '@clearcall/domain/permissions/empty-form.ts';
import { useCommand } from '@clearcall/ui/kit/command/use-command.ts';
import { TabList } from '@clearcall/ui/kit/page/tab-list.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { CallFailure, ErrorState, LoadingRows } from '@clearcall/ui/kit/state/page-states.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { cleanHtml } from '@clearcall/ui/kit/text/clean-html.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { dateTimeText } from '@clearcall/ui/kit/time/date-text.ts';
import { call, callFile, type Reply, saveFile } from '@clearcall/ui/session/call.ts';
import { CallError } from '@clearcall/ui/session/call-error.ts';
import { PrintoutButton } from '@clearcall/ui/session/printout-button.tsx';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './call-preview.module.css';
import { FormPreview } from './form-preview.tsx';
import { InPreview } from './in-preview.ts';

type Preview = Reply<'GET /admin/calls/:id/preview'>;
type Shown = Preview & { expiresAt?: string };
/** Opens a document of the draft by its name. */
type OpenDocument = (name: string) => void;
type Show = (preview: Shown, open: OpenDocument, form?: ReactNode) => ReactNode;

/**
 * A draft as the page of its call will be, for people with a link, and inside of the administration portal, which hands
 * over what it shows. The token of a link is behind the # of its address, which is sent to no server.
 */
export function CallPreview(props: { page: (call: Preview['call']) => ReactNode }) {
  const token = useLocation({ select: ({ hash }) => hash });
  useUnlisted();
  const shown: Show = (preview, open, form) => (
    <InPreview value={true}>
      <Note kind="info">
        {preview.expiresAt === undefined
          ? t('preview.note')
          : t('preview.noteUntil', { until: dateTimeText(preview.expiresAt) })}
      </Note>
      {form !== undefined &&
      stepsOfEmptyForm(null, preview.steps, []).some(({ forms }) => forms.length > 0) ? (
        <div className={classes.blank}>{form}</div>
      ) : null}
      <Documents callId={preview.call.id} open={open}>
        <PreviewTabs preview={preview} page={props.page(preview.call)} />
      </Documents>
    </InPreview>
  );
  return (
    <div className={`page ${classes.page}`}>
      {token === '' ? <HandedOver shown={shown} /> : <ByLink token={token} shown={shown} />}
    </div>
  );
}

/** The page of the call, and the forms of each step that has some. */
function PreviewTabs({ preview, page }: { preview: Preview; page: ReactNode }) {
  return (
    <TabList
      label={t('preview.parts')}
      tabs={[
        { label: t('preview.page'), content: page },
        ...preview.steps
          .filter(({ forms }) => forms.length > 0)
          .map((step) => ({
            label: step.title,
            lang: langOf(step, 'title'),
            content: <FormPreview preview={preview} step={step} />,
          })),
      ]}
    />
  );
}

/** Opens documents from the draft wherever the page leads to them: at their own address they are once it is published. */
function Documents({ callId, open, children }: { callId: number; open: OpenDocument; children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const node = content.current;
    const follow = (event: MouseEvent) => {
      const link = (event.target as Element).closest('a');
      const name = link && documentAt(callId, link.getAttribute('href') ?? '');
      if (name === null) return;
      event.preventDefault();
      open(name);
    };
    node?.addEventListener('click', follow);
    return () => node?.removeEventListener('click', follow);
  }, [callId, open]);
  return <div ref={content}>{children}</div>;
}

/** Search engines leave the page out, should its address ever be published. */
function useUnlisted(): void {
  useEffect(() => {
    const robots = document.createElement('meta');
    robots.name = 'robots';
    robots.content = 'noindex';
    document.head.append(robots);
    return () => robots.remove();
  }, []);
}

const cleaned = async <Some extends Preview>(preview: Some): Promise<Some> => ({
  ...preview,
  call: { ...preview.call, info: await cleanHtml(preview.call.info) },
});

function ByLink({ token, shown }: { token: string; shown: Show }) {
  const download = useCommand({
    send: (_call, name: string) => callFile('POST /call-previews/document', { body: { token, name } }),
    after: saveFile,
  });
  const { data, error, refetch } = useQuery({
    queryKey: ['calls', 'preview', token],
    queryFn: async ({ signal }) =>
      cleaned(await call('POST /call-previews', { body: { token }, signal, quiet: true })),
    staleTime: 0,
    gcTime: 0,
  });
  if (data !== undefined)
    return shown(
      data,
      download.send,
      <PrintoutButton operation="POST /call-previews/form" id={token}>
        {t('preview.form')}
      </PrintoutButton>,
    );
  if (error instanceof CallError && error.status === 410) return <NoPreview />;
  if (error !== null)
    return <CallFailure query={{ error, refetch }} what={t('preview.what')} headingLevel={1} />;
  return <LoadingRows rows={8} label={t('preview.loading')} />;
}

const NoPreview = () => (
  <ErrorState title={t('preview.closed.title')}>
    <p>{t('preview.closed.text')}</p>
  </ErrorState>
);

const askAround: OpenDocument = (document) => parent.postMessage({ document }, location.origin);

/** What the administration portal around this page shows in it. */
function HandedOver({ shown }: { shown: Show }) {
  const [preview, setPreview] = useState<Preview>();
  useEffect(() => {
    const take = async ({ origin, source, data }: MessageEvent) => {
      const isPreview = typeof data === 'object' && data !== null && 'call' in data;
      if (origin === location.origin && source === parent && isPreview)
        setPreview(await cleaned(data as Preview));
    };
    addEventListener('message', take);
    parent.postMessage('preview', location.origin);
    return () => removeEventListener('message', take);
  }, []);
  if (preview !== undefined) return shown(preview, askAround);
  return parent === window ? <NoPreview /> : <LoadingRows rows={8} label={t('preview.loading')} />;
}
