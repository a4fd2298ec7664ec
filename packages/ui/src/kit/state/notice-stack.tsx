import type { MessageId } from '@clearcall/i18n/message.ts';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Button, IconButton } from '../button.tsx';
import { Icon, type IconName } from '../icon.tsx';
import { Drawer } from '../overlay/dialog.tsx';
import { useTopModal } from '../overlay/modal.tsx';
import { t } from '../text/translate.ts';
import { unbroken } from '../text/unbroken.tsx';
import { timeText } from '../time/date-text.ts';
import classes from './notice-stack.module.css';
import {
  clearNotices,
  closeNotice,
  currentNotices,
  dismissNotices,
  type Notice,
  type NoticeType,
  watchNotices,
} from './notices.ts';

const signs = {
  error: { icon: 'warning', word: 'frame.notice.error' },
  info: { icon: 'info', word: 'frame.notice.info' },
  success: { icon: 'check', word: 'frame.notice.success' },
  warning: { icon: 'warning', word: 'frame.notice.warning' },
} as const satisfies Record<NoticeType, { icon: IconName; word: MessageId }>;

function NoticeCard(props: { notice: Notice }) {
  const { notice } = props;
  const [pointedAt, setPointedAt] = useState(false);
  const [focused, setFocused] = useState(false);
  const held = pointedAt || focused;
  const leftMs = useRef(notice.closesAfterMs);

  // The clock stands still while somebody reads: the pointer or the focus is on the notice.
  useEffect(() => {
    if (held || notice.closesAfterMs === 0) return;
    const startedAt = Date.now();
    const timer = setTimeout(() => closeNotice(notice.id), leftMs.current);
    return () => {
      clearTimeout(timer);
      leftMs.current = Math.max(600, leftMs.current - (Date.now() - startedAt));
    };
  }, [held, notice.id, notice.closesAfterMs]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pausing the clock is no action of its own; the button inside is.
    <div
      className={`${classes.notice} ${classes[notice.type]}`}
      onMouseEnter={() => setPointedAt(true)}
      onMouseLeave={() => setPointedAt(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <Icon name={signs[notice.type].icon} />
      <p>
        <span className="hidden-visually">{t(signs[notice.type].word)}: </span>
        {(notice.draw ?? unbroken)(notice.message)}
        <Reference of={notice} />
        {notice.times > 1 ? ` ${t('frame.notice.times', { n: notice.times })}` : null}
      </p>
      <IconButton label={t('frame.notice.close')} icon="close" onClick={() => closeNotice(notice.id)} />
    </div>
  );
}

function Reference({ of }: { of: Notice }) {
  return of.reference === undefined ? null : <code> {of.reference}</code>;
}

/** The notices on top of the page. Errors are read aloud at once, the others when the reader pauses. */
export function NoticeStack() {
  const { shown } = useSyncExternalStore(watchNotices, currentNotices);
  const urgent = shown.filter((notice) => notice.type === 'error');
  const calm = shown.filter((notice) => notice.type !== 'error');
  const modal = useTopModal();
  const notices = (
    <div className={classes.stack}>
      <div role="alert" className={classes.part}>
        {urgent.map((notice) => (
          <NoticeCard key={notice.id} notice={notice} />
        ))}
      </div>
      <div role="status" className={classes.part}>
        {calm.map((notice) => (
          <NoticeCard key={notice.id} notice={notice} />
        ))}
      </div>
    </div>
  );
  // While a modal box is open nothing outside of it is heard or can be pressed.
  return modal === null ? notices : createPortal(notices, modal);
}

function NoticeList(props: { notices: readonly Notice[] }) {
  return (
    <ul className={classes.recent}>
      {props.notices.map((notice) => (
        <li key={notice.id} className={classes[notice.type]}>
          <Icon name={signs[notice.type].icon} />
          <span>
            <span className="hidden-visually">{t(signs[notice.type].word)}: </span>
            {(notice.draw ?? unbroken)(notice.message)}
            <Reference of={notice} />
          </span>
          <span className="muted">{timeText(notice.at)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Opens the list of the last notices at the right, with what went wrong by itself. Absent while there were none. */
export function RecentNotices() {
  const { recent } = useSyncExternalStore(watchNotices, currentNotices);
  const [opened, setOpened] = useState(false);
  if (recent.length === 0) return null;
  const wrong = recent.filter(({ type }) => type === 'error' || type === 'warning');
  const tabs = [
    { label: t('frame.notice.all', { n: recent.length }), content: <NoticeList notices={recent} /> },
    { label: t('frame.notice.wrong', { n: wrong.length }), content: <NoticeList notices={wrong} /> },
  ];
  return (
    <>
      <IconButton
        label={t('frame.notice.recentCount', { n: recent.length })}
        icon="bell"
        onClick={() => {
          // They would lie over their own list.
          dismissNotices();
          setOpened(true);
        }}
      />
      <Drawer
        opened={opened}
        onClose={() => setOpened(false)}
        title={t('frame.notice.recent')}
        tabs={wrong.length === 0 || wrong.length === recent.length ? undefined : tabs}
        actions={
          <Button
            onClick={() => {
              clearNotices();
              setOpened(false);
            }}
          >
            {t('frame.notice.clear')}
          </Button>
        }
      >
        <NoticeList notices={recent} />
      </Drawer>
    </>
  );
}
