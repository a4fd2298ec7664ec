import { lazy, Suspense } from 'react';
import { withTexts } from '../kit/text/translate.ts';

const load = withTexts(['parts'], () => import('./changed-texts.tsx'));

// Without a connection it is asked at another time.
const ChangedTexts = lazy(() => load().catch(() => ({ default: () => null })));

/** Asks people who logged in to accept the legal texts that changed since. Loads its code after the page. */
export function ChangedTextsQuestion() {
  return (
    <Suspense fallback={null}>
      <ChangedTexts />
    </Suspense>
  );
}
