import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { Drawer } from '@mantine/core';
import { createPortal } from 'react-dom';
import { TabList } from '../page/tab-list.tsx';
import { MantineParts } from '../theme/mantine-parts.tsx';
import classes from './overlay.module.css';
import type { DrawerProps } from './overlay-props.ts';

const classNames = {
  content: classes.drawer ?? '',
  header: classes.header ?? '',
  title: classes.title ?? '',
  close: classes.close ?? '',
  body: classes.body ?? '',
  overlay: classes.scrim ?? '',
};

export default function DrawerFrame(props: DrawerProps) {
  // The rules that Mantine writes stand outside of the page too.
  return createPortal(
    <MantineParts>
      <Drawer
        opened={props.opened}
        onClose={props.onClose}
        title={props.title}
        position={props.position ?? 'right'}
        size="min(450px, 100vw)"
        classNames={classNames}
        transitionProps={{ duration: 0 }}
        returnFocus={false}
      >
        <div className={classes.content}>
          {props.tabs ? <TabList label={props.title} tabs={props.tabs} /> : props.children}
        </div>
        {props.actions ? <div className={classes.actions}>{props.actions}</div> : null}
      </Drawer>
    </MantineParts>,
    document.body,
  );
}
