import type { DocumentDefinition } from '@clearcall/domain/calls/definition/call-definition.ts';
import { usesOfDocument } from '@clearcall/domain/calls/definition/call-documents.ts';
import type { Change } from '@clearcall/domain/calls/definition/change.ts';
import { inLanguage, inOrderFor } from '@clearcall/domain/forms/text-in-languages.ts';
import { IconButton } from '@clearcall/ui/kit/button.tsx';
import { useCommand } from '@clearcall/ui/kit/command/use-command.ts';
import fields from '@clearcall/ui/kit/field/field.module.css';
import { SelectField } from '@clearcall/ui/kit/field/select-field.tsx';
import { LinkButton } from '@clearcall/ui/kit/link-button.tsx';
import { authorLanguage } from '@clearcall/ui/kit/text/author-language.ts';
import { fileKindText, sizeText } from '@clearcall/ui/kit/text/number-text.ts';
import { quoting } from '@clearcall/ui/kit/text/quoting.tsx';
import { pageLanguage, t } from '@clearcall/ui/kit/text/translate.ts';
import { listText } from '@clearcall/ui/kit/time/date-text.ts';
import { callFile, saveFile } from '@clearcall/ui/session/call.ts';
import { idOfPlace } from '../../../parts/calls/call-places.ts';
import { FileButton } from '../../../parts/file-button.tsx';
import { useCallEditing } from '../editing/call-editing.tsx';
import { DraftField } from '../editing/draft-field.tsx';
import { textChange, textIn } from '../editing/draft-texts.ts';
import { PlaceFindings } from '../editing/place-findings.tsx';
import classes from './documents.module.css';
import { FileList, useDrop } from './file-drop.tsx';
import type { FileQueue, QueuedFile } from './file-queue.ts';
import { documentTitle } from './use-documents.ts';

/** The links of a call that say what a document is. */
const kinds = ['termsOfReference', 'guidelineReviewer'] as const;
type Kind = (typeof kinds)[number];
const kindText = (kind: Kind): string =>
  t(kind === 'termsOfReference' ? 'setup.link.terms' : 'setup.link.guideline');

interface Listed {
  document: DocumentDefinition;
  nth: number;
}

/** A document with its file, for readers who may not change the call. */
export function DocumentReading({ document, nth }: Listed) {
  const { title, lang } = documentTitle(document, nth);
  return (
    <li>
      <b lang={lang}>{title}</b>
      <StoredFile document={document} />
      <Uses document={document} />
    </li>
  );
}

