import { Button } from '@clearcall/ui/kit/button.tsx';
import { useOrganisation } from '@clearcall/ui/kit/page/organisation.tsx';
import { PageHead } from '@clearcall/ui/kit/page/page-head.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { CallError, sentenceOf } from '@clearcall/ui/session/call-error.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMailedToken } from '../../shell/mailed-token.ts';
import classes from './mailing-list.module.css';

type State = { at: 'asking' | 'left' | 'back' | 'broken' } | { at: 'failed'; sentence: string };

/**
 * Where the link at the end of a list's mail leads. Opening it changes nothing, for programs that look through mails
 * open it too; a person presses one button, and may take that back with another.
 */
export function LeaveMailingList() {
  const token = useMailedToken();
  const { organization } = useOrganisation();
  const [state, setState] = useState<State>({ at: 'asking' });
  const [busy, setBusy] = useState(false);

  const choose = async (accept: boolean) => {
    if (busy) return;
    setBusy(true);
    try {
      await call('PUT /mailing-list', { body: { token, accept }, quiet: true });
      setState({ at: accept ? 'back' : 'left' });
    } catch (error) {
      const isRefused = error instanceof CallError && error.code === 'link_invalid';
      const sentence = sentenceOf(error);
      setState(isRefused ? { at: 'broken' } : { at: 'failed', sentence });
    }
    setBusy(false);
  };

  const off = state.at === 'left';
  return (
    <div className="page">
      <PageHead title={t('mailing.title')}>
        <p>{t('mailing.text', { name: organization.name })}</p>
      </PageHead>
      <div className={classes.choice}>
        {state.at === 'left' ? (
          <Note kind="ok" live>
            {t('mailing.left')}
          </Note>
        ) : state.at === 'back' ? (
          <Note kind="ok" live>
            {t('mailing.back')}
          </Note>
        ) : state.at === 'broken' ? (
          <Note kind="bad" live>
            {t('mailing.broken')}
          </Note>
        ) : state.at === 'failed' ? (
          <Note kind="bad" live>
            {t('mailing.failed', { why: state.sentence })}
          </Note>
        ) : null}
        {state.at === 'broken' ? null : (
          <div className="row">
            <Button
              variant={off ? 'default' : 'filled'}
              size="lg"
              loading={busy}
              onClick={() => void choose(off)}
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
