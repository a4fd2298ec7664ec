import type { Application } from '@clearcall/domain/applications/application.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { callFile, saveFile } from '@clearcall/ui/session/call.ts';
import { useMutation } from '@tanstack/react-query';

/** All documents of an application that the reader may have, in one zip; not there where there are none. */
export function DownloadAll(props: { application: Pick<Application, 'uid' | 'documents'> }) {
  const { uid, documents } = props.application;
  const fetching = useMutation({
    mutationFn: () => callFile('GET /download/application/:id/documents', { params: { id: uid } }),
    onSuccess: saveFile,
  });
  if (documents.length === 0) return null;
  return (
    <Button
      size="sm"
      leftSection={<Icon name="download" />}
      loading={fetching.isPending}
      onClick={() => fetching.mutate()}
    >
      {t('editor.downloadAll')}
    </Button>
  );
}
