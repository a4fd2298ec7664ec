import type { Document } from '@clearcall/domain/applications/application.ts';
import type { Element } from '@clearcall/domain/forms/types.ts';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { LinkButton } from '@clearcall/ui/kit/link-button.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { sizeText } from '@clearcall/ui/kit/text/number-text.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { dateText } from '@clearcall/ui/kit/time/date-text.ts';
import classes from './editor/editor.module.css';

/** Files of an application, each with the question that it answers, to be downloaded. */
export function DocumentList(props: {
  documents: readonly Document[];
  /** The question that a file answers. */
  elementOf: (elementId: string) => Element | null | undefined;
  onDownload: (documentId: string) => void;
}) {
  return (
    <ul className={classes.documents}>
      {props.documents.map((document) => {
        const element = props.elementOf(document.flowElementId);
        return (
          <li key={document.id}>
            <Icon name="file" />
            <span>
              <LinkButton
                aria-label={t('editor.download', { name: document.originalFilename })}
                onClick={() => props.onDownload(document.id)}
              >
                {document.originalFilename}
              </LinkButton>
              <span className="muted">
                {element ? (
                  <span lang={langOf(element, 'title')}>{element.title}</span>
                ) : (
                  t('editor.document')
                )}
                {document.createdAt === null ? null : <>, {unbroken(dateText(document.createdAt))}</>}
              </span>
            </span>
            <span className="muted num">
              {document.pages === null
                ? sizeText(document.sizeBytes)
                : t('editor.panel.pages', { n: document.pages })}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
