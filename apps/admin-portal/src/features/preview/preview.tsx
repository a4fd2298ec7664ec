import { hasRight } from '@clearcall/domain/permissions/administration.ts';
import { stepsOfEmptyForm } from '@clearcall/domain/permissions/empty-form.ts';
import { useCommand } from '@clearcall/ui/kit/command/use-command.ts';
import { BackLink, PageHead } from '@clearcall/ui/kit/page/page-head.tsx';
import { Segments } from '@clearcall/ui/kit/segments.tsx';
import { CallFailure, LoadingRows } from '@clearcall/ui/kit/state/page-states.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { callFile, saveFile } from '@clearcall/ui/session/call.ts';
import { CallError } from '@clearcall/ui/session/call-error.ts';
import { PrintoutButton } from '@clearcall/ui/session/printout-button.tsx';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { NotFound } from '../../parts/record/not-found.tsx';
import classes from './preview.module.css';
import { PreviewLinks } from './preview-links.tsx';
import { type Preview as Previewed, previewOf } from './preview-queries.ts';

const widths = ['desktop', 'phone'] as const;

/** The draft of a call as visitors would see it, and the links by which colleagues see it too. */
export function Preview() {
  const { id } = useParams({ from: '/signed-in/calls/$id/preview' });
  const query = useQuery(previewOf(id));
  const [width, setWidth] = useState<(typeof widths)[number]>('desktop');
  const { data, error } = query;
  const mayShare = hasRight(useUser().role, 'change_calls');
  // Until it is known, there is room for the button.
  const hasForm =
    data === undefined || stepsOfEmptyForm(null, data.steps, []).some(({ forms }) => forms.length > 0);
  if (error instanceof CallError && error.status === 404) return <NotFound />;
  return (
    <div className={`page ${classes.page}`}>
      <PageHead
        crumb={
          <BackLink to="/calls/$id" params={{ id }}>
            {t('preview.crumb')}
          </BackLink>
        }
        title={
          data === undefined ? (
            '\u00a0'
          ) : (
            <RichText
              id="preview.title"
              values={{ title: data.call.title }}
              parts={{ call: (title) => <span lang={langOf(data.call, 'title')}>{title}</span> }}
            />
          )
        }
        actions={
          <>
            {hasForm ? (
              <PrintoutButton operation="GET /admin/calls/:id/preview/form" id={id}>
                {t('preview.form')}
              </PrintoutButton>
            ) : null}
            <Segments
              className={classes.widths}
              label={t('preview.width')}
              values={widths}
              chosen={width}
              choose={setWidth}
              textOf={(one) => t(`preview.width.${one}`)}
            />
          </>
        }
      />
      {data !== undefined ? (
        <PreviewFrame id={id} preview={data} isPhone={width === 'phone'} />
      ) : error === null ? (
        <div className={classes.frame}>
          <LoadingRows rows={8} label={t('preview.loading')} />
        </div>
      ) : (
        <CallFailure query={query} what={t('preview.what')} />
      )}
      <PreviewLinks id={id} mayChange={mayShare} />
    </div>
  );
}

/** The page of the user portal that shows a preview: the same components that visitors see. */
function PreviewFrame(props: { id: string; preview: Previewed; isPhone: boolean }) {
  const { id, preview, isPhone } = props;
  const frame = useRef<HTMLIFrameElement>(null);
  const { send: download } = useCommand({
    send: (_call, name: string) =>
      callFile('GET /admin/calls/:id/preview/documents/:name', { params: { id, name } }),
    after: saveFile,
  });
  useEffect(() => {
    const show = () => frame.current?.contentWindow?.postMessage(preview, location.origin);
    const answer = ({ origin, source, data }: MessageEvent) => {
      if (origin !== location.origin || source !== frame.current?.contentWindow) return;
      if (data === 'preview') show();
      else if (typeof data?.document === 'string') void download(data.document);
    };
    addEventListener('message', answer);
    show();
    return () => removeEventListener('message', answer);
  }, [preview, download]);
  return (
    <iframe
      ref={frame}
      className={`${classes.frame} ${isPhone ? classes.phone : ''}`}
      src="/calls/preview"
      title={t('preview.frame')}
    />
  );
}
