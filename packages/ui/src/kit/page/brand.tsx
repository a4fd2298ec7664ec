import { shownLogo } from '@clearcall/domain/organisation/logo.ts';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';
import { t } from '../text/translate.ts';
import { BrandMark } from './brand-mark.tsx';
import classes from './frame.module.css';
import { useOrganisation } from './organisation.tsx';

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & {
  /** On the dark cover: light text and ticks. */
  cover?: boolean | undefined;
  ref?: Ref<HTMLAnchorElement>;
};

// The router marks links to the page one is on; the mark is one link to the start, not a tab that is on.
function BrandAnchor({ cover, children: _children, 'aria-current': _current, ...rest }: Props) {
  const { organization, logo } = useOrganisation();
  return (
    <a {...rest} className={`${classes.brand} ${cover ? classes.onCover : ''}`}>
      {logo !== undefined ? (
        <img className={classes.logo} {...shownLogo(logo)} alt={organization.name} />
      ) : cover ? (
        <BrandMark tick="var(--on-cover)" long="var(--time-3)" />
      ) : (
        <BrandMark />
      )}
      <div>
        {logo !== undefined ? null : <b>{organization.shortName}</b>}
        {logo !== undefined || organization.name === organization.shortName ? null : (
          <span className={classes.name}>{organization.name}</span>
        )}
        <span className="hidden-visually">, {t('frame.menu.home')}</span>
      </div>
    </a>
  );
}

/** The logo, or the mark and the names of the organisation, as a link to where the reader starts. */
export const Brand = createLink(BrandAnchor);
