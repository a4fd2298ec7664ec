import { CommandDialog } from '@clearcall/ui/kit/command/command-dialog.tsx';
import type { Fields } from '@clearcall/ui/kit/command/command-field.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import type { call } from '@clearcall/ui/session/call.ts';
import type { CallError } from '@clearcall/ui/session/call-error.ts';
import { useRef } from 'react';

type Stored = Readonly<Record<string, string | boolean>>;

/** Present values of the fields that another administrator has changed, in a refused save. */
const conflictsOf = ({ body }: CallError): Stored => (body as { conflicts?: Stored } | null)?.conflicts ?? {};

export const savedNotice = { type: 'success', message: { id: 'admin.person.saved' } } as const;

/**
 * Edits fields of a thing and sends those that changed, each with the value that its author saw. If another administrator
 * has changed one of them, the author sees the new value, and replaces it by saving again.
 */
export function EditDialog<Edits>(props: {
  title: string;
  fields: Fields;
  /** The values shown, by names of fields. */
  stored: Readonly<Record<string, unknown>>;
  send: (call_: typeof call, edits: Edits) => Promise<unknown>;
  after: () => unknown;
  onClose: () => void;
}) {
  const opened = useRef(props.stored);
  const seen = useRef(props.stored);
  const fields: Fields = Object.fromEntries(
    Object.entries(props.fields).map(([name, field]) => [
      name,
      { ...field, initial: opened.current[name] } as typeof field,
    ]),
  );
  const editsOf = (values: Stored) =>
    Object.fromEntries(
      Object.entries(values)
        .filter(([name, to]) => to !== opened.current[name])
        .map(([name, to]) => [name, { from: seen.current[name], to }]),
    ) as Edits;
  return (
    <CommandDialog
      title={props.title}
      verb={t('admin.save')}
      fields={fields}
      send={(call_, values) => props.send(call_, editsOf(values))}
      onRefused={(refusal) => {
        seen.current = { ...seen.current, ...conflictsOf(refusal) };
      }}
      refusal={(refusal) => {
        const conflicts = Object.entries(conflictsOf(refusal));
        return conflicts.length === 0 ? undefined : (
          <Note kind="warn" live>
            {conflicts.map(([name, value]) => (
              <p key={name}>
                {t('admin.conflict', {
                  field: fields[name]?.label ?? name,
                  value: String(value) || t('admin.none'),
                })}
              </p>
            ))}
          </Note>
        );
      }}
      done={savedNotice}
      after={props.after}
      onClose={props.onClose}
    />
  );
}
