import { limitCount } from '@clearcall/domain/forms/limits.ts';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { Button, IconButton } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';
import { LinkButton } from '../../kit/link-button.tsx';
import { newId } from '../../kit/new-id.ts';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { noticeTexts } from '../../kit/state/notice-texts.ts';
import { notify } from '../../kit/state/notices.ts';
import { fileKindText, numberText, sizeText } from '../../kit/text/number-text.ts';
import { RichText } from '../../kit/text/rich-text.tsx';
import { t } from '../../kit/text/translate.ts';
import { unbroken } from '../../kit/text/unbroken.tsx';
import { dateTimeText } from '../../kit/time/date-text.ts';
import { sentenceOf } from '../../session/call-error.ts';
import classes from '../form.module.css';
import { fileLimitText } from '../limit-text.ts';
import type { ControlProps, Skin } from '../skin.ts';
import type { PendingFile } from '../uploads.ts';
import { type FormDocument, type FormTemplate, useForm, useUpload } from '../use-form.tsx';

/** Why a file is not worth sending; the server looks again, and into it. */
function refusalOf(file: File, maxMb: number | undefined): string | null {
  if (!/\.pdf$/i.test(file.name) && file.type !== 'application/pdf')
    return t('forms.file.notPdf', { name: file.name });
  if (maxMb !== undefined && file.size > maxMb * 1_048_576) {
    return t('forms.file.tooLarge', { name: file.name, size: sizeText(file.size), mb: numberText(maxMb) });
  }
  return file.size === 0 ? t('forms.file.empty', { name: file.name }) : null;
}

function sizeAndPagesText({ sizeBytes, pages }: Pick<FormDocument, 'sizeBytes' | 'pages'>): string {
  const size = sizeText(sizeBytes);
  return pages === null ? size : t('forms.file.pages', { size, n: pages });
}

/** What the field says of the files that were refused; which of them, where there are several. */
function complaintOf(refused: readonly PendingFile[]): string | null {
  const [first, ...others] = refused;
  if (first === undefined) return null;
  return others.length === 0
    ? first.refusal
    : refused.map(({ name, refusal }) => t('forms.file.withReason', { name, why: refusal ?? '' })).join(' ');
}

function UploadControl(props: ControlProps) {
  const { element, state, id } = props;
  const form = useForm();
  const key = { elementId: element.id, groupId: props.groupId };
  const { uploads } = form;
  const { sending, unsent, complaint: own, pending } = useUpload(element.id, props.groupId);
  const refused = pending.filter(({ refusal }) => refusal !== null);
  const complaint = own ?? complaintOf(refused);
  const { complain } = props;
  useEffect(() => complain(complaint), [complain, complaint]);
  const [dropping, setDropping] = useState(false);
  const [asked, setAsked] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const isSending = sending !== null;
  const wasSending = useRef(false);
  useEffect(() => {
    // What had the focus has gone with the file: it comes back to the field, unless the reader went on elsewhere.
    if (wasSending.current && !isSending && document.activeElement === document.body)
      input.current?.focus({ preventScroll: true });
    wasSending.current = isSending;
  }, [isSending]);

  const most = limitCount(element.config.max) ?? 1;
  const single = most === 1;
  const waiting = pending.length - refused.length;
  // Of a form that is closed only what was refused may be mended.
  const open = form.store.editable;
  const closed = !open && refused.length === 0;
  const full = !single && state.values.length + waiting >= most;
  const replaces = !open || (single && state.values.length + waiting > 0);

  const choose = (file: File | undefined) => {
    if (!file || sending !== null) return;
    const refusal = refusalOf(file, element.config.upload?.maxMb);
    if (refusal === null) void uploads.send(key, { file, sendKey: newId() });
    else uploads.refuse(key, refusal);
  };
  const remove = async (documentId: string) => {
    setAsked(null);
    try {
      await form.deleteFile(key, documentId);
      uploads.forget(key, documentId);
      notify(noticeTexts.fileDeleted);
      input.current?.focus();
    } catch (error) {
      uploads.refuse(key, sentenceOf(error, t('forms.file.notDeleted')));
    }
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setDropping(false);
    const { files } = event.dataTransfer;
    if (files.length > 1) uploads.refuse(key, t('forms.file.oneAtATime', { n: files.length }));
    else choose(files[0]);
  };

  const fileName =
    asked === null
      ? undefined
      : (form.documents.get(asked)?.filename ?? pending.find(({ id: one }) => one === asked)?.name);
  const template = form.templates.get(element.config.upload?.templateId ?? '');
  return (
    <>
      {template === undefined ? null : <TemplateLink template={template} />}
      {state.values.length + pending.length > 0 ? (
        <ul className={classes.files}>
          {state.values.map((documentId) => (
            <File
              key={documentId}
              document={form.documents.get(documentId)}
              open={() => void form.downloadFile(documentId)}
              remove={open ? () => setAsked(documentId) : undefined}
            />
          ))}
          {pending.map((one) => (
            <Pending
              key={one.id}
              file={one}
              remove={
                one.refusal !== null ? () => void remove(one.id) : open ? () => setAsked(one.id) : undefined
              }
            />
          ))}
        </ul>
      ) : null}
      {closed ? null : (
        // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the control inside has the keys
        <div
          className={classes.drop}
          data-dropping={dropping || undefined}
          data-invalid={props.invalid || undefined}
          data-small={replaces || undefined}
          onDragOver={(event) => {
            event.preventDefault();
            setDropping(true);
          }}
          onDragLeave={() => setDropping(false)}
          onDrop={onDrop}
        >
          {sending === null ? (
            <label className={classes.dropLabel} data-disabled={full || undefined}>
              <input
                ref={input}
                id={id}
                type="file"
                accept="application/pdf,.pdf"
                className={classes.fileInput}
                disabled={full}
                aria-labelledby={`${props.labelId} ${id}:verb`}
                aria-invalid={props.invalid}
                aria-describedby={props.describedBy}
                onChange={(event) => {
                  const chosen = event.currentTarget.files?.[0];
                  // Cleared, so that the same file can be chosen again after it was mended.
                  event.currentTarget.value = '';
                  choose(chosen);
                }}
              />
              <Icon name="upload" />
              <span>
                <RichText
                  id={replaces ? 'forms.file.replace' : 'forms.file.choose'}
                  parts={{ verb: (text) => <b id={`${id}:verb`}>{text}</b> }}
                />
              </span>
            </label>
          ) : (
            <div className={classes.sending}>
              <span className={classes.fileName}>{sending.name}</span>
              <progress
                max={1}
                value={sending.share}
                aria-label={t('forms.file.uploading', { name: sending.name })}
              />
              <span className="num small">{Math.round(sending.share * 100)} %</span>
              <Button size="sm" variant="subtle" onClick={() => uploads.stop(key)}>
                {t('forms.file.stop')}
              </Button>
            </div>
          )}
        </div>
      )}
      {unsent === null ? null : (
        <div className={classes.unsent}>
          <span className={classes.fileName}>{unsent.file.name}</span>
          <Button
            size="sm"
            onClick={() => void uploads.send(key, unsent)}
            aria-label={t('forms.file.tryAgainWith', { name: unsent.file.name })}
          >
            {t('frame.wrong.tryAgain')}
          </Button>
        </div>
      )}
      <Dialog
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={t('forms.file.deleteAsk')}
        actions={
          <>
            <Button variant="danger-filled" onClick={() => asked !== null && void remove(asked)}>
              {t('forms.file.deleteDo')}
            </Button>
            <Button onClick={() => setAsked(null)}>{t('forms.file.deleteKeep')}</Button>
          </>
        }
      >
        <p>{t('forms.file.deleteText', { name: fileName ?? t('forms.file.unnamedFile') })}</p>
      </Dialog>
    </>
  );
}

