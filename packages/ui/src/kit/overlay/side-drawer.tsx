import { type ReactNode, useId, useState } from 'react';
import { Button, IconButton } from '../button.tsx';
import { Icon } from '../icon.tsx';
import { t } from '../text/translate.ts';
import { Drawer } from './dialog.tsx';
import classes from './side-drawer.module.css';

/**
 * What stands at the left of a page and can be put away: a column that folds to its button; on narrow screens the button
 * alone, which opens the same in a drawer. A press on a link inside closes that.
 */
export function SideDrawer(props: { title: string; children: ReactNode }) {
  const id = useId();
  const [folded, setFolded] = useState(false);
  const [opened, setOpened] = useState(false);
  return (
    <div className={`${classes.side} only-screen`}>
      <div className={`${classes.column} only-wide`} data-folded={folded || undefined}>
        <div className={classes.head}>
          {folded ? null : <b>{props.title}</b>}
          <IconButton
            label={t(folded ? 'parts.kit.show' : 'parts.kit.hide', { title: props.title })}
            icon={folded ? 'list' : 'chevron-left'}
            aria-expanded={!folded}
            aria-controls={id}
            onClick={() => setFolded(!folded)}
          />
        </div>
        <div id={id} hidden={folded}>
          {props.children}
        </div>
      </div>
      <Button
        className="only-narrow"
        fullWidth
        leftSection={<Icon name="list" />}
        onClick={() => setOpened(true)}
      >
        {props.title}
      </Button>
      <Drawer opened={opened} onClose={() => setOpened(false)} title={props.title} position="left">
        {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: a press of Enter on a link is a click too */}
        <div
          onClick={(event) => {
            if ((event.target as Element).closest('a')) setOpened(false);
          }}
        >
          {props.children}
        </div>
      </Drawer>
    </div>
  );
}
