import { Button } from '@clearcall/ui/kit/button.tsx';
import { useCommand } from '@clearcall/ui/kit/command/use-command.ts';
import { useOrganisation } from '@clearcall/ui/kit/page/organisation.tsx';
import { PageHead } from '@clearcall/ui/kit/page/page-head.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { CallError, sentenceOf } from '@clearcall/ui/session/call-error.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMailedToken } from '../../parts/accounts/mailed-token.ts';
import classes from './mailing-list.module.css';

/**
 * Where the link at the end of a list's mail leads. Opening it changes nothing, for programs that look through mails
 * open it too; a person presses one button, and may take that back with another.
 */
export function LeaveMailingList() {
  const token = useMailedToken();
  const { organization } = useOrganisation();
  const [at, setAt] = useState<'asking' | 'left' | 'back'>('asking');
  const choose = useCommand({
    send: (call, accept: boolean) => call('PUT /mailing-list', { body: { token, accept } }),
    after: (_chosen, accept) => setAt(accept ? 'back' : 'left'),
    showsError: true,
  });
  const { error } = choose;
  const isBroken = error instanceof CallError && error.code === 'link_invalid';
  const off = at === 'left';
  return (
    <div className="page">
      <PageHead title={t('mailing.title')}>
        <p>{t('mailing.text', { name: organization.name })}</p>
      </PageHead>
      <div className={classes.choice}>
        {error !== null ? (
          <Note kind="bad" live>
            {isBroken ? t('mailing.broken') : t('mailing.failed', { why: sentenceOf(error) })}
          </Note>
        ) : at === 'asking' ? null : (
          <Note kind="ok" live>
            {t(`mailing.${at}`)}
          </Note>
        )}
        {isBroken ? null : (
          <div className="row">
            <Button
              variant={off ? 'default' : 'filled'}
              size="lg"
              loading={choose.isPending}
              onClick={() => choose.send(off)}
            >
              {off ? t('mailing.again') : t('mailing.stop')}
            </Button>
          </div>
        )}
        <p className="soft">
          <RichText
            id="mailing.note"
            parts={{
              link: (sentence) => <Link to="/profile">{sentence}</Link>,
            }}
          />
        </p>
      </div>
    </div>
  );
}
