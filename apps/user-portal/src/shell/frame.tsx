import { PortalFrame } from '@clearcall/ui/kit/page/portal-frame.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { useSession } from '@clearcall/ui/session/session.ts';
import { useKeptHere } from '../parts/kept/kept-here.ts';
import { Header, homeFor } from './header.tsx';
import { endsSilently, isAuthPage } from './portal-tabs.ts';

/** The frame of every page. Authentication pages stand alone. */
export function Frame() {
  const session = useSession();
  return (
    <PortalFrame
      name={t('frame.userPortal')}
      header={<Header />}
      home={homeFor(session)}
      ownPages
      standsAlone={isAuthPage}
      endsSilently={endsSilently}
    >
      <TextsKept />
    </PortalFrame>
  );
}

/** For somebody who was writing when the session ended. */
function TextsKept() {
  const kept = useKeptHere();
  if (kept === null) return null;
  if (kept === 0) return <p>{t('frame.session.allSaved')}</p>;
  return <p>{t('frame.session.kept', { n: kept })}</p>;
}
