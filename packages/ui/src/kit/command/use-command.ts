import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type call, callQuietly, showFailure } from '../../session/call.ts';
import { CallError, shownSentence } from '../../session/call-error.ts';
import { newId } from '../new-id.ts';
import { type NoticeText, notify } from '../state/notices.ts';
import { reportError } from '../state/report-error.ts';

export interface CommandSpec<Result, Input> {
  /**
   * Sends it with a `call` whose failures the hook shows. `once` is for operations that are `repeatable`: the same while
   * the same input is sent again, and another one after a success.
   */
  send: (call_: typeof call, input: Input, once: string) => Promise<Result>;
  /** Says what came of it, in a live region. */
  done?: NoticeText | ((result: Result) => NoticeText | null) | undefined;
  /** Follows a success; the command is pending until it has ended. */
  after?: ((result: Result, input: Input) => unknown) | undefined;
  /** Follows a refusal, for example to load what the page shows wrongly. */
  onRefused?: ((refusal: CallError, input: Input) => void) | undefined;
  /** The page is loaded again after a success, and the command is pending until that has taken its place. */
  reloads?: boolean | undefined;
  /**
   * The caller shows the error, with `sentence`; else a notice does. A function words it, for commands that the browser
   * may refuse as well: such errors are expected, and not reported.
   */
  showsError?: boolean | ((error: unknown) => string) | undefined;
}

export interface Command<Input> {
  /** Sends it, unless it is under way. */
  send: (input: Input) => void;
  /** What was sent last. */
  input: Input | undefined;
  isPending: boolean;
  isSuccess: boolean;
  error: Error | null;
  /** What went wrong, in words; null while nothing is to be said. */
  sentence: string | null;
  reset: () => void;
}

/**
 * Something that the reader has carried out by a button. It is sent once, however often the button is pressed.
 *
 * @example
 * const end = useCommand({
 *   send: (call) => call('DELETE /users/sessions/:id', { params: { id } }),
 *   done: noticeTexts.sessionEnded,
 *   after: reload,
 * });
 * <Button loading={end.isPending} onClick={() => end.send()}>{t('profile.sessions.end')}</Button>
 */
export function useCommand<Result, Input = void>(spec: CommandSpec<Result, Input>): Command<Input> {
  const isUnderWay = useRef(false);
  const isShown = useRef(false);
  const last = useRef({ input: '', once: '' });
  const { showsError = false } = spec;
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const { mutate, variables, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: (input: Input) => {
      const text = JSON.stringify(input) ?? '';
      if (last.current.once === '' || last.current.input !== text)
        last.current = { input: text, once: newId() };
      return spec.send(callQuietly, input, last.current.once);
    },
    onSuccess: async (result, input) => {
      last.current = { input: '', once: '' };
      const notice = typeof spec.done === 'function' ? spec.done(result) : spec.done;
      if (notice) notify(notice);
      await spec.after?.(result, input);
    },
    onError: (failure, input) => {
      const isShownHere = showsError !== false && isShown.current;
      if (!(failure instanceof CallError) && typeof showsError !== 'function') reportError(failure);
      if (!isShownHere) showFailure(failure);
      if (failure instanceof CallError) spec.onRefused?.(failure, input);
    },
    onSettled: () => {
      isUnderWay.current = false;
    },
  });
  return {
    send: (input) => {
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      mutate(input);
    },
    input: variables,
    isPending: isPending || (isSuccess && spec.reloads === true),
    isSuccess,
    error,
    sentence:
      error === null ? null : typeof showsError === 'function' ? showsError(error) : shownSentence(error),
    reset,
  };
}
