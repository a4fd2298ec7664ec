import { useEffect, useState } from 'react';
import classes from './section-nav.module.css';

/** Links to the sections of a long page. The section in view is marked. */
export function SectionNav(props: {
  label: string;
  sections: readonly (readonly [id: string, title: string])[];
}) {
  const [current, setCurrent] = useState(props.sections[0]?.[0]);
  const ids = props.sections.map(([id]) => id).join(' ');
  useEffect(() => {
    // The upper third of the window decides.
    const watching = new IntersectionObserver(
      (entries) => {
        const seen = entries.find(({ isIntersecting }) => isIntersecting);
        if (seen !== undefined) setCurrent(seen.target.id);
      },
      { rootMargin: '-20% 0px -70% 0px' },
    );
    for (const id of ids.split(' ')) {
      const section = document.getElementById(id);
      if (section !== null) watching.observe(section);
    }
    return () => watching.disconnect();
  }, [ids]);
  return (
    <nav className={classes.nav} aria-label={props.label}>
      {props.sections.map(([id, title]) => (
        <a key={id} href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
          {title}
        </a>
      ))}
    </nav>
  );
}
