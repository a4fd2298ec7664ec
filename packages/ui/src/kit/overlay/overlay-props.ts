import type { ReactNode } from 'react';
import type { Tab } from '../page/tab-list.tsx';

export interface DialogProps {
  opened: boolean;
  onClose: () => void;
  /** Says the operation: 'Reject Assignment'. */
  title: ReactNode;
  children?: ReactNode;
  /** Buttons at the left, with verbs; the first is the usual answer. */
  actions?: ReactNode;
  /** Width in px; 500 unless its content needs another. Source: Requirements 1, 9.17. */
  size?: number | undefined;
  /** The reader has to answer: no close button, no Escape, no click beside it. */
  mustAnswer?: boolean | undefined;
}

export interface DrawerProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  children?: ReactNode;
  /** In place of the content: several, of which one is open. */
  tabs?: readonly Tab[] | undefined;
  actions?: ReactNode;
  position?: 'left' | 'right' | undefined;
}
