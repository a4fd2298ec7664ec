import { uprightTolerance } from '@clearcall/domain/people/human-check.ts';
import { Button, IconButton } from '@clearcall/ui/kit/button.tsx';
import { TextField } from '@clearcall/ui/kit/field/text-field.tsx';
import { LinkButton } from '@clearcall/ui/kit/link-button.tsx';
import { Dialog } from '@clearcall/ui/kit/overlay/dialog.tsx';
import { EmailSent } from '@clearcall/ui/kit/state/emails-wait.tsx';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { codeOf, failureText } from '@clearcall/ui/session/call-error.ts';
import { type FormEvent, type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import classes from './human-check.module.css';

/** 0 for a wrong answer, 1 for the right one, 2 when it was closed. Source: Requirements 1, 4.25. */
export type HumanOutcome = 0 | 1 | 2;

// Both timings: Requirements 1, 4.26 and 4.27.
const resetAfterMs = 500;
const successHoldsMs = 500;
/** A key or a press of a button turns by so much; the picture may be ten degrees off. */
const stepDegrees = 5;

interface Check {
  email: string;
  /** Sends the answer; throws the refusal. */
  attempt: (answer: { challengeId: string; answer: string }) => Promise<void>;
  report: (outcome: HumanOutcome, refusal?: unknown) => void;
}

type Judged = 'right' | 'wrong' | 'expired' | 'unjudged';

/** Asks for one judgement at a time, and reports it. What does not concern the check closes it, or is said in `sentence`. */
function useJudgement({ attempt, report }: Check) {
  const [state, setState] = useState<'ready' | 'busy' | 'wrong' | 'right'>('ready');
  const [sentence, setSentence] = useState('');
  const holding = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(holding.current), []);

  const judge = async (answer: { challengeId: string; answer: string }): Promise<Judged> => {
    setState('busy');
    setSentence('');
    try {
      await attempt(answer);
    } catch (error) {
      const code = codeOf(error);
      setSentence(failureText(error));
      if (code === 'human_check_failed' || code === 'human_check_expired') {
        report(0);
        setState('wrong');
        return code === 'human_check_failed' ? 'wrong' : 'expired';
      }
      setState('ready');
      if (code === 'weak_password' || code === 'common_password') report(2, error);
      return 'unjudged';
    }
    setState('right');
    holding.current = setTimeout(() => report(1), successHoldsMs);
    return 'right';
  };
  return { state, sentence, judge, setSentence, again: () => setState('ready') };
}

const titles = { picture: 'account.human.picture', code: 'account.human.code' } as const;

/**
 * Shows that a person is registering: a picture is turned upright, or a mailed code is typed. The server judges.
 * Source: Requirements 1, 10.24, 10.25 and 10.26.
 */
export default function HumanCheck(props: Check & { opened: boolean }) {
  const [way, setWay] = useState<keyof typeof titles>('picture');
  const check: Check = {
    ...props,
    report: (outcome, refusal) => {
      if (outcome === 2) setWay('picture');
      props.report(outcome, refusal);
    },
  };
  return (
    <Dialog opened={props.opened} onClose={() => check.report(2)} title={t(titles[way])}>
      {way === 'picture' ? (
        <PictureCheck {...check} onOtherWay={() => setWay('code')} />
      ) : (
        <CodeCheck {...check} onOtherWay={() => setWay('picture')} />
      )}
    </Dialog>
  );
}