/** A document to edit: its title, what it is, its file and its place in the list. */
export function DocumentRow(
  props: Listed & {
    of: number;
    queue: FileQueue;
    files: readonly QueuedFile[];
    move: (by: -1 | 1) => void;
    remove: () => void;
  },
) {
  const { document, nth, of, queue, files, move, remove } = props;
  const { definition, language, edit } = useCallEditing();
  const organisation = authorLanguage();
  const { id, title, file } = document;
  const at = ['documents', id];
  const named = documentTitle(document, nth);
  const quote = (text: string) => quoting(text, named);
  const uses = usesOfDocument(definition, id);
  const kind = kinds.find((one) => uses.links.includes(one)) ?? '';
  const setKind = (chosen: string) => {
    const address = `document:${id}`;
    edit([
      ...uses.links
        .filter((name) => name === kind && name !== chosen)
        .map((name): Change => ({ do: 'set', at: ['links', name] })),
      ...(chosen === '' ? [] : [{ do: 'set', at: ['links', chosen], value: address } as const]),
    ]);
  };
  const isTemplate = uses.templateOf.length > 0;
  const drop = useDrop(queue, id);
  return (
    <li id={idOfPlace(at)} data-document={id} {...(file === null ? drop : {})}>
      <div className={fields.fields}>
        <DraftField
          at={[...at, 'title', language]}
          stored={textIn(title, language, organisation)}
          write={(text) => [textChange([...at, 'title'], title, { language, text, organisation })]}
          label={t('setup.documents.title', { n: nth + 1 })}
          width="half"
          lang={language}
          placeholder={language === organisation ? undefined : textIn(title, organisation, organisation)}
          maxLength={300}
        />
        <div className={fields.half}>
          <SelectField
            label={t('setup.documents.kind', { n: nth + 1 })}
            value={kind}
            unset={t('setup.documents.kind.other')}
            choices={kinds.map((one) => ({ value: one, label: kindText(one) }))}
            set={setKind}
          />
        </div>
      </div>
      <div className={classes.line}>
        <div id={idOfPlace([...at, 'file'])} className={classes.file}>
          {/* First, so that a finding about the file leads to it. */}
          <FileButton
            size="sm"
            accept=".pdf,.docx"
            onFile={(chosen) => queue.add([chosen], id)}
            variant={file === null ? 'filled' : 'default'}
          >
            <span aria-hidden="true">
              {t(file === null ? 'setup.documents.upload' : 'setup.documents.replace')}
            </span>
            <span className="hidden-visually">
              {quote(
                t(file === null ? 'setup.documents.uploadFor' : 'setup.documents.replaceFor', {
                  title: named.title,
                }),
              )}
            </span>
          </FileButton>
          <StoredFile document={document} />
        </div>
        <div className={classes.actions}>
          <IconButton
            icon="arrow-up"
            data-by={-1}
            label={t('setup.documents.up', { title: named.title })}
            draw={quote}
            disabled={nth === 0}
            onClick={() => move(-1)}
          />
          <IconButton
            icon="arrow-down"
            data-by={1}
            label={t('setup.documents.down', { title: named.title })}
            draw={quote}
            disabled={nth === of - 1}
            onClick={() => move(1)}
          />
          <IconButton
            icon="trash"
            data-remove
            label={t('setup.documents.remove', { title: named.title })}
            draw={quote}
            disabled={isTemplate}
            onClick={remove}
          />
        </div>
      </div>
      <FileList files={files} queue={queue} />
      <Uses document={document} />
      <PlaceFindings at={at} />
    </li>
  );
}

/** The file of a document: a button that downloads it, with its kind and size. */
function StoredFile({ document: { file } }: { document: DocumentDefinition }) {
  const { id } = useCallEditing();
  const download = useCommand<Awaited<ReturnType<typeof callFile>>, string>({
    send: (_call, sha256) =>
      callFile('GET /admin/calls/:id/documents/:sha256', {
        params: { id: String(id), sha256 },
        quiet: true,
      }),
    after: saveFile,
  });
  return file === null ? (
    <span className="muted">{t('setup.documents.noFile')}</span>
  ) : (
    <span className={classes.stored}>
      <LinkButton
        aria-label={t('forms.file.download', { name: file.filename })}
        onClick={() => download.send(file.sha256)}
      >
        {file.filename}
      </LinkButton>
      <small className="muted nowrap">
        {[fileKindText(file.filename), sizeText(file.sizeBytes)].join(', ')}
      </small>
    </span>
  );
}

/** The other places that use a document. */
function Uses({ document: { id } }: { document: DocumentDefinition }) {
  const { definition } = useCallEditing();
  const { links, templateOf, inText } = usesOfDocument(definition, id);
  const order = inOrderFor(pageLanguage(), authorLanguage());
  const [, ...more] = kinds.filter((kind) => links.includes(kind));
  const places = [
    ...more.map(kindText),
    ...(['link1', 'link2'] as const)
      .filter((name) => links.includes(name))
      .map((name) => t(`setup.callEditing.${name}`)),
    ...(inText ? [t('setup.call.info')] : []),
  ];
  return (
    <>
      {places.length === 0 ? null : (
        <p className="small soft">{t('setup.documents.linked', { places: listText(places) })}</p>
      )}
      {templateOf.map((title) => {
        const text = inLanguage(title, order);
        return (
          <p key={text} className="small soft">
            {quoting(t('setup.documents.template', { title: text }), { title: text, lang: undefined })}
          </p>
        );
      })}
    </>
  );
}
