import { type FormEvent, useState } from 'react';
import { Button } from '../kit/button.tsx';
import { useCommand } from '../kit/command/use-command.ts';
import { TextField } from '../kit/field/text-field.tsx';
import { Note } from '../kit/state/note.tsx';
import { t } from '../kit/text/translate.ts';
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
  const [isMissing, setMissing] = useState(false);
  const command = useCommand({
    send: () => (way === 'passkey' ? answerWithPasskey(props.step) : answerWithCode(props.step, code)),
    showsError: passkeyText,
    // A wrong code may be tried again; the answer of a passkey counts once.
    onRefused: (refusal) => {
      if (refusal.code !== 'code_wrong') props.onOver(passkeyText(refusal));
    },
  });
  const sentence = isMissing ? t('account.second.codeNeeded') : command.sentence;

  const answer = (event: FormEvent) => {
    event.preventDefault();
    const isEmpty = way === 'code' && code.trim() === '';
    setMissing(isEmpty);
    if (isEmpty) command.reset();
    else command.send();
  };
  const change = () => {
    setWay(way === 'passkey' ? 'code' : 'passkey');
    setMissing(false);
    command.reset();
  };
  return (
    <form className={classes.form} onSubmit={answer} noValidate>
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
          error={sentence}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      )}
      <Button type="submit" variant="filled" size="lg" loading={command.isPending}>
        {t(way === 'passkey' ? 'account.second.usePasskey' : 'account.logIn')}
      </Button>
      {sentence === null || way === 'code' ? null : (
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
