import { SideDrawer } from '@clearcall/ui/kit/overlay/side-drawer.tsx';
import { PageHead } from '@clearcall/ui/kit/page/page-head.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCurrentPart } from '../../parts/contents/use-current-part.ts';
import classes from './document-page.module.css';

export interface DocumentPart {
  id: string;
  title: string;
  text: ReactNode;
  /** Where a new group of parts begins: for whom they are. */
  group?: string;
}

/** A page to be read: its heading, its parts with their own addresses, and a list of them at the side. */
export function DocumentPage(props: {
  title: string;
  lead: ReactNode;
  actions?: ReactNode;
  parts: readonly DocumentPart[];
}) {
  const navigate = useNavigate();
  const current = useCurrentPart(props.parts.map(({ id }) => id));
  return (
    <div className="page">
      <PageHead title={props.title} actions={props.actions}>
        <p>{props.lead}</p>
      </PageHead>
      <div className={classes.columns}>
        <SideDrawer title={t('documents.onThisPage')}>
          <nav className={`${classes.contents} side-list`} aria-label={t('documents.onThisPage')}>
            <ul>
              {props.parts.map(({ id, title, group }) => (
                <li key={id}>
                  {group === undefined ? null : <b className={classes.group}>{group}</b>}
                  {/* A link of the router would call itself current on every line, being on its own page. */}
                  <a
                    href={`#${id}`}
                    aria-current={id === current ? 'location' : undefined}
                    onClick={(event) => {
                      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                      // Or the way back would not find the place on the page.
                      event.preventDefault();
                      void navigate({ to: '.', hash: id });
                    }}
                  >
                    {title}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        </SideDrawer>
        <div>
          {props.parts.map(({ id, title, text, group }) => (
            <section key={id} id={id} className={classes.part} aria-labelledby={`${id}-title`}>
              <header>
                {group === undefined ? null : <p className="small soft">{group}</p>}
                <h2 id={`${id}-title`}>{title}</h2>
              </header>
              <div className="read">{text}</div>
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}
