import { ButtonLink } from '@clearcall/ui/kit/button.tsx';
import { NotFoundPage } from '@clearcall/ui/kit/page/no-page.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { useSession } from '@clearcall/ui/session/session.ts';

/** For every address that leads nowhere. */
export function NotFound() {
  const session = useSession();
  return (
    <NotFoundPage>
      <ButtonLink to="/" variant="filled">
        {t('frame.missing.allCalls')}
      </ButtonLink>
      {session.state === 'signed-in' ? (
        <ButtonLink to="/applications">{t('frame.tabs.applications')}</ButtonLink>
      ) : null}
    </NotFoundPage>
  );
}
