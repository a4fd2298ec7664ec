import type { Application } from '@clearcall/domain/applications/application.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { useMemo } from 'react';
import { markedRows } from '../staff/application-answers.ts';
import { useStanding } from '../staff/use-addresses.ts';
import classes from './assign.module.css';
import { type Invited, invitedOf } from './invited.ts';

/** Whom the applicant suggests, or asks to leave out: each can be looked for. */
export function Named(props: {
  application: Application;
  onSearch: (name: string) => void;
  onInvite: (person: Invited) => void;
}) {
  const { onInvite } = props;
  const rows = useMemo(() => markedRows(props.application), [props.application]);
  const standing = useStanding(props.application);
  if (rows.length === 0) return null;
  return (
    <details className={classes.named}>
      <summary>
        {t('staff.assign.named')} <span className="muted num">{rows.length}</span>
      </summary>
      <ul>
        {rows.map(({ id, group, name, email, coi }) => (
          <li key={id}>
            <span>
              <b>{name}</b> <span className="soft">{group}</span>
              {coi ? <span className={classes.refuses}> {t('staff.assign.obstacle.conflict')}</span> : null}
            </span>
            <Button size="sm" variant="subtle" onClick={() => props.onSearch(name)}>
              {t('staff.assign.namedSearch')}
              <span className="hidden-visually"> {name}</span>
            </Button>
            {email === null ? null : standing(email) !== null ? (
              <span className="small soft">{standing(email)}</span>
            ) : (
              <Button size="sm" variant="subtle" onClick={() => onInvite(invitedOf(name, email))}>
                {t('staff.invite.do')}
                <span className="hidden-visually"> {name}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
