import { roleMessage } from '@clearcall/domain/people/roles.ts';
import { BareTick } from '@clearcall/ui/kit/field/boxes.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { EmailText } from '@clearcall/ui/kit/text/email-text.tsx';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { type KeyboardEvent, useId, useRef } from 'react';
import { endedText } from '../../../parts/applications/ended-text.ts';
import { evidenceText } from '../../../parts/applications/evidence-text.ts';
import { Load } from '../../../parts/many/load.tsx';
import { nameOf } from '../../../parts/many/named.ts';
import classes from './assign.module.css';
import { type Candidate, type Evidence, obstacleOf } from './candidates.ts';

/** Who can be put on a step: each a checkbox with their load, and what is known for and against them under it. */
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
  const list = useRef<HTMLUListElement>(null);
  const most = Math.max(5, ...props.people.map(({ work }) => work?.load ?? 0));
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
  return (
    <ul id={props.id} ref={list} className={classes.people} aria-busy={props.isOld} onKeyDown={onKey}>
      {props.people.map((person) => (
        <PersonRow
          key={person.id}
          person={person}
          isChosen={props.chosen.some(({ id }) => id === person.id)}
          evidence={props.evidenceOf(person.id)}
          roles={props.roles}
          hasPartition={props.partitionId !== null}
          most={most}
          toggle={props.toggle}
        />
      ))}
    </ul>
  );
}

function PersonRow(props: {
  person: Candidate;
  isChosen: boolean;
  /** Undefined while it is looked for. */
  evidence: Evidence | undefined;
  roles: readonly string[];
  hasPartition: boolean;
  most: number;
  toggle: (person: Candidate, on: boolean) => void;
}) {
  const { person, evidence, isChosen } = props;
  const id = useId();
  const obstacle = obstacleOf(person, {
    evidence: evidence ?? [],
    roles: props.roles,
    hasPartition: props.hasPartition,
  });
  const { load, fit = null } = person.work ?? {};
  return (
    <li data-chosen={isChosen || undefined} data-refused={obstacle !== null || undefined}>
      <label>
        <BareTick
          checked={isChosen}
          disabled={obstacle !== null && !isChosen}
          aria-describedby={id}
          onChange={(event) => props.toggle(person, event.target.checked)}
        />
        <span>
          <b>{nameOf(person)}</b>
          <span className={classes.address}>
            <EmailText address={person.email ?? ''} />
          </span>
        </span>
      </label>
      {load === undefined ? null : <Load load={load} most={props.most} />}
      <div id={id} className={classes.facts}>
        <span>{[translate(roleMessage(person.role)), ...(person.work?.centres ?? [])].join(', ')}</span>
        {fit === null ? null : (
          <span>{t(fit === 1 ? 'staff.assign.fit.first' : 'staff.assign.fit.further')}</span>
        )}
        {person.ended === undefined ? null : (
          <b className={classes.asks}>
            <Icon name="warning" size={14} /> {endedText(person.ended)}
          </b>
        )}
        {evidence?.length === 0 ? (
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
