import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { Dialog } from '../overlay/dialog.tsx';
import { t } from '../text/translate.ts';
import { unbroken } from '../text/unbroken.tsx';
import classes from './many-dialog.module.css';
import { type Attempt, type ManyReport, reportText, runMany } from './run-many.ts';

/** How many of a part, and what is done with it. */
export interface Action<Item> {
  items: readonly Item[];
  atOnce: number;
  nameOf: (item: Item) => string;
  act: (part: readonly Item[]) => Promise<Attempt>;
}

/**
 * The same done to many: first what will happen, then how far it has come, then what was not done and why. Closed while it
 * goes on it stops behind the part that is under way.
 */
export function ManyDialog<Item>(props: {
  title: ReactNode;
  opened: boolean;
  onClose: () => void;
  /** Told once it has gone through, with what came of it. */
  onDone: (report: ManyReport) => void;
  /** What is asked and said before. */
  children: ReactNode;
  /** The words of the button that sends; null if nothing can be sent. The action is absent while something is missing. */
  verb: string | null;
  danger?: boolean;
  /** Says beside the fields what is missing; false if something is. */
  check?: () => boolean;
  action: Action<Item> | undefined;
  /** The sentence over the report, if it counts more than what was done and what was not. */
  result?: (report: ManyReport) => string;
}) {
  const { action } = props;
  const [settled, setSettled] = useState<number>();
  const [report, setReport] = useState<ManyReport>();
  const [faulted, setFaulted] = useState(0);
  const content = useRef<HTMLDivElement>(null);
  const stopped = useRef(false);
  const head = useRef<HTMLParagraphElement>(null);
  useEffect(
    () => () => {
      stopped.current = true;
    },
    [],
  );
  useEffect(() => {
    if (report !== undefined) head.current?.focus();
  }, [report]);

  useEffect(() => {
    if (faulted > 0) content.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [faulted]);

  const run = async () => {
    if (action === undefined) return;
    if (props.check?.() === false) return setFaulted((count) => count + 1);
    stopped.current = false;
    setSettled(0);
    const came = await runMany(action.items, action.atOnce, {
      nameOf: action.nameOf,
      act: action.act,
      onProgress: setSettled,
      isStopped: () => stopped.current,
      unanswered: t('parts.many.unanswered'),
    });
    setReport(came);
    props.onDone(came);
  };
  const close = () => {
    stopped.current = true;
    if (settled !== undefined && report === undefined) return;
    setSettled(undefined);
    setReport(undefined);
    props.onClose();
  };
  const runs = settled !== undefined && report === undefined;
  useEffect(() => {
    if (!runs) return;
    // What has not been sent yet would not be, and nothing would say so: the browser asks.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [runs]);
  const total = action?.items.length ?? 0;
  return (
    <Dialog
      opened={props.opened}
      onClose={close}
      title={props.title}
      size={600}
      actions={
        report !== undefined ? (
          <>
            <Button variant="filled" onClick={close}>
              {t('parts.many.close')}
            </Button>
            {report.notDone.length + report.left.length > 0 ? <CopyReport report={report} /> : null}
          </>
        ) : runs ? (
          <Button onClick={close}>{t('parts.many.stop')}</Button>
        ) : (
          <>
            {props.verb === null ? null : (
              <Button
                variant={props.danger ? 'danger-filled' : 'filled'}
                disabled={action === undefined || total === 0}
                onClick={() => void run()}
              >
                {props.verb}
              </Button>
            )}
            <Button variant="subtle" onClick={close}>
              {t('frame.kit.cancel')}
            </Button>
          </>
        )
      }
    >
      <div ref={content} className={classes.content}>
        {report !== undefined ? (
          <>
            <p ref={head} tabIndex={-1}>
              {props.result?.(report) ??
                t('parts.many.result', {
                  done: report.done.length,
                  notDone: report.notDone.length + report.left.length,
                })}
            </p>
            <Report report={report} />
          </>
        ) : runs ? (
          <div role="status">
            <p>{t('parts.many.progress', { n: settled, total })}</p>
            <progress value={settled} max={total} aria-label={props.verb ?? undefined} />
          </div>
        ) : (
          props.children
        )}
      </div>
    </Dialog>
  );
}

function Report({ report }: { report: ManyReport }) {
  const untouched = t('parts.many.untouched');
  const rows = [...report.notDone, ...report.left.map((what) => ({ what, why: untouched }))];
  if (rows.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <ul className={classes.report} aria-label={t('parts.many.notDone')} tabIndex={0}>
      {rows.map(({ what, why }) => (
        <li key={what}>
          <b>{unbroken(what)}</b>
          {why}
        </li>
      ))}
    </ul>
  );
}

function CopyReport({ report }: { report: ManyReport }) {
  const [copied, setCopied] = useState(false);
  return (
    <Button
      onClick={() =>
        void navigator.clipboard
          .writeText(reportText(report, t('parts.many.untouched')))
          .then(() => setCopied(true))
          .catch(() => undefined)
      }
    >
      {t(copied ? 'parts.many.copied' : 'parts.many.copy')}
    </Button>
  );
}
