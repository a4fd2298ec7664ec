import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';
import { BrandMark } from './brand-mark.tsx';
import classes from './frame.module.css';
import { useOrganisation } from './organisation.tsx';

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & {
  /** On the dark cover: light text and ticks. */
  cover?: boolean | undefined;
  ref?: Ref<HTMLAnchorElement>;
};

function BrandAnchor({ cover, children: _children, ...rest }: Props) {
  const { organization } = useOrganisation();
  return (
    <a
      {...rest}
      className={`${classes.brand} ${cover ? classes.onCover : ''}`}
      aria-label={`${organization.shortName}, home`}
      // The mark is one link to the start, not a tab that is on.
      aria-current={undefined}
    >
      {cover ? <BrandMark tick="var(--on-cover)" long="var(--time-3)" /> : <BrandMark />}
      <div>
        <b>{organization.shortName}</b>
        <span>{organization.name}</span>
      </div>
    </a>
  );
}

/** The mark and the names of the organisation, as a link to where the reader starts. */
export const Brand = createLink(BrandAnchor);
