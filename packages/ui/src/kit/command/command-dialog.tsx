import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { CallError } from '../../session/call-error.ts';
import { Button } from '../button.tsx';
import { isComposing } from '../field/is-composing.ts';
import { Dialog } from '../overlay/dialog.tsx';
import { Note } from '../state/note.tsx';
import { t } from '../text/translate.ts';
import classes from './command-dialog.module.css';
import {
  FieldControl,
  type Fields,
  isShown,
  missingIn,
  trimmed,
  useValues,
  type Values,
} from './command-field.tsx';
import { type CommandSpec, useCommand } from './use-command.ts';

/** Sentences by the name of the field that they are about; '' for what is about none. */
type Faults = Readonly<Record<string, string | undefined>>;

/** What content that lays out the fields itself, or says what follows from them, is given. */
export interface CommandForm<F extends Fields> {
  values: Values<F>;
  /** Fills in a field. */
  set: (name: keyof F & string, value: string | boolean) => void;
  /** The fields that are shown, by name. */
  field: { readonly [Name in keyof F]?: ReactNode };
  /** All of them, one below the other. */
  fields: ReactNode;
  /** What went wrong last. */
  error: Error | null;
  isPending: boolean;
}

interface Props<F extends Fields, Result>
  extends Pick<CommandSpec<Result, Values<F>>, 'send' | 'done' | 'after' | 'onRefused' | 'reloads'> {
  title: ReactNode;
  /** The words of the button that sends; null while nothing can be sent. */
  verb: string | null | ((values: Values<F>) => string);
  /** It cannot be undone. */
  danger?: boolean | ((values: Values<F>) => boolean) | undefined;
  /** The words of the button that closes it; 'Cancel' unless given. */
  cancel?: string | undefined;
  /** Between the two buttons. */
  moreActions?: ReactNode;
  /** Something that it needs is still loaded. */
  waits?: boolean | undefined;
  /** px */
  size?: number | undefined;
  fields?: F;
  /** Returns what is wrong beside fields that are empty, before anything is sent. */
  check?: ((values: Values<F>) => Faults) | undefined;
  /** Shows a refusal otherwise than as the sentence of the API. */
  refusal?: ((refusal: CallError) => ReactNode) | undefined;
  /** Closed by the reader, or after a success. */
  onClose: () => void;
  /** What is said above the fields; a function lays the fields out itself. */
  children?: ReactNode | ((form: CommandForm<F>) => ReactNode);
}

const isEnterInLine = (event: KeyboardEvent): boolean =>
  event.key === 'Enter' &&
  !event.defaultPrevented &&
  !isComposing(event) &&
  (event.target as Element).matches('[data-asked] input:not([type="checkbox"], [type="radio"])');

const named = (faults: Faults): [string, string][] =>
  Object.entries(faults).flatMap(([name, sentence]) => (sentence === undefined ? [] : [[name, sentence]]));

/** What a refusal says, by field: as the API names them, else at the field that has its code. */
function refusedAt(fields: Fields, error: Error | null, sentence: string | null): Faults {
  if (sentence === null) return {};
  const { code, body } = error instanceof CallError ? error : { code: '', body: null };
  const { fields: byField = {}, issues = [] } = (body ?? {}) as {
    fields?: Record<string, string>;
    issues?: readonly { at: string; sentence?: string }[];
  };
  // What an edit holds has its place below the name of its field: 'contact.to'.
  const fieldAt = (place: string) => place.split('.').find((name) => name in fields) ?? '';
  const known = [
    ...Object.entries(byField),
    ...issues.map(({ at, sentence = '' }) => [at, sentence] as const),
  ]
    .map(([place, said]) => [fieldAt(place), said] as const)
    .filter(([name, said]) => name !== '' && said !== '');
  const about = Object.keys(fields).find((name) => fields[name]?.codes?.includes(code)) ?? '';
  return known.length > 0 ? Object.fromEntries(known) : { [about]: sentence };
}

