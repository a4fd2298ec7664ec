import { unpackApplication } from '@clearcall/domain/applications/pack-application.ts';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { focusHeading } from '@clearcall/ui/kit/page/focus-heading.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ownFormId } from '../../search-params.ts';
import { type AskedToTake, askedToTake } from '../take/taken.ts';
import { useTake } from '../take/use-take.tsx';
import type { Action, PendingRow } from './pending-rows.ts';

interface Props {
  row: PendingRow;
  action: Action;
  className: string | undefined;
}

/** All commands for a row; those for late work come last. */
export function PendingActions({ row, className }: Pick<Props, 'row' | 'className'>) {
  return (
    <>
      {[row.also, row.action].map((action) =>
        action === null ? null : (
          <PendingAction key={action.label} row={row} action={action} className={className} />
        ),
      )}
      {row.assignableStep === null ? null : (
        <Link
          className={className}
          to="/applications/$uid"
          params={{ uid: row.uid }}
          search={{ tab: 'assignments', step: row.assignableStep }}
        >
          <Icon name="user" />
          {t('dashboard.board.do.assign')} <span className="hidden-visually">{row.shownId}</span>
        </Link>
      )}
    </>
  );
}

/** Does what is asked of the reader, or leads to it. */
export function PendingAction(props: Props) {
  const { row, action, className } = props;
  if (row.canTake) return <Take {...props} />;
  return (
    <Link
      data-do=""
      className={className}
      to="/applications/$uid"
      params={{ uid: row.uid }}
      search={{ assignment: row.key, ...(action.ask === undefined ? {} : { ask: action.ask }) }}
      {...(action.hash === undefined ? {} : { hash: action.hash, hashScrollIntoView: false })}
    >
      <ActionText action={action} row={row} />
    </Link>
  );
}

function ActionText({ action, row }: Pick<Props, 'action' | 'row'>) {
  return (
    <>
      <Icon name={action.icon} />
      {t(action.label)} <span className="hidden-visually">{row.shownId}</span>
    </>
  );
}

/** Returns the question before a person takes the work; null if there is none, or if its page asks it. */
async function loadAgreement({ uid, key }: PendingRow): Promise<AskedToTake> {
  const opened = await call('GET /v2/applications/:id', { params: { id: uid }, quiet: true });
  if (!('parts' in opened)) return null;
  const parts = await Promise.all(
    opened.parts.map((hash) => call('GET /v2/parts/:hash', { params: { hash }, quiet: true })),
  );
  return askedToTake(unpackApplication(opened, parts), key);
}

/** Takes the work and opens its form. If another person was quicker, the row goes from here. */
function Take({ action, row, className }: Props) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const listAgain = () => queries.invalidateQueries({ queryKey: ['dashboard'] });
  const taking = useTake({
    id: row.key,
    uid: row.uid,
    project: row.project,
    load: () => loadAgreement(row),
    onDone: async (how) => {
      if (how === 'conflict') {
        await listAgain();
        focusHeading();
        return;
      }
      await navigate({
        ...{ to: '/applications/$uid', params: { uid: row.uid }, search: { assignment: row.key } },
        ...{ hash: ownFormId, hashScrollIntoView: false },
      });
      await listAgain();
    },
    onRefused: () => void listAgain(),
  });
  return (
    <>
      <button type="button" className={className} disabled={taking.isPending} onClick={taking.take}>
        <ActionText action={action} row={row} />
      </button>
      {taking.dialog}
    </>
  );
}
