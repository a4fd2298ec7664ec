import { roleMessage } from '@clearcall/domain/people/roles.ts';
import { ButtonLink } from '@clearcall/ui/kit/button.tsx';
import { Empty } from '@clearcall/ui/kit/state/page-states.tsx';
import { isMore, maxCounted } from '@clearcall/ui/kit/table/page-count.ts';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { ownRole } from './list-search.ts';

/** Returns how many applications a list has, in words. */
export function countText(total: number, isFiltered: boolean): string {
  if (isMore(total)) return t('lists.more', { n: numberText(maxCounted) });
  return t(isFiltered ? 'lists.found' : 'lists.count', { total });
}

/** Shown in place of a list without applications. */
export function NoApplications(props: { role: string }) {
  return props.role === ownRole ? (
    <Empty
      title={t('lists.none.title')}
      action={
        <ButtonLink to="/" variant="filled">
          {t('lists.none.apply')}
        </ButtonLink>
      }
      fact={t('lists.none.fact')}
    >
      {t('lists.none.text')}
    </Empty>
  ) : (
    <Empty title={t('lists.none.role', { role: roleMessage(props.role) })}>{t('lists.none.roleText')}</Empty>
  );
}
