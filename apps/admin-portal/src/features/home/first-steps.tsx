import type { FirstStep } from '@clearcall/domain/organisation/first-steps.ts';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { read } from '@clearcall/ui/session/call.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import classes from './first-steps.module.css';

const steps = queryOptions({
  queryKey: ['first-steps'],
  queryFn: read('GET /admin/first-steps'),
  staleTime: 0,
});

/** The page on which a step is done. Steps without a page are done by files, as their text says. */
const places: Readonly<Partial<Record<FirstStep, string>>> = {
  organisation: '/organisation',
  sender: '/organisation',
  centres: '/centres',
  partitions: '/partitions',
  lists: '/lists',
  staff: '/people',
  call: '/calls',
};

/** The steps left before researchers can apply. Shows nothing once all are done. */
export function FirstSteps() {
  const { data } = useQuery(steps);
  if (data === undefined || data.every(({ done }) => done)) return null;
  return (
    <Section title={t('admin.firstSteps.title')}>
      <p>{t('admin.firstSteps.text')}</p>
      <ol className={classes.steps}>
        {data.map(({ step, done }) => {
          const title = t(`admin.firstSteps.${step}`);
          const to = places[step];
          return (
            <li key={step}>
              <Icon name={done ? 'check' : 'ring'} />
              {to === undefined ? <b>{title}</b> : <Link to={to}>{title}</Link>}
              <span>{done ? t('admin.firstSteps.done') : t(`admin.firstSteps.${step}Text`)}</span>
            </li>
          );
        })}
      </ol>
    </Section>
  );
}
