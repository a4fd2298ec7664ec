import { type FormEvent, useState } from 'react';
import { Button } from '../kit/button.tsx';
import { TextField } from '../kit/field/text-field.tsx';
import { Note } from '../kit/state/note.tsx';
import { t } from '../kit/text/translate.ts';
import { CallError } from './call-error.ts';
import classes from './other-ways.module.css';
import { answerWithCode, answerWithPasskey, passkeyText } from './passkeys.ts';
import type { PasskeyStep } from './session.ts';

/**
 * What follows a right password whose owner wants to be asked for a passkey as well: the passkey, or a recovery code.
 * `onOver` when the server waits no longer and the password has to come again.
 */
export default function SecondFactor(props: { step: PasskeyStep; onOver: (sentence: string) => void }) {
  const [way, setWay] = useState<'passkey' | 'code'>('passkey');
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [sentence, setSentence] = useState('');

  const answer = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (way === 'code' && code.trim() === '') return setSentence(t('account.second.codeNeeded'));
    setBusy(true);
    setSentence('');
    try {
      await (way === 'passkey' ? answerWithPasskey(props.step) : answerWithCode(props.step, code));
    } catch (error) {
      const text = passkeyText(error);
      // A wrong code may be tried again; the answer of a passkey counts once.
      if (error instanceof CallError && error.code !== 'code_wrong') return props.onOver(text);
      setSentence(text);
      setBusy(false);
    }
  };
  const change = () => {
    setWay(way === 'passkey' ? 'code' : 'passkey');
    setSentence('');
  };
  return (
    <form className={classes.form} onSubmit={(event) => void answer(event)} noValidate>
      {way === 'passkey' ? (
        <p>{t('account.second.text')}</p>
      ) : (
        <TextField
          label={t('account.second.code')}
          hint={t('account.second.codeHint')}
          autoComplete="one-time-code"
          spellCheck={false}
          autoCapitalize="characters"
          maxLength={40}
          value={code}
          error={sentence === '' ? null : sentence}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      )}
      <Button type="submit" variant="filled" size="lg" loading={busy}>
        {t(way === 'passkey' ? 'account.second.usePasskey' : 'account.logIn')}
      </Button>
      {sentence === '' || way === 'code' ? null : (
        <Note kind="bad" live>
          {sentence}
        </Note>
      )}
      <div className={`row ${classes.turns}`}>
        <Button variant="subtle" onClick={change}>
          {t(way === 'passkey' ? 'account.second.codeInstead' : 'account.second.passkeyInstead')}
        </Button>
        <Button variant="subtle" onClick={() => props.onOver('')}>
          {t('account.back')}
        </Button>
      </div>
    </form>
  );
}
