import { Component, type ReactNode, useEffect, useState } from 'react';
import { lastRequestId } from '../../session/last-request.ts';
import { Button } from '../button.tsx';
import { PageArea } from '../page/main-area.tsx';
import { isMissingPart, loadPageAgain } from '../page/new-version.ts';
import { t } from '../text/translate.ts';
import { ErrorState, type Kept, LoadingRows } from './page-states.tsx';
import { reportError } from './report-error.ts';

// Details help whoever develops; to everybody else they say nothing and may say too much.
function isLocalDevelopment(): boolean {
  return import.meta.env.DEV && ['localhost', '127.0.0.1'].includes(window.location.hostname);
}

/** What lies on this device and not on the server, by application; null where nobody is signed in. */
type AskKept = () => Promise<readonly { shownId: string; answers: number }[] | null>;
let askKept: AskKept = async () => null;

/** From now on an error page asks here what was kept. Only the portal in which people write has something to say. */
export function tellKeptBy(ask: AskKept): void {
  askKept = ask;
}

/** What an error page says was kept, on the server and here. */
export function keptRows(found: readonly { shownId: string; answers: number }[]): Kept[] {
  const here = found.map(({ shownId, answers }) =>
    t('frame.wrong.keptDeviceWhat', { application: shownId, n: answers }),
  );
  return [
    { where: t('frame.wrong.keptServer'), what: t('frame.wrong.keptServerWhat') },
    {
      where: t('frame.wrong.keptDevice'),
      what: here.length === 0 ? t('frame.wrong.keptNothing') : here.join(' '),
      icon: here.length === 0 ? 'check' : 'clock',
    },
  ];
}

function ErrorFallback(props: { error: unknown }) {
  const [reference, setReference] = useState<string | null>(null);
  const [kept, setKept] = useState<readonly Kept[]>([]);
  // Where nobody is told of errors, the log of the server knows what the page was doing.
  useEffect(() => setReference(reportError(props.error) ?? lastRequestId()), [props.error]);
  useEffect(() => {
    // A device that cannot be asked says nothing rather than that nothing is there.
    askKept().then(
      (found) => setKept(found === null ? [] : keptRows(found)),
      () => {},
    );
  }, []);
  return (
    <PageArea className="page">
      <ErrorState
        title={t('frame.wrong.title')}
        reference={reference ?? undefined}
        kept={kept}
        actions={
          <Button variant="filled" onClick={() => window.location.reload()}>
            {t('frame.wrong.reload')}
          </Button>
        }
      >
        <p>{t('frame.wrong.text')}</p>
        {isLocalDevelopment() ? (
          <pre className="small" style={{ whiteSpace: 'pre-wrap' }}>
            {props.error instanceof Error ? (props.error.stack ?? props.error.message) : String(props.error)}
          </pre>
        ) : null}
      </ErrorState>
    </PageArea>
  );
}

/** How long a page may seem to be loading before it says why nothing comes. */
const showAfterMs = 2_500;

/** In place of a part that could not be loaded, until the page loads itself again; words only where that does not help. */
function MissingPart() {
  const [isStuck, setStuck] = useState(false);
  useEffect(() => {
    const tell = () => setStuck(true);
    // It goes on trying meanwhile.
    const timer = setTimeout(tell, showAfterMs);
    void loadPageAgain().then(tell);
    return () => clearTimeout(timer);
  }, []);
  return (
    <PageArea className="page">
      {isStuck ? (
        <ErrorState
          title={t('frame.wrong.notLoaded')}
          actions={
            <Button variant="filled" onClick={() => window.location.reload()}>
              {t('frame.wrong.tryAgain')}
            </Button>
          }
        >
          <p>{t('frame.wrong.notLoadedWhy')}</p>
        </ErrorState>
      ) : (
        <LoadingRows label={t('frame.wrong.loadingPage')} />
      )}
    </PageArea>
  );
}

function Fallback(props: { error: unknown }) {
  return isMissingPart(props.error) ? <MissingPart /> : <ErrorFallback error={props.error} />;
}

/** What a page throws while it is drawn ends here; the frame around it stays. Source: Requirements 1, 2.50 and 2.51. */
export function RoutedError(props: { error: unknown }) {
  return <Fallback error={props.error} />;
}

/** The last net, around everything. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    return this.state.error === null ? this.props.children : <Fallback error={this.state.error} />;
  }
}
