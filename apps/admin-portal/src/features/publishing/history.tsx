import { hasRight } from '@clearcall/domain/permissions/administration.ts';
import { Button, ButtonLink } from '@clearcall/ui/kit/button.tsx';
import { CommandDialog } from '@clearcall/ui/kit/command/command-dialog.tsx';
import { useCommand } from '@clearcall/ui/kit/command/use-command.ts';
import { SelectField } from '@clearcall/ui/kit/field/select-field.tsx';
import { BackLink, Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { quoting } from '@clearcall/ui/kit/text/quoting.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { dateTimeText, zoneText } from '@clearcall/ui/kit/time/date-text.ts';
import type { CallError } from '@clearcall/ui/session/call-error.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { RecordPage } from '../../parts/record/record-page.tsx';
import { DifferenceList } from './difference-list.tsx';
import { differenceGroups, type Naming, quotedTitle, titleText } from './difference-text.ts';
import { GoBackDialog } from './go-back-dialog.tsx';
import classes from './publishing.module.css';
import { type Edit, editedCall, type HistoryPage, historyOf } from './publishing-queries.ts';

interface Shown {
  naming: Naming;
  /** Of the last edit. */
  revision: number;
  edits: readonly Edit[];
  publications: HistoryPage['publications'];
  hasDraft: boolean;
  /** Whether the call is live, which a call of a loaded world is without a publication. */
  isLive: boolean;
}

/** The edits and publications of a call, each with its author and time. */
export function History() {
  const { id } = useParams({ from: '/signed-in/calls/$id/history' });
  const { publication } = useSearch({ from: '/signed-in/calls/$id/history' });
  const edited = useQuery(editedCall(id));
  const pages = useInfiniteQuery(historyOf(id, publication));
  // A publication that waits has frozen the draft.
  const mayChange = hasRight(useUser().role, 'change_calls') && edited.data?.draft?.planned == null;
  const [first] = pages.data?.pages ?? [];
  const data: Shown | undefined =
    first === undefined || edited.data === undefined
      ? undefined
      : {
          naming: { definition: edited.data.definition, partitions: first.partitions },
          revision: edited.data.revision,
          edits: pages.data?.pages.flatMap(({ edits }) => edits) ?? [],
          publications: first.publications,
          hasDraft: edited.data.draft !== null,
          isLive: edited.data.draft === null || edited.data.live != null,
        };
  const { refetch, error } = pages.error === null ? edited : pages;
  return (
    <RecordPage
      query={{ data, error, refetch }}
      crumb={
        <BackLink to="/calls/$id" params={{ id }}>
          {t('setup.publishing.crumb')}
        </BackLink>
      }
      what={t('setup.publishing.history.what')}
      title={({ naming }) =>
        quoting(t('setup.publishing.history.title', { call: titleText(naming) }), quotedTitle(naming))
      }
      main={(shown) => (
        <Section
          title={t('setup.publishing.history.edits')}
          aside={<Filter id={id} publications={shown.publications} chosen={publication} />}
        >
          <p className="soft">
            {t('admin.changes.zone', { zone: zoneText(shown.naming.definition.timeZone) })}
          </p>
          {shown.edits.length === 0 ? <p className="soft">{t('setup.publishing.history.none')}</p> : null}
          <ol className={classes.edits}>
            {shown.edits.map((edit) => (
              <li key={edit.revision}>
                <EditOf id={id} edit={edit} shown={shown} mayChange={mayChange} />
              </li>
            ))}
          </ol>
          {pages.hasNextPage ? (
            <Button loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
              {t('setup.publishing.history.more')}
            </Button>
          ) : null}
        </Section>
      )}
      side={(shown) => <Publications id={id} shown={shown} mayChange={mayChange} />}
    />
  );
}

function Filter(props: { id: string; publications: Shown['publications']; chosen: number | undefined }) {
  const { id, publications, chosen } = props;
  const navigate = useNavigate();
  if (publications.length === 0) return null;
  return (
    <div className={classes.filter}>
      <SelectField
        label={t('setup.publishing.history.filter')}
        value={String(chosen ?? '')}
        unset={t('setup.publishing.history.all')}
        choices={publications.map(({ number }) => ({
          value: String(number),
          label: t('setup.publishing.history.publication', { n: String(number) }),
        }))}
        set={(value) =>
          void navigate({
            to: '/calls/$id/history',
            params: { id },
            search: value === '' ? {} : { publication: Number(value) },
            replace: true,
          })
        }
      />
    </div>
  );
}

const byText = (by: string | null): string => by ?? t('admin.person.operator');

function EditOf(props: { id: string; edit: Edit; shown: Shown; mayChange: boolean }) {
  const { id, edit, shown, mayChange } = props;
  const { revision, at, by, differences, undoes, publication, isInDraft } = edit;
  const undone = shown.edits.some((other) => other.undoes === revision);
  return (
    <>
      <p className={classes.editHead}>
        <b>{byText(by)}</b>{' '}
        <span className="muted">{dateTimeText(at, shown.naming.definition.timeZone)}</span>{' '}
        <span className="muted">
          {publication !== null
            ? t('setup.publishing.history.in', { n: String(publication) })
            : t(isInDraft ? 'setup.publishing.history.inDraft' : 'setup.publishing.history.discarded')}
        </span>
      </p>
      {undoes === null ? null : <p className="soft">{t('setup.publishing.history.undoes')}</p>}
      {undone ? <p className="soft">{t('setup.publishing.history.undone')}</p> : null}
      <DifferenceList groups={differenceGroups(differences, shown.naming)} />
      {isInDraft && !undone && mayChange ? <Undo id={id} revision={revision} shown={shown} /> : null}
    </>
  );
}

interface Conflict {
  at: string[];
  now?: unknown;
}

const conflictsOf = ({ body }: CallError): Conflict[] =>
  (body as { conflicts?: Conflict[] } | null)?.conflicts ?? [];

/** Takes back one edit. If later edits have changed the same places, it asks first. */
function Undo({ id, revision, shown }: { id: string; revision: number; shown: Shown }) {
  const queries = useQueryClient();
  const [conflicts, setConflicts] = useState<Conflict[]>([]);
  const after = () => queries.invalidateQueries({ queryKey: ['administered-calls'] });
  const done = { type: 'success', message: { id: 'setup.publishing.history.undoDone' } } as const;
  const undo = useCommand({
    send: (call) => call('POST /admin/calls/:id/undo', { params: { id }, body: { revision } }),
    done,
    after,
    onRefused: (refusal) => setConflicts(conflictsOf(refusal)),
    showsError: conflicts.length > 0,
  });
  return (
    <>
      <Button size="sm" loading={undo.isPending} onClick={() => undo.send()}>
        {t('setup.publishing.history.undo')}
      </Button>
      {conflicts.length === 0 ? null : (
        <CommandDialog
          title={t('setup.publishing.history.undoAnyway')}
          verb={t('setup.publishing.history.undoAnyway')}
          send={(call) =>
            call('POST /admin/calls/:id/undo', { params: { id }, body: { revision, seen: shown.revision } })
          }
          done={done}
          after={after}
          onClose={() => setConflicts([])}
        >
          <p>{t('setup.publishing.history.conflict')}</p>
          <DifferenceList
            groups={differenceGroups(
              conflicts.map(({ at, now }) => ({
                change: { do: 'set', at, ...(now !== undefined && { value: now }) },
              })),
              shown.naming,
            )}
          />
        </CommandDialog>
      )}
    </>
  );
}

function Publications({ id, shown, mayChange }: { id: string; shown: Shown; mayChange: boolean }) {
  const [asked, ask] = useState<number | null>(null);
  const { timeZone } = shown.naming.definition;
  return (
    <Section title={t('setup.publishing.history.publications')}>
      {shown.publications.length === 0 ? (
        <p className="soft">
          {t(shown.isLive ? 'setup.publishing.history.loaded' : 'setup.publishing.history.noPublications')}
        </p>
      ) : null}
      <ol className={classes.edits}>
        {shown.publications.map(({ number, at, by, approvedBy, note }) => (
          <li key={number}>
            <p className={classes.editHead}>
              <b>{t('setup.publishing.history.publication', { n: String(number) })}</b>{' '}
              <span className="muted">{dateTimeText(at, timeZone)}</span>{' '}
              <span className="muted">{byText(by)}</span>{' '}
              {approvedBy === null ? null : (
                <span className="muted">{t('setup.approval.approvedBy', { name: approvedBy })}</span>
              )}
            </p>
            {note === '' ? null : <p>{note}</p>}
            {mayChange ? (
              <Button size="sm" onClick={() => ask(number)}>
                {t('setup.publishing.history.back', { n: String(number) })}
              </Button>
            ) : null}
          </li>
        ))}
      </ol>
      {shown.hasDraft ? (
        <p className={classes.toPublish}>
          <ButtonLink to="/calls/$id/publish" params={{ id }}>
            {t('setup.publishing.history.toPublish')}
          </ButtonLink>
        </p>
      ) : null}
      {asked === null ? null : (
        <GoBackDialog id={id} number={asked} naming={shown.naming} onClose={() => ask(null)} />
      )}
    </Section>
  );
}
