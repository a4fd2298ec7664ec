import { CommandDialog } from '@clearcall/ui/kit/command/command-dialog.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { quoted, quoting } from '@clearcall/ui/kit/text/quoting.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { dateTimeText, zoneText } from '@clearcall/ui/kit/time/date-text.ts';
import { type Reply, read } from '@clearcall/ui/session/call.ts';
import { shownSentence } from '@clearcall/ui/session/call-error.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { coarseText } from '../../parts/record/coarse-text.ts';
import classes from './call.module.css';
import type { CallRow } from './calls-queries.ts';

type Closing = Reply<'GET /admin/calls/:id/close'>;

/** Closes a call at once, after it has said what that does. */
export function CloseDialog(props: {
  call: Pick<CallRow, 'id' | 'title' | 'told' | 'timeZone'>;
  onClose: () => void;
}) {
  const { call, onClose } = props;
  const queries = useQueryClient();
  const params = { id: String(call.id) };
  const { data, error } = useQuery({
    // Not among the calls, which are loaded again once it is closed: then there is nothing to close.
    queryKey: ['closing-of-call', call.id],
    queryFn: read('GET /admin/calls/:id/close', { params }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  return (
    <CommandDialog
      title={t('setup.close.do')}
      verb={error === null ? t('setup.close.do') : null}
      danger
      waits={data === undefined}
      send={(send) => send('POST /admin/calls/:id/close', { params, body: {} })}
      done={{ type: 'success', message: { id: 'setup.close.done' } }}
      after={() => queries.invalidateQueries({ queryKey: ['administered-calls'] })}
      onClose={onClose}
    >
      <p>{quoting(t('setup.close.text', { title: call.title }), quoted(call, 'title'))}</p>
      {error === null ? (
        <ul className={classes.effects}>
          {sentencesOf(data, call.timeZone).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      ) : (
        <Note kind="bad" live>
          {shownSentence(error)}
        </Note>
      )}
    </CommandDialog>
  );
}

/** The sentences with numbers are there once these are loaded. */
function sentencesOf(closing: Closing | undefined, timeZone: string): string[] {
  return [
    ...(closing === undefined ? [] : numbersOf(closing, timeZone)),
    t('setup.close.unsaved'),
    t('setup.close.emails'),
    t('setup.close.undo'),
  ];
}

function numbersOf({ cutoffs, drafts, opensAgain }: Closing, timeZone: string): string[] {
  const counted = { drafts: coarseText(drafts) };
  return [
    t('setup.close.cutoffs', { n: cutoffs.length }),
    opensAgain === null
      ? t('setup.close.drafts', counted)
      : t('setup.close.draftsAgain', {
          ...counted,
          at: dateTimeText(opensAgain, timeZone),
          zone: zoneText(timeZone),
        }),
  ];
}
