import type { Application } from '@clearcall/domain/applications/application.ts';
import { BackLink } from '@clearcall/ui/kit/page/page-head.tsx';
import { StatusChip } from '@clearcall/ui/kit/status-chip.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { dateText } from '@clearcall/ui/kit/time/date-text.ts';
import { DownloadAll } from '../download-all.tsx';
import editorClasses from '../editor/editor.module.css';
import { CallMark } from '../editor/editor-bar.tsx';
import { projectTitleIn } from '../editor/project-title.ts';
import { StepStrip } from '../editor/step-strip.tsx';
import classes from './staff.module.css';

/** The bar above an application: which one it is, at which step it is, and all its files. */
export function StaffBar({ application }: { application: Application }) {
  const { call, cutoff, uid } = application;
  return (
    <header className={classes.bar}>
      <div className={`page ${classes.barLine}`}>
        <span className={classes.back} title={t('staff.head.back')}>
          <BackLink to="/applications">
            <span className="hidden-visually">{t('staff.head.back')}</span>
          </BackLink>
        </span>
        <div className={`${editorClasses.identity} ${classes.identity}`}>
          <CallMark call={call} />
          <div className={editorClasses.identityText}>
            <p className={`${editorClasses.proposal} small`}>
              <b data-titles-page="">{unbroken(uid)}</b>
              <StatusChip status={application.displayStatus} />
              <span className={`${editorClasses.callTitle} soft only-wide`}>
                <span lang={langOf(call, 'title')}>{call.title}</span>
                {cutoff?.end
                  ? `, ${t('staff.head.cutOff', { day: dateText(cutoff.end, call.timeZone) })}`
                  : null}
              </span>
            </p>
            <h1 className={classes.title} tabIndex={-1}>
              <span>{unbroken(projectTitleIn(application))}</span>
            </h1>
          </div>
        </div>
        <StepStrip application={application} />
        <span className="only-wide">
          <DownloadAll application={application} />
        </span>
      </div>
    </header>
  );
}
