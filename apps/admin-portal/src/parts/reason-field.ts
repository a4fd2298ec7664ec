import { t } from '@clearcall/ui/kit/text/translate.ts';

/** The field in which an administrator says why, for the log of changes. */
export const reasonField = () =>
  ({
    type: 'area',
    label: t('admin.reason.label'),
    hint: t('admin.reason.hint'),
    required: t('admin.reason.needed'),
    maxLength: 3_000,
    rows: 3,
  }) as const;
