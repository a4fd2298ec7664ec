import { moveDocument, removeDocument } from '@clearcall/domain/calls/definition/call-documents.ts';
import { applyChanges, type Change } from '@clearcall/domain/calls/definition/change.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { type Quoted, quoting } from '@clearcall/ui/kit/text/quoting.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { useEffect, useRef, useState } from 'react';
import callClasses from '../call.module.css';
import { useCallEditing } from '../editing/call-editing.tsx';
import { LanguageSwitch } from '../editing/language-switch.tsx';
import { DocumentReading, DocumentRow } from './document-row.tsx';
import classes from './documents.module.css';
import { FileDrop, FileList } from './file-drop.tsx';
import { documentTitle, useFileQueue } from './use-documents.ts';

/** The documents that a call hands out, in their order. */
export function Documents() {
  const { definition, mayEdit } = useCallEditing();
  return mayEdit ? (
    <EditedDocuments />
  ) : (
    <Section id="documents" title={t('setup.call.documents')}>
      {definition.documents.length === 0 ? <p className="soft">{t('setup.documents.none')}</p> : null}
      <ul className={callClasses.links}>
        {definition.documents.map((document, nth) => (
          <DocumentReading key={document.id} document={document} nth={nth} />
        ))}
      </ul>
    </Section>
  );
}

interface Removed {
  id: string;
  title: Quoted;
  /** The changes that bring it back. */
  inverses: readonly Change[];
}

function EditedDocuments() {
  const { definition, language, edit, refused } = useCallEditing();
  const { documents } = definition;
  const [said, say] = useState('');
  const [removed, setRemoved] = useState<Removed | null>(null);
  const { queue, files } = useFileQueue(say);
  const undoing = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const moved = useRef<{ id: string; by: -1 | 1 } | null>(null);

  useEffect(() => {
    if (removed !== null) undoing.current?.focus();
  }, [removed]);
  useEffect(() => {
    // A row that has moved has lost the focus, and its button may have nowhere to go now.
    const last = moved.current;
    if (last === null) return;
    moved.current = null;
    const row = list.current?.querySelector(`[data-document="${CSS.escape(last.id)}"]`);
    const button = (by: number) => row?.querySelector<HTMLElement>(`[data-by="${by}"]:not(:disabled)`);
    (button(last.by) ?? button(-last.by))?.focus();
  });

  const move = (nth: number, by: -1 | 1) => {
    const document = documents[nth];
    if (document === undefined) return;
    moved.current = { id: document.id, by };
    edit(moveDocument(definition, document.id, by));
    const { title } = documentTitle(document, nth);
    say(t('setup.documents.moved', { title, n: nth + by + 1, of: documents.length }));
  };
  const remove = (nth: number) => {
    const document = documents[nth];
    if (document === undefined) return;
    const changes = removeDocument(definition, document.id);
    const applied = applyChanges(definition, changes);
    if (!applied.ok) return;
    edit(changes);
    setRemoved({ id: document.id, title: documentTitle(document, nth), inverses: applied.inverses });
  };
  const bringBack = ({ id, inverses }: Removed) => {
    edit(inverses);
    setRemoved(null);
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-document="${CSS.escape(id)}"] [data-remove]`)?.focus(),
    );
  };
  const isBack = removed !== null && documents.some(({ id }) => id === removed.id);
  const wrong = refused.filter(({ at }) => at[0] === 'documents' && (at.length === 2 || at[2] === 'file'));
  return (
    <Section
      id="documents"
      title={t('setup.call.documents')}
      aside={documents.length === 0 ? null : <LanguageSwitch />}
    >
      <p className={`small soft ${classes.lead}`}>{t('setup.documents.lead')}</p>
      {removed === null || isBack ? null : (
        <div className={classes.notice}>
          <Note kind="info" live>
            <p>
              {quoting(t('setup.documents.removed', { title: removed.title.title }), removed.title)}{' '}
              <Button ref={undoing} size="sm" onClick={() => bringBack(removed)}>
                {t('setup.callEditing.undo')}
              </Button>
            </p>
          </Note>
        </div>
      )}
      {wrong.map(({ at, sentence }) => (
        <div key={at.join()} className={classes.notice}>
          <Note kind="bad" live>
            {sentence}
          </Note>
        </div>
      ))}
      {documents.length === 0 ? <p className="soft">{t('setup.documents.none')}</p> : null}
      {/* A field shows another text in each language. */}
      <ol key={language} ref={list} className={classes.documents}>
        {documents.map((document, nth) => (
          <DocumentRow
            key={document.id}
            document={document}
            nth={nth}
            of={documents.length}
            queue={queue}
            files={files.filter((one) => one.document === document.id)}
            move={(by) => move(nth, by)}
            remove={() => remove(nth)}
          />
        ))}
      </ol>
      <FileList files={files.filter(({ document }) => document === null)} queue={queue} />
      <FileDrop queue={queue} />
      <p className="hidden-visually" role="status">
        {said}
      </p>
    </Section>
  );
}
