import { ButtonLink } from '@clearcall/ui/kit/button.tsx';
import { NotFoundPage } from '@clearcall/ui/kit/page/no-page.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';

/** For every address that leads nowhere. */
export function NotFound() {
  return (
    <NotFoundPage>
      <ButtonLink to="/" variant="filled">
        {t('frame.adminTitle')}
      </ButtonLink>
    </NotFoundPage>
  );
}
