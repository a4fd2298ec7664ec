import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import classes from './load.module.css';

/** How much waits for somebody, in small ticks with the number. */
export function Load({ load, most }: { load: number; most: number }) {
  const ticks = Math.min(10, most);
  return (
    <span className={classes.load} title={t('staff.assign.loadOf', { n: load })}>
      <span aria-hidden="true">
        {Array.from({ length: ticks }, (_none, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: ticks are alike
          <i key={at} data-full={at < load || undefined} />
        ))}
      </span>
      {t('staff.assign.load', { n: numberText(load) })}
    </span>
  );
}
