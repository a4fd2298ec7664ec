import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { serverNow } from '../session/server-clock.ts';
import classes from './frame.module.css';
import { useOrganisation } from './organisation.tsx';
import { ServerTime } from './server-time.tsx';
import { version } from './version.ts';

/**
 * The foot of every page: the organisation, its links, the year, the clock that decides, the version. `ownPages`: the
 * addresses without a host are pages of this portal, and open without loading it again.
 */
export function PortalFooter(props: { brand: ReactNode; ownPages?: boolean | undefined }) {
  const { organization, links, contactLink } = useOrganisation();
  const all = [
    ['Documentation', links.documentation],
    ['Terms of Use', links.terms],
    ['Privacy Policy', links.privacy],
    ['Accessibility', links.accessibility],
    ['Contact', contactLink],
  ] as const;
  return (
    <footer className={classes.foot}>
      <div className={`page ${classes.footGrid}`}>
        <div>
          {props.brand}
          {organization.description === '' ? null : <p>{organization.description}</p>}
        </div>
        <nav aria-label="Footer">
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
          <span>Version {version}</span>
        </div>
      </div>
    </footer>
  );
}
