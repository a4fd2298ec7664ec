import type { Routes } from '@clearcall/contract/routes.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { dateText } from '@clearcall/ui/kit/time/date-text.ts';

type Ended = NonNullable<Routes['POST /users/suggestions']['reply']['data'][number]['ended']>;

/** How the work of a person on the application ended: with the day for readers who may know it. */
export const endedText = ({ how, at }: Ended): string =>
  at === undefined ? t(`staff.assign.ended.${how}`) : t(`staff.assign.ended.${how}On`, { day: dateText(at) });
