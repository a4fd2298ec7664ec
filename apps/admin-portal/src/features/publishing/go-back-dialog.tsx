import type { Address } from '@clearcall/domain/calls/definition/finding.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { CommandDialog } from '@clearcall/ui/kit/command/command-dialog.tsx';
import { useCommand } from '@clearcall/ui/kit/command/use-command.ts';
import { CallFailure, LoadingRows } from '@clearcall/ui/kit/state/page-states.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { DifferenceList } from './difference-list.tsx';
import { differenceGroups, type Naming } from './difference-text.ts';
import { wayBackTo } from './publishing-queries.ts';

/** Brings the draft, or one place of it, back to an earlier publication. */
export function GoBackDialog(props: { id: string; number: number; naming: Naming; onClose: () => void }) {
  const { id, number, naming, onClose } = props;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const query = useQuery(wayBackTo(id, number));
  const { data, error } = query;
  const after = () => queries.invalidateQueries({ queryKey: ['administered-calls'] });
  const bodyAt = (at: Address) => ({ revision: data?.revision ?? 0, publication: number, at: [...at] });
  const done = { type: 'success', message: { id: 'setup.publishing.back.done' } } as const;
  const one = useCommand({
    send: (call, at: Address) => call('POST /admin/calls/:id/restore', { params: { id }, body: bodyAt(at) }),
    done,
    after,
    onRefused: () => void after(),
  });
  const isSame = data !== undefined && data.differences.length === 0;
  return (
    <CommandDialog
      title={t('setup.publishing.back.title', { n: String(number) })}
      size={640}
      verb={isSame ? null : t('setup.publishing.back.all')}
      waits={data === undefined}
      send={(call) => call('POST /admin/calls/:id/restore', { params: { id }, body: bodyAt([]) })}
      done={done}
      after={async () => {
        await navigate({ to: '/calls/$id/publish', params: { id } });
        await after();
      }}
      onRefused={() => void after()}
      onClose={onClose}
    >
      {data === undefined ? (
        error === null ? (
          <LoadingRows rows={4} height={40} label={t('admin.loading')} />
        ) : (
          <CallFailure query={query} what={t('setup.publishing.history.what')} />
        )
      ) : isSame ? (
        <p>{t('setup.publishing.back.same')}</p>
      ) : (
        <>
          <p>{t('setup.publishing.back.text')}</p>
          <DifferenceList
            groups={differenceGroups(data.differences, {
              ...naming,
              definition: { ...naming.definition, ...data.definition },
            })}
            action={(line) => (
              <Button
                size="sm"
                aria-label={t('setup.publishing.back.oneOf', { label: line.label })}
                loading={one.isPending && one.input === line.at}
                onClick={() => one.send(line.at)}
              >
                {t('setup.publishing.back.one')}
              </Button>
            )}
          />
        </>
      )}
    </CommandDialog>
  );
}