function TemplateLink(props: { template: FormTemplate }) {
  const { title, filename, sizeBytes, address } = props.template;
  return (
    <p className={classes.template}>
      <Icon name="file" />
      <span className={classes.templateLink}>
        <a href={address} download={filename}>
          {t('forms.file.template')}
        </a>
        <small className={classes.fileFacts}>
          {title}, {fileKindText(filename)}, {sizeText(sizeBytes)}
        </small>
      </span>
    </p>
  );
}

function File(props: {
  document: FormDocument | undefined;
  open: () => void;
  remove?: (() => void) | undefined;
}) {
  const { document } = props;
  const name = document?.filename ?? t('forms.file.unnamed');
  return (
    <li>
      <Icon name="file" />
      <span>
        <LinkButton onClick={props.open} aria-label={t('forms.file.download', { name })}>
          {name}
        </LinkButton>
        {document === undefined ? null : (
          <small className={classes.fileFacts}>
            {sizeAndPagesText(document)}
            {document.createdAt === null ? null : <>, {unbroken(dateTimeText(document.createdAt))}</>}
          </small>
        )}
      </span>
      {props.remove === undefined ? null : (
        <IconButton icon="trash" label={t('forms.file.delete', { name })} onClick={props.remove} />
      )}
    </li>
  );
}

/** A file that is in no answer yet. */
function Pending(props: { file: PendingFile; remove: (() => void) | undefined }) {
  const { name, sizeBytes, refusal } = props.file;
  return (
    <li>
      <Icon name={refusal === null ? 'clock' : 'warning'} />
      <span>
        <span className={classes.fileName}>{name}</span>
        <small className={classes.fileFacts}>
          {refusal === null
            ? t('forms.file.checked', { size: sizeText(sizeBytes) })
            : t('forms.file.notAccepted')}
        </small>
      </span>
      {props.remove === undefined ? null : (
        <IconButton icon="trash" label={t('forms.file.delete', { name })} onClick={props.remove} />
      )}
    </li>
  );
}

export const upload: Skin = {
  frame: () => 'group',
  width: 'full',
  Control: UploadControl,
  hint: fileLimitText,
  Reading: ({ state }) => {
    const form = useForm();
    return (
      <ul className={classes.files}>
        {state.values.map((documentId) => (
          <File
            key={documentId}
            document={form.documents.get(documentId)}
            open={() => void form.downloadFile(documentId)}
          />
        ))}
      </ul>
    );
  },
};
