import { roleMessage } from '@clearcall/domain/people/roles.ts';
import { Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import classes from './call.module.css';
import type { OpenedCall } from './calls-queries.ts';

/** Roles by what they may do with a call. */
export function Rights({ call }: { call: OpenedCall }) {
  const { see, download, release } = call.rights;
  const assign = [...new Set(call.steps.flatMap(({ assignedBy }) => assignedBy))];
  const rows = [
    ['see', see],
    ['download', download],
    ['assign', assign],
    ['release', release],
  ] as const;
  return (
    <Section id="rights" title={t('setup.call.rights')}>
      <dl className={classes.rights}>
        {rows.map(([right, roles]) => (
          <div key={right}>
            <dt>{t(`setup.right.${right}`)}</dt>
            <dd>
              {roles.length === 0 ? (
                <span className="muted">{t('setup.right.nobody')}</span>
              ) : (
                roles.map((role) => <span key={role}>{translate(roleMessage(role))}</span>)
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
