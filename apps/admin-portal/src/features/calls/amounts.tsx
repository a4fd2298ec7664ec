import { amountLimits, amountsCsv, changesOfCopy } from '@clearcall/domain/calls/definition/amount-grid.ts';
import type { CallDefinition, CutoffDefinition } from '@clearcall/domain/calls/definition/call-definition.ts';
import { Button, smallButton } from '@clearcall/ui/kit/button.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { MenuButton } from '@clearcall/ui/kit/overlay/menu-button.tsx';
import { Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { t, unitText } from '@clearcall/ui/kit/text/translate.ts';
import { zoneText } from '@clearcall/ui/kit/time/date-text.ts';
import { saveFile } from '@clearcall/ui/session/call.ts';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { idOfPlace } from '../../parts/calls/call-places.ts';
import type { OpenedCall } from './calls-queries.ts';
import { CutoffSelect, type ShownCutoff } from './cutoff-select.tsx';
import { cutoffText } from './cutoff-text.ts';
import classes from './cutoffs/amount-grid.module.css';
import { AmountGrid } from './cutoffs/amount-grid.tsx';
import { ChangeButton } from './cutoffs/change-button.tsx';
import { CutoffDialog } from './cutoffs/cutoff-dialog.tsx';
import { PatternDialog } from './cutoffs/pattern-dialog.tsx';
import { type KnownPartition, useKnownPartitions } from './cutoffs/use-known-partitions.ts';
import { type CallEditing, useCallEditing } from './editing/call-editing.tsx';
import { FindingLines } from './editing/place-findings.tsx';

const narrow = () => matchMedia('(max-width: 767px)');
const onNarrow = (listener: () => void) => {
  const query = narrow();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

type Named = Pick<KnownPartition, 'id' | 'name' | 'centre'>;

/** Partitions of any cut-off of the draft or of the live call, by name; and those that could be added. */
function usePartitions(call: OpenedCall, { definition, live, mayEdit }: CallEditing) {
  const known = useKnownPartitions(call, mayEdit);
  return useMemo(() => {
    const used = new Set(
      [definition, live].flatMap(
        (one) => one?.cutoffs.flatMap(({ amounts }) => amounts.map(({ id }) => id)) ?? [],
      ),
    );
    const byId = new Map<string, Named>(known.map((one) => [one.id, one]));
    const rows = [...used]
      .map((id) => byId.get(id) ?? { id, name: id, centre: '' })
      .sort((one, other) => one.name.localeCompare(other.name));
    const others = known.filter(
      ({ id, unit, disabled }) => !used.has(id) && !disabled && unit === definition.unit,
    );
    return { rows, others };
  }, [known, definition, live]);
}

/** The cut-offs of a call with the amounts of each partition. Narrow screens show one cut-off. */
export function Amounts(props: ShownCutoff & { call: OpenedCall }) {
  const { call, cutoff: shown, choose, now } = props;
  const editing = useCallEditing();
  const { definition, mayEdit, findings } = editing;
  const { cutoffs, timeZone, unit } = definition;
  const { rows, others } = usePartitions(call, editing);
  const [dialog, setDialog] = useState<'new' | 'pattern' | { changes: string } | null>(null);
  const isNarrow = useSyncExternalStore(onNarrow, () => narrow().matches);
  const columns = useMemo(
    () => (isNarrow && shown !== undefined ? [shown] : cutoffs),
    [isNarrow, shown, cutoffs],
  );
  const [added, setAdded] = useState<string | null>(null);
  useEffect(() => {
    // With the first partition the grid comes, and with the last one the menu goes: the focus was in what is gone.
    if (added !== null && document.activeElement === document.body) document.getElementById(added)?.focus();
  }, [added]);
  const changed = typeof dialog === 'object' ? cutoffs.find(({ id }) => id === dialog?.changes) : undefined;
  const ofCutoffs = findings.filter(({ at }) =>
    at.some(([part, , inside]) => part === 'cutoffs' && (inside === undefined || inside === 'end')),
  );
  return (
    <Section
      id="cutoffs"
      title={t('setup.call.cutoffs')}
      aside={
        <span className="row">
          <span className="small muted">
            {t('setup.call.allIn', { unit: unitText(unit), zone: zoneText(timeZone) })}
          </span>
          {mayEdit ? (
            <>
              <Button size="sm" leftSection={<Icon name="plus" />} onClick={() => setDialog('new')}>
                {t('setup.cutoffs.add')}
              </Button>
              <Button size="sm" onClick={() => setDialog('pattern')}>
                {t('setup.cutoffs.addSeveral')}
              </Button>
            </>
          ) : null}
        </span>
      }
    >
      <FindingLines found={ofCutoffs} className={classes.finding} />
      {cutoffs.length === 0 ? <p className="soft">{t('setup.call.noCutoffs')}</p> : null}
      <CutoffSelect {...props} definition={definition} className={classes.select} />
      {cutoffs.length === 0 ? null : rows.length === 0 ? (
        <>
          <ul className={classes.bare}>
            {cutoffs.map((one) => (
              <li key={one.id}>
                {mayEdit ? (
                  <ChangeButton cutoff={one} now={now} change={() => setDialog({ changes: one.id })} />
                ) : (
                  cutoffText(definition, one, now)
                )}
              </li>
            ))}
          </ul>
          <p className="soft">{t('setup.call.noPartitions')}</p>
          {mayEdit && shown !== undefined ? (
            <AddPartition cutoff={shown} others={others} added={setAdded} />
          ) : null}
        </>
      ) : (
        <AmountGrid
          // Another cut-off on a narrow screen is another grid.
          key={isNarrow ? shown?.id : 'all'}
          partitions={rows}
          cutoffs={columns}
          shown={shown}
          now={now}
          change={({ id }) => setDialog({ changes: id })}
          tools={(cutoff) => (
            <>
              {mayEdit ? <FillMenu cutoff={cutoff} definition={definition} now={now} /> : null}
              {mayEdit ? <AddPartition cutoff={cutoff} others={others} added={setAdded} /> : null}
              <Button
                size="sm"
                leftSection={<Icon name="download" />}
                onClick={() => downloadCsv(rows, definition, now)}
              >
                {t('setup.cutoffs.csv')}
              </Button>
            </>
          )}
        />
      )}
      {dialog === 'pattern' ? <PatternDialog now={now} onClose={() => setDialog(null)} /> : null}
      {dialog === 'new' || changed !== undefined ? (
        <CutoffDialog
          cutoff={changed}
          model={shown}
          isClosed={call.cutoffs.some(({ id, closed }) => closed && String(id) === changed?.id)}
          now={now}
          choose={choose}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </Section>
  );
}

/** Copies the amounts of another cut-off, or those of this one to all later cut-offs. */
function FillMenu(props: { cutoff: CutoffDefinition; definition: CallDefinition; now: number }) {
  const { cutoff, definition, now } = props;
  const { edit } = useCallEditing();
  const others = definition.cutoffs.filter(({ id }) => id !== cutoff.id);
  if (others.length === 0) return null;
  return (
    <>
      <MenuButton
        className={smallButton}
        items={others.map((other) => ({
          label: cutoffText(definition, other, now),
          onSelect: () => edit([{ do: 'set', at: ['cutoffs', cutoff.id, 'amounts'], value: other.amounts }]),
        }))}
      >
        {t('setup.cutoffs.fillFrom')}
      </MenuButton>
      {others.some(({ start }) => start > cutoff.start) ? (
        <Button size="sm" onClick={() => edit(changesOfCopy(definition, cutoff.id))}>
          {t('setup.cutoffs.fillLater')}
        </Button>
      ) : null}
    </>
  );
}

/** Offers a partition that no cut-off offers yet. */
function AddPartition(props: {
  cutoff: CutoffDefinition;
  others: readonly Named[];
  /** Gets the id of the first cell of its amounts. */
  added: (cell: string) => void;
}) {
  const { cutoff, others, added } = props;
  const { edit } = useCallEditing();
  if (others.length === 0) return null;
  return (
    <MenuButton
      className={smallButton}
      items={others.map(({ id, name }) => ({
        label: name,
        onSelect: () => {
          const to = ['cutoffs', cutoff.id, 'amounts'];
          const after = cutoff.amounts.at(-1)?.id ?? null;
          edit([{ do: 'add', to, after, thing: { ...noLimits, id } }]);
          added(idOfPlace([...to, id, 'pool']));
        },
      }))}
    >
      {t('setup.cutoffs.addPartition')}
    </MenuButton>
  );
}

const noLimits = { disabled: false, min: null, max: null, fixed: null, pool: null };

function downloadCsv(rows: readonly Named[], definition: CallDefinition, now: number): void {
  const columns = definition.cutoffs.flatMap(({ id }) =>
    amountLimits.map((limit) => ({ cutoff: id, limit })),
  );
  const heads = definition.cutoffs.flatMap((cutoff) =>
    amountLimits.map((limit) =>
      t('setup.cutoffs.head', {
        cutoff: cutoffText(definition, cutoff, now),
        limit: t(`setup.limit.${limit}`),
      }),
    ),
  );
  const csv = amountsCsv(definition, { rows, columns }, [t('setup.call.partition'), ...heads]);
  saveFile({
    content: new Blob([csv], { type: 'text/csv' }),
    filename: `${definition.code}-${definition.year}-${definition.number}.csv`,
  });
}
