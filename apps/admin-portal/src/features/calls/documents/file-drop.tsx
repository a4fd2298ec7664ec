import { Button, IconButton } from '@clearcall/ui/kit/button.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { type DragEvent, useId, useState } from 'react';
import { useCallEditing } from '../editing/call-editing.tsx';
import classes from './documents.module.css';
import type { FileQueue, QueuedFile } from './file-queue.ts';

/** Lets files be dropped on an element. A document takes one of them. */
export function useDrop(queue: FileQueue, document: string | null) {
  const [isOver, setOver] = useState(false);
  return {
    'data-dropping': isOver || undefined,
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      queue.add([...event.dataTransfer.files], document);
    },
  };
}

/** Takes new documents: by drag and drop, or with the chooser of the browser. */
export function FileDrop({ queue }: { queue: FileQueue }) {
  const id = useId();
  const { uploadMaxMb } = useCallEditing();
  return (
    <div className={classes.drop} {...useDrop(queue, null)}>
      <label>
        <input
          id={id}
          type="file"
          multiple
          accept=".pdf,.docx"
          aria-labelledby={`${id}:verb`}
          aria-describedby={`${id}:hint`}
          onChange={({ currentTarget }) => {
            const files = [...(currentTarget.files ?? [])];
            // Cleared, so that the same file can be chosen again after a correction.
            currentTarget.value = '';
            queue.add(files, null);
          }}
        />
        <Icon name="upload" />
        <span>
          <RichText id="setup.documents.drop" parts={{ verb: (text) => <b id={`${id}:verb`}>{text}</b> }} />
          <small id={`${id}:hint`}>{t('setup.documents.limit', { mb: numberText(uploadMaxMb) })}</small>
        </span>
      </label>
    </div>
  );
}

/** Files that are sent, wait for it or were refused. */
export function FileList({ files, queue }: { files: readonly QueuedFile[]; queue: FileQueue }) {
  return files.length === 0 ? null : (
    <ul className={classes.files}>
      {files.map((one) => (
        <li key={one.key} data-refused={one.refusal === null ? undefined : true}>
          {one.refusal === null ? (
            <Sending queued={one} stop={() => queue.remove(one.key)} />
          ) : (
            <>
              <Icon name="warning" />
              <p role="alert">
                <span className={classes.fileName}>{one.file.name}</span>
                {one.refusal}
              </p>
              {one.mayRetry ? (
                <Button
                  size="sm"
                  aria-label={t('forms.file.tryAgainWith', { name: one.file.name })}
                  onClick={() => queue.retry(one.key)}
                >
                  {t('frame.wrong.tryAgain')}
                </Button>
              ) : null}
              <IconButton
                icon="close"
                label={t('setup.documents.forget', { name: one.file.name })}
                onClick={() => queue.remove(one.key)}
              />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function Sending({ queued, stop }: { queued: QueuedFile; stop: () => void }) {
  const { name } = queued.file;
  const share = queued.share ?? 0;
  return (
    <>
      <Icon name="file" />
      <span className={classes.fileName}>{name}</span>
      <progress max={1} value={share} aria-label={t('forms.file.uploading', { name })} />
      <span className="num small">
        {queued.share === null
          ? t('setup.documents.waits')
          : t('setup.documents.share', { n: Math.round(share * 100) })}
      </span>
      <Button size="sm" variant="subtle" onClick={stop} aria-label={t('setup.documents.stop', { name })}>
        {t('forms.file.stop')}
      </Button>
    </>
  );
}
