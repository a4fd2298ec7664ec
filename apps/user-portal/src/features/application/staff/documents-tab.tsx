import type { Application } from '@clearcall/domain/applications/application.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { AuthorText } from '@clearcall/ui/kit/text/author-text.tsx';
import { sizeText } from '@clearcall/ui/kit/text/number-text.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { DownloadMenu } from '../download-menu.tsx';
import { stepsOf } from '../editor/editor-session.ts';
import { download } from './application-tab.tsx';
import { whoHas } from './person-name.ts';
import classes from './staff.module.css';

/** The files of an application under the names that staff get them by. */
export function DocumentsTab(props: { application: Application }) {
  const { application } = props;
  return (
    <>
      <DownloadMenu application={application} open={[]} />
      <Files application={application} />
    </>
  );
}

function Files({ application }: { application: Application }) {
  if (application.documents.length === 0) return <p className="soft">{t('staff.files.none')}</p>;
  return (
    <ul className={classes.files}>
      {application.documents.map((document) => {
        const assignment = application.assignments.find(({ id }) => id === document.assignmentId);
        const step = stepsOf(application).find(({ id }) => id === assignment?.stepId);
        return (
          <li key={document.id}>
            <Icon name="file" />
            <div>
              <b>{document.filename}</b>
              <p className="soft small">
                {step === undefined ? null : <AuthorText of={step} name="title" />}
                {assignment === undefined ? null : `, ${whoHas(assignment)}`}
                {document.createdAt === null ? null : (
                  <>
                    , <DateTime at={document.createdAt} />
                  </>
                )}
                {document.filename === document.originalFilename ? null : `, ${document.originalFilename}`}
              </p>
            </div>
            <span className="muted small num">
              {sizeText(document.sizeBytes)}
              {document.pages === null ? '' : `, ${t('editor.panel.pages', { n: document.pages })}`}
            </span>
            <Button
              size="sm"
              variant="subtle"
              leftSection={<Icon name="download" />}
              aria-label={t('editor.download', { name: document.filename })}
              onClick={() => void download(document.id)}
            >
              {t('staff.files.download')}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
