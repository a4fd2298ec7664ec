import { ButtonLink } from '@clearcall/ui/kit/button.tsx';
import { PageArea } from '@clearcall/ui/kit/page/main-area.tsx';
import { ErrorState } from '@clearcall/ui/kit/state/page-states.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { useSession } from '@clearcall/ui/session/session.ts';

/** For every address that leads nowhere. */
export function NotFound() {
  const session = useSession();
  return (
    <PageArea className="page">
      <ErrorState
        code="404"
        title={t('frame.missing.title')}
        actions={
          <>
            <ButtonLink to="/" variant="filled">
              {t('frame.missing.allCalls')}
            </ButtonLink>
            {session.state === 'signed-in' ? (
              <ButtonLink to="/applications">{t('frame.tabs.applications')}</ButtonLink>
            ) : null}
          </>
        }
      >
        <p>{t('frame.missing.text')}</p>
      </ErrorState>
    </PageArea>
  );
}
