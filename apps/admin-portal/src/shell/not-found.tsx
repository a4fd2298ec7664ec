import { ButtonLink } from '@clearcall/ui/kit/button.tsx';
import { PageArea } from '@clearcall/ui/kit/main-area.tsx';
import { ErrorState } from '@clearcall/ui/kit/page-states.tsx';
import { t } from '@clearcall/ui/kit/translate.ts';

/** For every address that leads nowhere. */
export function NotFound() {
  return (
    <PageArea className="page">
      <ErrorState
        code="404"
        title={t('frame.missing.title')}
        actions={
          <ButtonLink to="/" variant="filled">
            {t('frame.adminTitle')}
          </ButtonLink>
        }
      >
        <p>{t('frame.missing.text')}</p>
      </ErrorState>
    </PageArea>
  );
}
