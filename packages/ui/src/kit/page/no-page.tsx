import type { ReactNode } from 'react';
import { ErrorState } from '../state/page-states.tsx';
import { t } from '../text/translate.ts';
import { PageArea } from './main-area.tsx';

/** The page of every address that leads nowhere, with ways out. */
export function NotFoundPage({ children }: { children: ReactNode }) {
  return (
    <PageArea className="page">
      <ErrorState code="404" title={t('frame.missing.title')} actions={children}>
        <p>{t('frame.missing.text')}</p>
      </ErrorState>
    </PageArea>
  );
}

/** The page of an address that the reader's role does not open, with a way out. */
export function NoAccessPage(props: { title: string; children: ReactNode }) {
  return (
    <PageArea className="page">
      <ErrorState code="403" title={props.title} actions={props.children}>
        <p>{t('frame.noAccess.text')}</p>
      </ErrorState>
    </PageArea>
  );
}
