import { useMutation } from '@tanstack/react-query';
import { Button } from '../button.tsx';
import classes from './list-tools.module.css';
import { type Identified, type RowSelection, withRows } from './selection.ts';

/** What can be done with all selected rows. */
export interface BulkActions<Row extends Identified> {
  label: string;
  /** How many rows are selected, on all pages. */
  text: string;
  /** Selects rows beyond the page. */
  more?: { label: string; fetch: () => Promise<readonly Row[]> } | undefined;
  /** Label of the button that clears the selection. */
  clear?: string;
  actions: readonly { label: string; isDanger?: boolean; onPress: () => void }[];
}

/** Moves the focus to the first box that selects rows before the button itself is removed. */
function focusBoxes(button: HTMLElement): void {
  const boxes = button.closest('.page')?.querySelectorAll<HTMLElement>('[data-column="select"] input') ?? [];
  [...boxes].find((box) => box.checkVisibility())?.focus();
}

/** How much is selected, and what can be done with it. */
export function SelectionBar<Row extends Identified>(props: {
  selection: RowSelection<Row>;
  bulk: BulkActions<Row>;
}) {
  const { selection, bulk } = props;
  const { more, clear } = bulk;
  const fetching = useMutation({
    mutationFn: () => more?.fetch() ?? Promise.resolve([]),
    onSuccess: (rows) => selection.onChange(withRows<Row>(new Map(), rows, true)),
  });
  const n = selection.selected.size;
  if (n === 0) return null;
  return (
    <section className={classes.selection} aria-label={bulk.label}>
      <p role="status">{bulk.text}</p>
      {more === undefined ? null : (
        <Button size="sm" variant="subtle" loading={fetching.isPending} onClick={() => fetching.mutate()}>
          {more.label}
        </Button>
      )}
      {clear === undefined ? null : (
        <Button
          size="sm"
          variant="subtle"
          onClick={({ currentTarget }) => {
            focusBoxes(currentTarget);
            selection.onChange(new Map());
          }}
        >
          {clear}
        </Button>
      )}
      <span>
        {bulk.actions.map(({ label, isDanger, onPress }) => (
          <Button key={label} size="sm" variant={isDanger ? 'danger' : 'default'} onClick={onPress}>
            {label}
          </Button>
        ))}
      </span>
    </section>
  );
}
