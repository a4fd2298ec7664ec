import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';

/** A number over applications, of which small ones are not shown. */
export const coarseText = (count: number | null): string =>
  count === null ? t('admin.person.few') : numberText(count);
