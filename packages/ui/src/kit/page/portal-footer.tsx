import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { serverNow } from '../../session/server-clock.ts';
import { t } from '../text/translate.ts';
import classes from './frame.module.css';
import { LanguageSwitch } from './language-switch.tsx';
import { OrganisationDescription, useOrganisation } from './organisation.tsx';
import { ServerTime } from './server-time.tsx';
import { version } from './version.ts';

/**
 * The foot of every page: the organisation, its links, the year, the clock that decides, the version. `ownPages`: the
 * addresses without a host are pages of this portal, and open without loading it again.
 */
export function PortalFooter(props: { brand: ReactNode; ownPages?: boolean | undefined }) {
  const { organization, links, contactLink } = useOrganisation();
  const all = [
    [t('frame.foot.documentation'), links.documentation],
    [t('frame.foot.terms'), links.terms],
    [t('frame.foot.privacy'), links.privacy],
    [t('frame.foot.accessibility'), links.accessibility],
    [t('frame.foot.contact'), contactLink],
  ] as const;
  return (
    <footer className={classes.foot}>
      <div className={`page ${classes.footGrid}`}>
        <div>
          {props.brand}
          <OrganisationDescription />
        </div>
        <nav aria-label={t('frame.foot.name')}>
          {all.map(([name, address]) =>
            address === '' ? null : props.ownPages && /^\/[\w/-]*$/.test(address) ? (
              <Link key={name} to={address}>
                {name}
              </Link>
            ) : (
              <a key={name} href={address}>
                {name}
              </a>
            ),
          )}
        </nav>
        <LanguageSwitch />
        <div className={classes.end}>
          <span>
            © {new Date(serverNow()).getUTCFullYear()}{' '}
            {/^https?:/.test(organization.link) ? (
              <a href={organization.link}>{organization.name}</a>
            ) : (
              organization.name
            )}
          </span>
          <ServerTime />
          <span>{t('frame.foot.version', { version })}</span>
        </div>
      </div>
    </footer>
  );
}
