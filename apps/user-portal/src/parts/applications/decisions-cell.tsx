import type { ApplicationRow } from '@clearcall/domain/applications/application.ts';
import { message } from '@clearcall/i18n/message.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';

/** Cell with the decision on each partition of an application. */
export function DecisionsCell({ decisions }: Pick<ApplicationRow, 'decisions'>) {
  if (decisions.length === 0) return null;
  return (
    <ul>
      {decisions.map(({ partition, outcome }) => (
        <li key={partition}>
          {t('lists.export.decided', { partition, decided: message(`lists.decision.${outcome}`) })}
        </li>
      ))}
    </ul>
  );
}
