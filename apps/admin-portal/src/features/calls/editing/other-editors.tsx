import { initialsText } from '@clearcall/ui/kit/text/initials-text.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { listText, timeText } from '@clearcall/ui/kit/time/date-text.ts';
import type { OpenedCall } from '../calls-queries.ts';
import { useCallEditing, usePlaceNames } from './call-editing.tsx';
import classes from './editing.module.css';
import type { OthersChanges } from './editing-store.ts';
import { type PlaceNames, placeText } from './place-text.ts';

/** Places that are named; of more, their number. */
const maxNamed = 3;

/** Shows the people who have the draft open, and the latest change by one of them. */
export function OtherEditors({ call }: { call: OpenedCall }) {
  const { people, others } = useCallEditing();
  const names = usePlaceNames(call);
  return (
    <>
      {people.length === 0 ? null : (
        <ul className={classes.people} aria-label={t('setup.others.here')}>
          {people.map(({ id, name, since }) => {
            const text = t('setup.others.since', { name, at: timeText(since) });
            return (
              <li key={id} title={text}>
                <span className={classes.initials} aria-hidden="true">
                  {initialsOf(name)}
                </span>
                <span aria-hidden="true">{name}</span>
                <span className="hidden-visually">{text}</span>
              </li>
            );
          })}
        </ul>
      )}
      <span role="status" className="soft small">
        {/* The same words again are read again. */}
        {others === null ? null : <span key={others.revision}>{changesText(names, others)}</span>}
      </span>
    </>
  );
}

function changesText(names: PlaceNames, { by, places, isGone }: OthersChanges): string {
  if (isGone) return t('setup.others.gone');
  const all = [...new Set(places.map((at) => placeText(names, at)))];
  const shown = all.slice(0, maxNamed);
  const more = all.length - shown.length;
  const list = listText(more === 0 ? shown : [...shown, t('setup.others.more', { n: more })]);
  return by === null
    ? t('setup.others.changed', { places: list })
    : t('setup.others.changedBy', { by, places: list });
}

const initialsOf = (name: string): string => {
  const [firstName = '', ...rest] = name.split(' ');
  return initialsText({ firstName, lastName: rest.at(-1) ?? '', email: '' });
};
