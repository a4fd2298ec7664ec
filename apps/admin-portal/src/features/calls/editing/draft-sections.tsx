import { diffCalls } from '@clearcall/domain/calls/definition/diff-calls.ts';
import type { Address } from '@clearcall/domain/calls/definition/finding.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { CommandDialog } from '@clearcall/ui/kit/command/command-dialog.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { type Quoted, quoting } from '@clearcall/ui/kit/text/quoting.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { goToPlace, sectionOf } from '../../../parts/calls/call-places.ts';
import { flowTrail, quotesIn } from '../../../parts/calls/flow-names.ts';
import type { OpenedCall } from '../calls-queries.ts';
import { type CallEditing, useCallEditing, usePlaceNames } from './call-editing.tsx';
import { differenceGroups } from './difference-groups.ts';
import classes from './editing.module.css';
import { type PlaceNames, placeText } from './place-text.ts';

interface Named {
  names: PlaceNames;
}

/** Findings of the call, and the differences of its draft from what is live. */
export function DraftSections({ call }: { call: OpenedCall }) {
  const { isDraft, findings } = useCallEditing();
  const names = usePlaceNames(call);
  return (
    <>
      {isDraft || findings.length > 0 ? <BeforePublishing names={names} /> : null}
      {isDraft ? <Differences names={names} /> : null}
    </>
  );
}

function BeforePublishing({ names }: Named) {
  const { check, findings } = useCallEditing();
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const hints = findings.length - errors;
  return (
    <Section
      id="before"
      title={t('setup.callEditing.before')}
      aside={
        <span className="small muted">
          {[
            errors > 0 ? t('setup.callEditing.errors', { n: errors }) : '',
            hints > 0 ? t('setup.callEditing.hints', { n: hints }) : '',
          ]
            .filter(Boolean)
            .join(', ')}
        </span>
      }
    >
      {check === undefined ? (
        <p className="soft small">{t('setup.callEditing.checking')}</p>
      ) : findings.length === 0 ? (
        <p className={`small ${classes.passed}`}>
          <Icon name="check" />
          {t('setup.callEditing.noFindings')}
        </p>
      ) : (
        <ul className={classes.findings}>
          {findings.map(({ text, severity, at }) => (
            <li key={`${text} ${at.join()}`} data-severity={severity}>
              <Icon name={severity === 'error' ? 'warning' : 'info'} />
              <div>
                <p>{quoting(text, ...quotesIn(names.definition.flow, text))}</p>
                <PlaceLinks at={at} names={names} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** Links to places. Several settings of one field are one place. */
function PlaceLinks({ at, names }: Named & { at: readonly Address[] }) {
  const places = new Map(at.map((place) => [placeText(names, place), place]));
  return [...places].map(([text, place]) => (
    <a
      key={text}
      href={`#${sectionOf(place)}`}
      onClick={(event) => {
        event.preventDefault();
        goToPlace(place);
      }}
    >
      {quoting(text, ...flowTrail(names.definition.flow, place))}
    </a>
  ));
}

function Differences({ names }: Named) {
  const { definition, live, mayEdit, state } = useCallEditing();
  const differences = useMemo(() => (live === null ? [] : diffCalls(live, definition)), [live, definition]);
  const groups = useMemo(() => differenceGroups(names, differences), [names, differences]);
  const [discards, setDiscards] = useState(false);
  const draw = (text: string, quote: Quoted | undefined) =>
    quoting(text, quote, ...quotesIn(definition, text), ...quotesIn(live, text));
  return (
    <Section
      id="differences"
      title={t('setup.callEditing.differences')}
      aside={<span className="small muted">{numberText(differences.length)}</span>}
    >
      {live === null ? <p className="soft small">{t('setup.callEditing.neverLive')}</p> : null}
      {live !== null && differences.length === 0 ? (
        <p className="soft small">{t('setup.callEditing.noDifferences')}</p>
      ) : null}
      {groups.map(({ title, lines }) => (
        <div key={title} className={classes.group}>
          <h3>{title}</h3>
          <ul>
            {lines.map(({ sign, text, quote, at }) => (
              <li key={`${sign} ${text} ${at.join()}`} data-sign={sign}>
                <span className="hidden-visually">
                  {t(sign === '+' ? 'setup.callEditing.added' : 'setup.callEditing.taken')}
                </span>
                {sign === '+' ? (
                  <a
                    href={`#${sectionOf(at)}`}
                    onClick={(event) => {
                      event.preventDefault();
                      goToPlace(at);
                    }}
                  >
                    {draw(text, quote)}
                  </a>
                ) : (
                  <del>{draw(text, quote)}</del>
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
      {mayEdit ? (
        <p className={classes.discard}>
          <Button size="sm" disabled={state !== 'saved'} onClick={() => setDiscards(true)}>
            {t('setup.callEditing.discard')}
          </Button>
        </p>
      ) : null}
      {discards ? <DiscardDialog onClose={() => setDiscards(false)} n={differences.length} /> : null}
    </Section>
  );
}

function DiscardDialog({ n, onClose }: { n: number; onClose: () => void }) {
  const { id, revision }: CallEditing = useCallEditing();
  const queries = useQueryClient();
  return (
    <CommandDialog
      title={t('setup.callEditing.discard')}
      verb={t('setup.callEditing.discard')}
      danger
      send={(call) =>
        call('DELETE /admin/calls/:id/draft', { params: { id: String(id) }, body: { revision } })
      }
      after={() => queries.invalidateQueries({ queryKey: ['administered-calls'] })}
      onClose={onClose}
    >
      {t('setup.callEditing.discard.text', { n })}
    </CommandDialog>
  );
}
