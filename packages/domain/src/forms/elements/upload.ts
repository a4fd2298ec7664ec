import { message } from '@clearcall/i18n/message.ts';
import { hardLimits, limitCount } from '../limits.ts';
import { messages, reasons } from '../messages.ts';
import { type ElementRule, isNone, manyValues, nothing } from './rule.ts';

/** Uploaded PDFs, kept as the ids of their documents. One, unless config.max allows more. */
export const upload: ElementRule = {
  kind: 'files',
  limits: 'items',
  offers: 'documents',
  amount: false,
  checkedFirst: false,
  initial: nothing,
  isEmpty: isNone,
  normalise: (values) => manyValues(values, hardLimits.files),
  check: (values, element, around) => {
    const { min, max, upload: limits } = element.config;
    for (const value of values) {
      const document = around.context.documents.find(({ id }) => id === value);
      if (document === undefined) return messages.invalid(reasons.fileGone());
      const maxMb = limits?.maxMb;
      if (maxMb !== undefined && document.sizeBytes > maxMb * 1_048_576) return messages.fileSize(maxMb);
      const maxPages = limits?.maxPages;
      if (maxPages !== undefined && document.pages !== null && document.pages > maxPages) {
        return messages.filePages(maxPages);
      }
    }
    const least = limitCount(min);
    if (least !== null && values.length < least) return messages.filesMin(least);
    const most = limitCount(max) ?? 1;
    return values.length > most ? messages.filesMax(most) : null;
  },
  display: (values) => message('forms.file.count', { n: values.length }),
};
