import type { Application } from '@clearcall/domain/applications/application.ts';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import type { ProposalPart } from '../editor/editor-session.ts';
import { ApplicationReading } from './application-reading.tsx';
import classes from './reading.module.css';

/** What somebody reads of the application of somebody else: the proposal, and what others submitted as far as it is open to them. */
export function ProposalSide(props: {
  application: Application;
  parts: readonly ProposalPart[];
  isPreview: boolean;
  /** The step that the reader's own work judges. */
  judged?: string | undefined;
}) {
  return (
    <>
      <ApplicationReading {...props} level={2} comparedFirst />
      {props.isPreview ? (
        <p className={classes.locked}>
          <Icon name="lock" /> {t('work.preview.more')}
        </p>
      ) : null}
    </>
  );
}
