import { type ReactNode, useId } from 'react';
import { IconButton } from '../button.tsx';
import { type Tab, TabList } from '../page/tab-list.tsx';
import { t } from '../text/translate.ts';
import { Modal } from './modal.tsx';
import classes from './overlay.module.css';

interface FrameProps {
  opened: boolean;
  onClose: () => void;
  /** Says the operation: 'Reject Assignment'. */
  title: ReactNode;
  children?: ReactNode;
  /** Buttons at the left, with verbs; the first is the usual answer. */
  actions?: ReactNode;
}

/** A dialog over the page: keeps the focus inside, closes on Escape, gives the focus back. */
export function Dialog(
  props: FrameProps & {
    /** Width in px; 500 unless the letter that it previews, its table or its two panes need more. Source: Requirements 1, 9.17. */
    size?: number | undefined;
    /** The reader has to answer: no close button, no Escape, no click beside it. */
    mustAnswer?: boolean | undefined;
  },
) {
  const titleId = useId();
  const { opened, onClose, size, mustAnswer } = props;
  return (
    <Modal {...{ opened, onClose, size, mustAnswer }} look="dialog" labelledBy={titleId}>
      <Panel {...props} titleId={titleId} />
    </Modal>
  );
}

/** A drawer at the side of the page, at most 450 px wide. Keeps and gives back the focus as a dialog does. */
export function Drawer(
  props: Omit<FrameProps, 'title'> & {
    title: string;
    /** In place of the content: several, of which one is open. */
    tabs?: readonly Tab[] | undefined;
    position?: 'left' | 'right' | undefined;
  },
) {
  const titleId = useId();
  const { opened, onClose, tabs } = props;
  return (
    <Modal {...{ opened, onClose }} look={props.position ?? 'right'} labelledBy={titleId}>
      <Panel {...props} titleId={titleId}>
        {tabs ? <TabList label={props.title} tabs={tabs} /> : props.children}
      </Panel>
    </Modal>
  );
}

function Panel(props: FrameProps & { titleId: string; mustAnswer?: boolean | undefined }) {
  return (
    <>
      <div className={classes.header}>
        <h2 id={props.titleId} className={classes.title}>
          {props.title}
        </h2>
        {props.mustAnswer ? null : (
          <IconButton label={t('frame.kit.close')} icon="close" onClick={props.onClose} />
        )}
      </div>
      <div className={classes.content}>{props.children}</div>
      {props.actions ? <div className={classes.actions}>{props.actions}</div> : null}
    </>
  );
}
