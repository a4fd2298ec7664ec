import { ButtonLink } from '@clearcall/ui/kit/button.tsx';
import { ErrorState } from '@clearcall/ui/kit/state/page-states.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { useEffect } from 'react';
import { suggestionText } from '../assign/suggestions-for.ts';
import { afterOverlayMs } from '../editor/problem-links.tsx';
import classes from './work.module.css';

const titles = {
  refused: 'workflow.notice.refused',
  handed_on: 'work.left.handedOn',
  handed_back: 'work.left.handedBack',
  conflict: 'work.left.conflict',
} as const;

/** How somebody left the work of an application of which they see nothing any more. */
export interface Left {
  kind: keyof typeof titles;
  uid: string;
  reason: string;
  /** The people whom they suggested for it. */
  suggested?: readonly { name: string; email?: string; institution?: string }[];
}

/** In place of an application that is not there for the reader any more because of what they did a moment ago. */
export function Farewell({ left }: { left: Left }) {
  useEffect(() => {
    // After what lay over the page has given the focus back to a button that is not there any more.
    const timer = setTimeout(() => {
      const heading = document.querySelector<HTMLElement>('main h1');
      heading?.setAttribute('tabindex', '-1');
      heading?.focus();
    }, afterOverlayMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="page">
      <ErrorState
        title={t(titles[left.kind])}
        actions={
          <ButtonLink to="/dashboard" variant="filled">
            {t('work.left.dashboard')}
          </ButtonLink>
        }
      >
        <p>{unbroken(t('work.left.closed', { uid: left.uid }))}</p>
        {left.reason === '' ? null : <OwnReason reason={left.reason} />}
        {left.suggested === undefined || left.suggested.length === 0 ? null : (
          <>
            <p className="soft small">{t('work.left.suggested')}</p>
            <ul className={classes.words}>
              {left.suggested.map(({ name, email = null, institution = null }) => (
                <li key={`${name} ${email}`}>{suggestionText({ name, email, institution })}</li>
              ))}
            </ul>
          </>
        )}
      </ErrorState>
    </div>
  );
}

/** Why somebody refused, in their own words. */
export function OwnReason({ reason }: { reason: string }) {
  return (
    <>
      <p className="soft small">{t('work.reject.reason')}</p>
      <p className={classes.words}>{reason}</p>
    </>
  );
}
