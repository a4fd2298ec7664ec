import { CommandDialog } from '@clearcall/ui/kit/command/command-dialog.tsx';
import { KeyValue } from '@clearcall/ui/kit/page/page-head.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { type Reply, read } from '@clearcall/ui/session/call.ts';
import { shownSentence } from '@clearcall/ui/session/call-error.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { usePersonSearch } from '../../parts/people/use-person-search.tsx';
import { reasonField } from '../../parts/reason-field.ts';
import { coarseText } from '../../parts/record/coarse-text.ts';
import type { Person } from './people-queries.ts';
import { nameOf } from './person-parts.tsx';

type Counted = Reply<'POST /admin/people/:id/hand-on'>;

/** Gives the open work of a person who leaves to a successor, after it has counted what would happen. */
export function HandOnDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const queries = useQueryClient();
  const { fields, follow } = usePersonSearch({
    label: t('admin.handOn.successor'),
    needed: t('admin.handOn.successorNeeded'),
  });
  const params = { id: person.id };
  return (
    <CommandDialog
      title={t('admin.handOn.title')}
      verb={t('admin.handOn.do')}
      danger
      fields={{
        search: fields.search,
        person: { ...fields.person, codes: ['same_successor', 'successor_not_active'] },
        reason: reasonField(),
      }}
      check={(values) =>
        values.person === String(person.id) ? { person: t('refusals.same_successor') } : {}
      }
      send={(call, { person: successor, reason }) =>
        call('POST /admin/people/:id/hand-on', { params, body: { successorId: Number(successor), reason } })
      }
      done={({ goes, stays }) => ({
        type: goes === 0 ? 'warning' : 'success',
        message: {
          id:
            goes === 0
              ? 'admin.handOn.doneNone'
              : stays.length > 0
                ? 'admin.handOn.doneSome'
                : 'admin.handOn.done',
        },
      })}
      after={() => queries.invalidateQueries({ queryKey: ['people'] })}
      onClose={onClose}
    >
      {(form) => (
        <>
          <p>{t('admin.handOn.text', { name: nameOf(person) })}</p>
          {form.field.search}
          {follow(form)}
          {form.field.person}
          <Outlook personId={person.id} successor={form.values.person} />
          {form.field.reason}
        </>
      )}
    </CommandDialog>
  );
}

/** Preview of the server: how many assignments would go to the successor, and how many would stay for which reason. */
function Outlook({ personId, successor }: { personId: number; successor: string }) {
  const isAsked = successor !== '' && successor !== String(personId);
  const { data, error, isFetching } = useQuery({
    queryKey: ['people', 'hand-on', personId, successor],
    queryFn: read('POST /admin/people/:id/hand-on/check', {
      params: { id: personId },
      body: { successorId: Number(successor) },
    }),
    enabled: isAsked,
    staleTime: 0,
    retry: false,
  });
  return (
    <div role="status">
      {!isAsked ? null : isFetching ? (
        <p className="soft">{t('admin.handOn.counting')}</p>
      ) : error !== null ? (
        <Note kind="bad">{shownSentence(error)}</Note>
      ) : data === undefined ? null : (
        <KeyValue rows={rowsOf(data)} />
      )}
    </div>
  );
}

const rowsOf = ({ goes, stays }: Counted): [string, string][] => [
  [t('admin.handOn.goes'), goes === 0 ? t('admin.handOn.none') : coarseText(goes)],
  ...stays.map(({ reason, n }): [string, string] => [t(`admin.handOn.stays.${reason}`), coarseText(n)]),
];
