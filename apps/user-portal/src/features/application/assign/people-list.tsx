import { roleMessage } from '@clearcall/domain/people/roles.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { BareTick } from '@clearcall/ui/kit/field/boxes.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { EmailText } from '@clearcall/ui/kit/text/email-text.tsx';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { endedText } from '../../../parts/applications/ended-text.ts';
import { evidenceText } from '../../../parts/applications/evidence-text.ts';
import { Load } from '../../../parts/many/load.tsx';
import { nameOf } from '../../../parts/many/named.ts';
import classes from './assign.module.css';
import { type Candidate, type Evidence, obstacleOf } from './candidates.ts';

// The choice of the partition and the deadline stays near the list.
const shownFirst = 6;

/**
 * People to put on a step: those who can be assigned, each a checkbox with their load and evidence under it. People who
 * refused before or cannot be assigned are folded behind them, with the reason only.
 */
export function People(props: {
  id: string;
  people: readonly Candidate[];
  chosen: readonly Candidate[];
  evidenceOf: (id: number) => Evidence | undefined;
  roles: readonly string[];
  partitionId: string | null;
  isOld: boolean;
  toggle: (person: Candidate, on: boolean) => void;
}) {
  const { people, roles } = props;
  const list = useRef<HTMLDivElement>(null);
  const [showsAll, setShowsAll] = useState(false);
  const most = Math.max(5, ...people.map(({ work }) => work?.load ?? 0));
  const onKey = (event: KeyboardEvent) => {
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const { target } = event;
    if (!(target instanceof HTMLInputElement)) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      target.click();
    }
    if (way === undefined) return;
    event.preventDefault();
    const all = [...(list.current?.querySelectorAll<HTMLInputElement>('input:not(:disabled)') ?? [])];
    all[all.indexOf(target) + way]?.focus();
  };
  const rows = people.map((person) => {
    const evidence = props.evidenceOf(person.id);
    const isChosen = props.chosen.some(({ id }) => id === person.id);
    const hasPartition = props.partitionId !== null;
    const obstacle = obstacleOf(person, { evidence: evidence ?? [], roles, hasPartition });
    return { person, evidence, isChosen, obstacle, most, toggle: props.toggle };
  });
  const isFirst = ({ isChosen, obstacle, person }: Row) =>
    isChosen || (obstacle === null && person.ended === undefined);
  const possible = rows.filter(isFirst);
  const folded = rows.filter((row) => !isFirst(row));
  // A button never hides one person alone.
  const shown = showsAll || possible.length === shownFirst + 1 ? possible : possible.slice(0, shownFirst);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys go from one checkbox in it to the next
    <div id={props.id} ref={list} className={classes.people} aria-busy={props.isOld} onKeyDown={onKey}>
      <ul>
        {shown.map((row) => (
          <PersonRow key={row.person.id} {...row} />
        ))}
      </ul>
      {shown.length === possible.length ? null : (
        <Button
          variant="subtle"
          onClick={() => {
            setShowsAll(true);
            list.current?.querySelector('input')?.focus();
          }}
        >
          {t('staff.assign.showAll', { n: possible.length })}
        </Button>
      )}
      {folded.length === 0 ? null : (
        <details open={possible.length === 0}>
          <summary>{t('staff.assign.folded', { n: folded.length })}</summary>
          <ul>
            {folded.map((row) => (
              <PersonRow key={row.person.id} {...row} isBrief />
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

interface Row {
  person: Candidate;
  isChosen: boolean;
  /** Undefined while it is looked for. */
  evidence: Evidence | undefined;
  obstacle: ReturnType<typeof obstacleOf>;
  most: number;
  toggle: (person: Candidate, on: boolean) => void;
  /** Shows only what is against the person. */
  isBrief?: boolean;
}

function PersonRow({ person, evidence, isChosen, obstacle, most, toggle, isBrief = false }: Row) {
  const id = useId();
  const { load, fit = null } = person.work ?? {};
  return (
    <li data-chosen={isChosen || undefined} data-refused={obstacle !== null || undefined}>
      <label>
        <BareTick
          checked={isChosen}
          disabled={obstacle !== null && !isChosen}
          aria-describedby={id}
          onChange={(event) => toggle(person, event.target.checked)}
        />
        <span>
          <b>{nameOf(person)}</b>
          <span className={classes.address}>
            <EmailText address={person.email ?? ''} />
          </span>
        </span>
      </label>
      {isBrief || load === undefined ? null : <Load load={load} most={most} />}
      <div id={id} className={classes.facts}>
        {isBrief ? null : (
          <span>{[translate(roleMessage(person.role)), ...(person.work?.centres ?? [])].join(', ')}</span>
        )}
        {isBrief || fit === null ? null : (
          <span>{t(fit === 1 ? 'staff.assign.fit.first' : 'staff.assign.fit.further')}</span>
        )}
        {person.ended === undefined ? null : (
          <b className={classes.asks}>
            <Icon name="warning" size={14} /> {endedText(person.ended)}
          </b>
        )}
        {!isBrief && evidence?.length === 0 ? (
          <span className={classes.clear}>
            <Icon name="check" size={14} /> {t('staff.assign.noEvidence')}
          </span>
        ) : null}
        {evidence?.map((one) => (
          <span
            key={`${one.kind} ${JSON.stringify(one.says)}`}
            className={one.severity === 'refuses' ? classes.refuses : classes.asks}
          >
            <Icon name="dial-conflicted" size={14} /> {unbroken(evidenceText(one.kind, one.says))}
          </span>
        ))}
        {obstacle === null ? null : (
          <b className={classes.refuses}>
            <Icon name="warning" size={14} /> {t(`staff.assign.obstacle.${obstacle}`)}
          </b>
        )}
      </div>
    </li>
  );
}

/** What was looked for without a hit is said, too. */
export function Checked(props: {
  chosen: readonly Candidate[];
  evidenceOf: (id: number) => Evidence | undefined;
}) {
  if (props.chosen.length === 0 || props.chosen.some(({ id }) => props.evidenceOf(id)?.length !== 0))
    return null;
  return (
    <p className={`small ${classes.clear}`}>
      <Icon name="check" size={14} /> {t('staff.assign.checked')}
    </p>
  );
}
