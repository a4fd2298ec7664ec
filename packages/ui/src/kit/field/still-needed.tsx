import { t } from '../text/translate.ts';

/**
 * What a button waits for, in words beside it; the button names it by `id` as its description. What is there already is
 * null. The line keeps its place when nothing is missing.
 */
export function StillNeeded(props: { id: string; needs: readonly (string | null)[] }) {
  const needs = props.needs.filter((need) => need !== null);
  return (
    <p id={props.id} role="status" className="small soft">
      {needs.length === 0 ? '\u00a0' : t('frame.kit.stillNeeded', { what: needs })}
    </p>
  );
}

/** The need of a field: its name while something is wrong with it. */
export const needOf = (field: { wrong: boolean }, name: string): string | null => (field.wrong ? name : null);
