import type { Application } from '@clearcall/domain/applications/application.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { useStanding } from '../staff/use-addresses.ts';
import classes from './assign.module.css';
import { type Invited, invitedOf } from './invited.ts';
import { suggestionsFor } from './suggestions-for.ts';

/** People who were suggested in a refusal of this work: each can be searched for, or invited. */
export function Suggested(props: {
  application: Application;
  of: Parameters<typeof suggestionsFor>[1];
  onSearch: (name: string) => void;
  onInvite: (person: Invited) => void;
}) {
  const { application, onSearch, onInvite } = props;
  const people = suggestionsFor(application, props.of);
  const standing = useStanding(application);
  if (people.length === 0) return null;
  return (
    <section className={classes.named}>
      <h3>{t('editor.suggested.title')}</h3>
      <p className="small soft">{t('editor.suggested.text')}</p>
      <ul>
        {people.map(({ name, email, institution }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may name the same person, and none is ever moved
          <li key={at}>
            <span className={classes.suggestion}>
              <b>{name}</b>
              <span className="soft">{[institution, email].filter((part) => part !== null).join(', ')}</span>
            </span>
            <Button size="sm" variant="subtle" onClick={() => onSearch(name)}>
              {t('staff.assign.namedSearch')}
              <span className="hidden-visually"> {name}</span>
            </Button>
            {email !== null && standing(email) !== null ? (
              <span className="small soft">{standing(email)}</span>
            ) : (
              <Button size="sm" variant="subtle" onClick={() => onInvite(invitedOf(name, email ?? ''))}>
                {t('staff.invite.do')}
                <span className="hidden-visually"> {name}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
