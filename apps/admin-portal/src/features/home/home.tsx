import { ButtonAnchor } from '@clearcall/ui/kit/button.tsx';
import { KeyValue, PageHead } from '@clearcall/ui/kit/page/page-head.tsx';
import { Empty } from '@clearcall/ui/kit/state/page-states.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { Link } from '@tanstack/react-router';
import { placesFor } from '../../shell/places.ts';

/** The start of the administration: its parts, and what is still done by files. */
export function Home() {
  const user = useUser();
  const places = placesFor(user.role);
  return (
    <div className="page">
      <PageHead title={t('frame.adminTitle')}>
        <p>{t('admin.loggedInAs', { email: user.email })}</p>
      </PageHead>
      {places.length === 0 ? (
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
      ) : (
        <KeyValue
          rows={places.map(({ to, label, text }) => [
            t(label),
            <Link key={to} to={to}>
              {t(text)}
            </Link>,
          ])}
        />
      )}
    </div>
  );
}