/**
 * Asks what a command needs and sends it. What goes wrong is said in the dialog, at the field whose `codes` name it, and
 * gets the focus; what was typed stays. After a success the dialog closes, `done` is announced, and the focus goes back to
 * what opened it. The words of a field with `kept` also outlive closing. Render it only while it is open.
 *
 * @example
 * <CommandDialog
 *   title={t('staff.revoke.title')}
 *   verb={t('staff.command.revoke')}
 *   danger
 *   fields={{ reason: { type: 'area', label: t('staff.reason'), required: t('refusals.reason_needed') } }}
 *   send={(call, { reason }) => call('PUT /v2/assignments/:id/revoke', { params: { id }, body: { reason } })}
 *   done={noticeTexts.assignmentUpdated}
 *   after={reload}
 *   onClose={close}
 * >
 *   {t('staff.revoke.text', { who })}
 * </CommandDialog>
 */
export function CommandDialog<const F extends Fields = Record<never, never>, Result = unknown>(
  props: Props<F, Result>,
) {
  const { verb, danger, onClose, children } = props;
  const fields = (props.fields ?? {}) as F;
  const content = useRef<HTMLDivElement>(null);
  const [values, setValue, forget] = useValues(fields);
  const [faults, setFaults] = useState<Faults>({});
  const [checked, setChecked] = useState(0);
  const command = useCommand<Result, Values<F>>({
    send: props.send,
    done: props.done,
    after: async (result, sent) => {
      forget();
      await props.after?.(result, sent);
      // The page that comes takes the place of this one, with its dialog.
      if (props.reloads !== true) onClose();
    },
    reloads: props.reloads,
    onRefused: props.onRefused,
    showsError: true,
  });
  const { error, isPending, sentence } = command;
  const refused = refusedAt(fields, error, sentence);
  const shown: Faults = { ...faults, ...refused };
  const [first] = named(shown)[0] ?? [];
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was found just now takes the focus
  useEffect(() => {
    if (first === undefined) return;
    const place = content.current?.querySelector<HTMLElement>(`[data-field="${first}"]`);
    const control =
      place?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
      place?.querySelector<HTMLElement>('input, textarea, select');
    (first === '' ? place : control)?.focus();
  }, [checked, error]);

  const send = () => {
    if (isPending || props.waits === true || verb === null) return;
    const sent = trimmed(fields, values);
    const found = { ...missingIn(fields, values), ...props.check?.(sent) };
    setFaults(found);
    setChecked((count) => count + 1);
    if (named(found).length > 0) command.reset();
    else command.send(sent);
  };
  const set = (name: string, value: string | boolean) => {
    if (isPending) return;
    setValue(name, value);
    setFaults((before) => ({ ...before, [name]: undefined, '': undefined }));
    if (name in refused) command.reset();
  };
  const drawn = Object.entries(fields)
    .filter(([, field]) => isShown(field, values))
    .map(([name, field]) => (
      <div key={name} data-field={name} data-asked="">
        <FieldControl
          field={field}
          values={values}
          value={values[name] ?? ''}
          error={shown[name] ?? null}
          isPending={isPending}
          set={(value) => set(name, value)}
        />
      </div>
    ));
  const isDanger = typeof danger === 'function' ? danger(values) : danger;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={props.title}
      size={props.size}
      actions={
        verb === null ? undefined : (
          <>
            <Button
              variant={isDanger ? 'danger-filled' : 'filled'}
              loading={isPending}
              disabled={props.waits === true}
              onClick={send}
            >
              {typeof verb === 'function' ? verb(values) : verb}
            </Button>
            {props.moreActions}
            <Button variant="subtle" onClick={onClose}>
              {props.cancel ?? t('frame.kit.cancel')}
            </Button>
          </>
        )
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of the fields inside */}
      <div
        ref={content}
        className={classes.content}
        onKeyDown={(event) => {
          if (!isEnterInLine(event)) return;
          event.preventDefault();
          send();
        }}
      >
        {typeof children === 'function' ? (
          children({
            values,
            set,
            field: Object.fromEntries(drawn.map((one) => [one.key, one])) as CommandForm<F>['field'],
            fields: drawn,
            error,
            isPending,
          })
        ) : (
          <>
            {typeof children === 'string' ? <p>{children}</p> : children}
            {drawn}
          </>
        )}
        {shown[''] === undefined ? null : (
          <div data-field="" tabIndex={-1}>
            {(error instanceof CallError ? props.refusal?.(error) : undefined) ?? (
              <Note kind="bad" live>
                {shown['']}
              </Note>
            )}
          </div>
        )}
      </div>
    </Dialog>
  );
}
