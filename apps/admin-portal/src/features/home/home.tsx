import { ButtonAnchor } from '@clearcall/ui/kit/button.tsx';
import { PageHead } from '@clearcall/ui/kit/page/page-head.tsx';
import { Empty } from '@clearcall/ui/kit/state/page-states.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';

/** The start of the administration. Its tools come one by one; until then it says which. */
export function Home() {
  const user = useUser();
  return (
    <div className="page">
      <PageHead title={t('frame.adminTitle')}>
        <p>{t('admin.loggedInAs', { email: user.email })}</p>
      </PageHead>
      <Empty
        title={t('admin.nothing')}
        action={
          <ButtonAnchor href="/" variant="filled">
            {t('admin.openUserPortal')}
          </ButtonAnchor>
        }
        fact={t('admin.worldFiles')}
      >
        {t('admin.coming')}
      </Empty>
    </div>
  );
}
