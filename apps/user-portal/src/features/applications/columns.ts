import { columnNames, type ListColumn } from '@clearcall/domain/applications/list-columns.ts';
import { useCallback, useState } from 'react';
import { hiddenColumns, rememberHidden } from '../../parts/applications/hidden-columns.ts';

/** Off until somebody wants them: what they are for is found by their filters. */
const offAtFirst: readonly ListColumn[] = ['cutoff', 'work', 'decision'];
/** What is empty or the same in nearly every row that a role has: off until somebody wants it. */
const sameInRole: Readonly<Record<string, readonly ListColumn[]>> = {
  applicant: ['step', 'firstName', 'piAffiliation'],
  panel_chair: ['researchGroup'],
  finance_manager: ['researchGroup', 'researchTitle', 'partition'],
};

/** The columns that can be switched off; by its ID an application is found and opened. */
const choosable: readonly ListColumn[] = columnNames.filter((column) => column !== 'id');

/** Which columns the list of a role has, in their order, as the person chose on this device or as it is at first. */
export function shownColumns(userId: number, role: string): ListColumn[] {
  const hidden = hiddenColumns(userId, role) ?? [...(sameInRole[role] ?? []), ...offAtFirst];
  return columnNames.filter((column) => column === 'id' || !hidden.includes(column));
}

/** The shown columns of the list of a role, and what switches others on and off. */
export function useColumns(userId: number, role: string) {
  const [chosen, setChosen] = useState<{ role: string; shown: ListColumn[] }>();
  const shown = chosen?.role === role ? chosen.shown : shownColumns(userId, role);
  const show = useCallback(
    // A saved view may be of another role than the list that is shown.
    (columns: readonly ListColumn[], of = role) => {
      const hidden = choosable.filter((column) => !columns.includes(column));
      setChosen({ role: of, shown: columnNames.filter((column) => !hidden.includes(column)) });
      rememberHidden(userId, of, hidden);
    },
    [userId, role],
  );
  return { shown, show };
}
