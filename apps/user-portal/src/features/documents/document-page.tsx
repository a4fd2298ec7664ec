import { PageHead } from '@clearcall/ui/kit/page-head.tsx';
import { SideDrawer } from '@clearcall/ui/kit/side-drawer.tsx';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './document-page.module.css';

/** A page to be read: its heading, its parts with their own addresses, and a list of them at the side. */
export function DocumentPage(props: {
  title: string;
  lead: ReactNode;
  actions?: ReactNode;
  parts: readonly { id: string; title: string; text: ReactNode }[];
}) {
  return (
    <div className="page">
      <PageHead title={props.title} actions={props.actions}>
        <p>{props.lead}</p>
      </PageHead>
      <div className={classes.columns}>
        <SideDrawer title="On this page">
          <nav className={classes.contents} aria-label="On this page">
            <ul>
              {props.parts.map(({ id, title }) => (
                <li key={id}>
                  <Link to="." hash={id}>
                    {title}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        </SideDrawer>
        <div>
          {props.parts.map(({ id, title, text }) => (
            <section key={id} id={id} className={classes.part} aria-labelledby={`${id}-title`}>
              <h2 id={`${id}-title`}>{title}</h2>
              <div className="read">{text}</div>
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}
