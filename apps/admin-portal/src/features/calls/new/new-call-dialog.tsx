import { CommandDialog } from '@clearcall/ui/kit/command/command-dialog.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import type { Input, Reply } from '@clearcall/ui/session/call.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** A new call, with the parts that it lacks. */
interface Made {
  id: number;
  leftOut?: Reply<'POST /admin/calls'>['leftOut'];
}

/** Asks for the name of a new call and creates it. Its page opens afterwards, unless the call lacks something. */
export function NewCallDialog(props: {
  title: ReactNode;
  /** Creates the call. */
  create: (name: Omit<Input<'POST /admin/calls'>['body'], 'from'>) => Promise<Made>;
  /** Suggested values. */
  initial?: { title: string; code: string };
  year: number;
  /** Called in place of opening the page of a call that lacks something. */
  onMade?: (made: Made) => void;
  onClose: () => void;
  children?: ReactNode;
}) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return (
    <CommandDialog
      title={props.title}
      verb={t('setup.newcall.do')}
      fields={{
        title: {
          type: 'text',
          label: t('setup.newcall.field.title'),
          initial: props.initial?.title,
          maxLength: 300,
          isFirst: true,
          required: t('refusals.input.callTitle'),
        },
        code: {
          type: 'text',
          label: t('setup.newcall.field.code'),
          hint: t('setup.newcall.field.codeHint'),
          initial: props.initial?.code,
          maxLength: 20,
          required: t('refusals.input.callCode'),
          codes: ['call_numbers_used'],
        },
        year: {
          type: 'text',
          label: t('setup.newcall.field.year'),
          initial: String(props.year),
          maxLength: 4,
          required: t('refusals.input.callYear'),
        },
        number: {
          type: 'text',
          label: t('setup.newcall.field.number'),
          hint: t('setup.newcall.field.numberHint'),
          maxLength: 2,
          codes: ['call_exists'],
        },
      }}
      check={({ year, number }) => ({
        ...(year === '' || isNumber(year) ? {} : { year: t('refusals.input.callYear') }),
        ...(number === '' || isNumber(number) ? {} : { number: t('refusals.input.callNumber') }),
      })}
      send={(_call, { title, code, year, number }) =>
        props.create({
          title,
          code: code.toUpperCase(),
          year: Number(year),
          ...(number === '' ? {} : { number: Number(number) }),
        })
      }
      done={{ type: 'success', message: { id: 'setup.newcall.done' } }}
      after={async (made) => {
        const { id, leftOut = [] } = made;
        if (leftOut.length > 0 && props.onMade !== undefined) props.onMade(made);
        else await navigate({ to: '/calls/$id', params: { id: String(id) } });
        await queries.invalidateQueries({ queryKey: ['administered-calls'] });
      }}
      onClose={props.onClose}
    >
      {props.children}
    </CommandDialog>
  );
}

const isNumber = (text: string): boolean => /^\d+$/.test(text);
