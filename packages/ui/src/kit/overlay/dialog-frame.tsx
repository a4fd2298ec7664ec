import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal } from '@mantine/core';
import { createPortal } from 'react-dom';
import { MantineParts } from '../theme/mantine-parts.tsx';
import classes from './overlay.module.css';
import type { DialogProps } from './overlay-props.ts';

const classNames = {
  content: classes.dialog ?? '',
  inner: classes.inner ?? '',
  header: classes.header ?? '',
  title: classes.title ?? '',
  close: classes.close ?? '',
  body: classes.body ?? '',
  overlay: classes.scrim ?? '',
};

export default function DialogFrame(props: DialogProps) {
  const free = props.mustAnswer !== true;
  // The rules that Mantine writes stand outside of the page too.
  return createPortal(
    <MantineParts>
      <Modal
        opened={props.opened}
        onClose={props.onClose}
        title={props.title}
        size={props.size ?? 500}
        withCloseButton={free}
        closeOnEscape={free}
        closeOnClickOutside={free}
        classNames={classNames}
        transitionProps={{ duration: 0 }}
        returnFocus={false}
      >
        <div className={classes.content}>{props.children}</div>
        {props.actions ? <div className={classes.actions}>{props.actions}</div> : null}
      </Modal>
    </MantineParts>,
    document.body,
  );
}
