import { useEffect, useState, useSyncExternalStore } from 'react';
import { Button } from '../button.tsx';
import { t } from '../text/translate.ts';
import classes from './waiting.module.css';

// How much on the page stands for something that is on its way.
let awaited = 0;
const watchers = new Set<() => void>();

function change(by: 1 | -1): void {
  awaited += by;
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
  };
}

/** What calls it stands, while it is drawn, for something that is on its way. */
export function useAwaited(): void {
  useEffect(() => {
    change(1);
    return () => change(-1);
  }, []);
}

/** So long nothing is said: people wait for three seconds before they wonder, and bars stand a moment after the ask. */
const slowAfterMs = 2_700;

/**
 * Says once, whatever is waited for on the page, that it takes long, and offers to load the page again. Meanwhile
 * everything goes on waiting. It lies over the page: nothing moves when it comes and goes.
 */
export function StillLoading() {
  const waits = useSyncExternalStore(
    watch,
    () => awaited > 0,
    () => false,
  );
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => setSlow(true), slowAfterMs);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [waits]);
  return (
    <div role="status">
      {isSlow ? (
        <div className={classes.slow}>
          <p>{t('frame.wrong.slow')}</p>
          <Button size="sm" onClick={() => window.location.reload()}>
            {t('frame.wrong.tryAgain')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
