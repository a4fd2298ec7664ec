import { maxLabelLength } from '@clearcall/domain/organisation/option-list.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';

/** A text in each language of the portal; one of them is needed. */
export const labelFields = () =>
  ({
    en: { type: 'text', label: t('admin.field.en'), maxLength: maxLabelLength, codes: ['label_needed'] },
    de: { type: 'text', label: t('admin.field.de'), maxLength: maxLabelLength },
    fr: { type: 'text', label: t('admin.field.fr'), maxLength: maxLabelLength },
  }) as const;