function PictureCheck(props: Check & { onOtherWay: () => void }) {
  const { state, sentence, judge, setSentence, again } = useJudgement(props);
  const [picture, setPicture] = useState<{
    challengeId: string;
    image: string;
    toleranceDegrees: number;
  } | null>(null);
  const [degrees, setDegrees] = useState(0);
  const slider = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const tip = useId();

  const fetchPicture = useCallback(async () => {
    setPicture(null);
    try {
      setPicture(await call('POST /users/challenge', { body: {}, quiet: true }));
    } catch (error) {
      setSentence(failureText(error));
    }
  }, [setSentence]);
  useEffect(() => {
    void fetchPicture();
    return () => clearTimeout(timer.current);
  }, [fetchPicture]);

  const free = state === 'ready' && picture !== null;
  const send = async (turned: number) => {
    if (!free) return;
    const outcome = await judge({ challengeId: picture.challengeId, answer: String(turned) });
    if (outcome !== 'wrong' && outcome !== 'expired') return;
    timer.current = setTimeout(() => {
      setDegrees(0);
      again();
      if (outcome === 'expired') void fetchPicture();
    }, resetAfterMs);
  };

  // Also when the picture comes back after a code.
  useEffect(() => slider.current?.focus(), []);

  const turnTo = (to: number) => {
    if (free) setDegrees(((((to + 180) % 360) + 360) % 360) - 180);
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Enter') void send(degrees);
  };

  return (
    <>
      <p className="small soft">
        {t('account.human.why', {
          degrees: picture?.toleranceDegrees ?? uprightTolerance.defaultDegrees,
        })}
      </p>
      <div className={classes.dial} data-state={state}>
        {picture === null ? null : (
          <img
            src={picture.image}
            alt={t('account.human.notUpright')}
            width={240}
            height={240}
            draggable={false}
            style={{ transform: `rotate(${degrees}deg)` }}
          />
        )}
        <span className={classes.ring} />
      </div>
      <div className={classes.controls}>
        <IconButton
          line
          big
          icon="turn-left"
          label={t('account.human.left')}
          onClick={() => turnTo(degrees - stepDegrees)}
        />
        <input
          ref={slider}
          className={classes.slider}
          type="range"
          min={-180}
          max={180}
          step={stepDegrees}
          value={degrees}
          data-autofocus=""
          aria-label={t('account.human.turn')}
          aria-valuetext={degreesText(degrees)}
          aria-describedby={tip}
          onKeyDown={key}
          onChange={(event) => {
            if (free) setDegrees(event.currentTarget.valueAsNumber);
          }}
        />
        <IconButton
          line
          big
          icon="turn-right"
          label={t('account.human.right')}
          onClick={() => turnTo(degrees + stepDegrees)}
        />
      </div>
      <div className={classes.said} id={tip} aria-live="assertive">
        {sentence === '' && state !== 'right' ? <p>{t('account.human.how')}</p> : null}
        <Feedback sentence={sentence} right={state === 'right'} />
      </div>
      {picture === null && sentence !== '' && state === 'ready' ? (
        <Button size="sm" onClick={() => void fetchPicture()}>
          {t('frame.wrong.tryAgain')}
        </Button>
      ) : null}
      <div className={classes.foot}>
        <Button
          variant="filled"
          loading={state === 'busy'}
          aria-disabled={!free}
          onClick={() => void send(degrees)}
        >
          {t('account.human.done')}
        </Button>
        <LinkButton className={classes.otherWay} onClick={props.onOtherWay}>
          {t('account.human.emailInstead')}
        </LinkButton>
      </div>
    </>
  );
}

function degreesText(degrees: number): string {
  if (degrees === 0) return t('account.human.notTurned');
  return t(degrees < 0 ? 'account.human.toLeft' : 'account.human.toRight', { degrees: Math.abs(degrees) });
}

function Feedback(props: { sentence: string; right: boolean }) {
  if (props.right) return <p className={classes.right}>{t('account.human.thanks')}</p>;
  return props.sentence === '' ? null : <p className={classes.wrong}>{props.sentence}</p>;
}

function CodeCheck(props: Check & { onOtherWay: () => void }) {
  const { email } = props;
  const { state, sentence, judge, setSentence, again } = useJudgement(props);
  const [challengeId, setChallengeId] = useState<string | null>(null);
  const [code, setCode] = useState('');
  const [over, setOver] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const form = useId();

  const sendCode = useCallback(async () => {
    setChallengeId(null);
    setOver(false);
    setSentence('');
    setCode('');
    try {
      setChallengeId(
        (await call('POST /users/challenge/code', { body: { email }, quiet: true })).challengeId,
      );
    } catch (error) {
      setSentence(failureText(error));
    }
  }, [email, setSentence]);
  // One mail, also when the page is drawn twice while it is developed.
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    field.current?.focus();
    void sendCode();
  }, [sendCode]);

  const free = state === 'ready' && challengeId !== null && !over;
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!free) return;
    const answer = code.replaceAll(/\s/g, '');
    if (!/^\d{6}$/.test(answer)) {
      setSentence(t('account.fault.sixDigits'));
      field.current?.focus();
      return;
    }
    const outcome = await judge({ challengeId, answer });
    if (outcome === 'wrong' || outcome === 'expired') again();
    if (outcome === 'wrong') field.current?.select();
    if (outcome === 'expired') {
      setOver(true);
      setSentence(t('account.fault.codeExpired'));
    }
  };

  return (
    <>
      <form id={form} className={classes.code} onSubmit={(event) => void send(event)} noValidate>
        <p className="small soft" role="status">
          {challengeId === null ? (
            t('account.human.sending')
          ) : (
            <EmailSent>
              <RichText id="account.human.sent" parts={{ email: () => <b>{email}</b> }} />
            </EmailSent>
          )}
        </p>
        <TextField
          ref={field}
          label={t('account.field.code')}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          data-autofocus=""
          maxLength={20}
          value={code}
          error={sentence === '' ? null : sentence}
          onChange={(event) => {
            setCode(event.currentTarget.value);
            setSentence('');
          }}
        />
        <Button size="sm" onClick={() => void sendCode()}>
          {t('account.provider.sendAnother')}
        </Button>
        <div className={classes.said} aria-live="assertive">
          <Feedback sentence="" right={state === 'right'} />
        </div>
      </form>
      <div className={classes.foot}>
        <Button type="submit" form={form} variant="filled" loading={state === 'busy'} aria-disabled={!free}>
          {t('account.human.done')}
        </Button>
        <LinkButton className={classes.otherWay} onClick={props.onOtherWay}>
          {t('account.human.pictureInstead')}
        </LinkButton>
      </div>
    </>
  );
}
