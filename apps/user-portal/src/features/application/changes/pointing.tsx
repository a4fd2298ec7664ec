import type { Application } from '@clearcall/domain/applications/application.ts';
import type { GatheredPoint, Point } from '@clearcall/domain/applications/thread.ts';
import { takesAnswer } from '@clearcall/domain/forms/can-point-at.ts';
import { normaliseText } from '@clearcall/domain/forms/text.ts';
import type { Element, FieldKey } from '@clearcall/domain/forms/types.ts';
import { addressOf, fieldAt } from '@clearcall/ui/form/field-address.ts';
import { useForm } from '@clearcall/ui/form/use-form.tsx';
import { Button, IconButton } from '@clearcall/ui/kit/button.tsx';
import { useCommand } from '@clearcall/ui/kit/command/use-command.ts';
import { AreaField } from '@clearcall/ui/kit/field/area-field.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { CallError } from '@clearcall/ui/session/call-error.ts';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { forgetText, textsWith, useKept, useWhose } from '../../../parts/kept/kept-text.ts';
import { stepsOf } from '../editor/editor-session.ts';
import classes from './changes.module.css';
import { authorText } from './thread-texts.tsx';

/** What is gathered to ask for, as it stands on this page. */
interface Pointing {
  application: Application;
  points: readonly GatheredPoint[];
  /** Whether it was kept; why not is said by a notice. */
  save: (assignmentId: string, key: FieldKey, text: string) => Promise<boolean>;
  remove: (point: GatheredPoint) => Promise<boolean>;
  /** Keeps what was typed at fields and not kept; false if one could not be kept. */
  keepTyped: () => Promise<boolean>;
}

const typedPrefix = 'point:';
const typedAt = (assignmentId: string, key: FieldKey): string => `${assignmentId} ${addressOf(key)}`;

const PointingContext = createContext<Pointing | null>(null);

const isAt = (
  { assignmentId, flowElementId, dataGroupId }: GatheredPoint,
  of: string,
  { elementId, groupId }: FieldKey,
): boolean => assignmentId === of && flowElementId === elementId && dataGroupId === groupId;

async function carriedOut(command: () => Promise<void>): Promise<boolean> {
  try {
    await command();
    return true;
  } catch (error) {
    if (error instanceof CallError) return false;
    throw error;
  }
}

/** Hands what is gathered to the pages below: to the fields that are read, and to the dialog that decides. */
export function PointingProvider(props: { application: Application; children: ReactNode }) {
  const { application } = props;
  const userId = useWhose();
  const [points, setPoints] = useState<readonly GatheredPoint[]>(application.points);
  // Loaded again, it holds what was gathered and sent since.
  const [loaded, setLoaded] = useState(application);
  if (loaded !== application) {
    setLoaded(application);
    setPoints(application.points);
  }
  const pointing = useMemo<Pointing>(() => {
    const save = (assignmentId: string, key: FieldKey, text: string) =>
      carriedOut(async () => {
        const before = points.find((one) => one.mine && isAt(one, assignmentId, key));
        const field = { flowElementId: key.elementId, dataGroupId: key.groupId };
        const { revision } = await call('PUT /v2/assignments/:id/points', {
          params: { id: assignmentId },
          body: { ...field, text, revision: before?.revision ?? 0 },
        });
        const kept = {
          ...field,
          assignmentId,
          text: normaliseText(text).trim(),
          revision,
          mine: true,
          role: '',
        };
        setPoints((all) => [...all.filter((one) => one !== before), { ...before, ...kept }]);
        forgetText(userId, typedPrefix + typedAt(assignmentId, key));
      });
    return {
      application,
      points,
      save,
      async keepTyped() {
        for (const [at, text] of textsWith(userId, typedPrefix)) {
          const [assignmentId = '', address = ''] = at.split(/ (.*)/s);
          if (!application.pointable.includes(assignmentId) || text.trim() === '') continue;
          if (!(await save(assignmentId, fieldAt(address), text))) return false;
        }
        return true;
      },
      remove: (point) =>
        carriedOut(async () => {
          const { assignmentId, flowElementId, dataGroupId, revision } = point;
          await call('DELETE /v2/assignments/:id/points', {
            params: { id: assignmentId },
            body: { flowElementId, dataGroupId, revision },
          });
          setPoints((all) => all.filter((one) => one !== point));
        }),
    };
  }, [application, points, userId]);
  return <PointingContext.Provider value={pointing}>{props.children}</PointingContext.Provider>;
}

/** Under an answer that is read: a button to ask for a change of it, and what is gathered there. */
export function PointAtField(props: { assignmentId: string; element: Element; groupId: string | null }) {
  const pointing = useContext(PointingContext);
  const { announce } = useForm();
  const { element, groupId, assignmentId } = props;
  const key = { elementId: element.id, groupId };
  const here = pointing?.points.filter((one) => isAt(one, assignmentId, key)) ?? [];
  const own = here.find(({ mine }) => mine);
  const place = {
    key: typedPrefix + typedAt(assignmentId, key),
    uid: pointing?.application.uid ?? '',
    name: t('changes.point.at', { name: element.title }),
  };
  const [text, setText, forget] = useKept(place, own?.text ?? '', { inline: true });
  const [opened, setOpened] = useState(false);
  // Also kept from the dialog that sends it.
  const [keptAs, setKeptAs] = useState(own?.revision);
  if (keptAs !== own?.revision) {
    setKeptAs(own?.revision);
    setOpened(false);
  }
  const [error, setError] = useState<string | null>(null);
  const save = useCommand({
    send: async (_call, sent: string) => pointing?.save(assignmentId, key, sent),
    after: (isKept) => {
      if (isKept !== true) return;
      setOpened(false);
      announce(t('changes.point.kept'));
    },
  });
  const box = useRef<HTMLTextAreaElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const toOpener = useRef(false);
  const writes = opened || text !== (own?.text ?? '');
  useEffect(() => {
    if (writes) box.current?.focus();
    else if (toOpener.current) opener.current?.focus();
    toOpener.current = writes;
  }, [writes]);
  if (pointing === null || !takesAnswer(element)) return null;
  const keep = () => {
    if (text.trim() === '') setError(t('changes.point.empty'));
    else save.send(text);
  };
  const remove = async (point: GatheredPoint) => {
    if (!(await pointing.remove(point))) return;
    announce(t('changes.point.removed'));
    requestAnimationFrame(() => opener.current?.focus());
  };
  return (
    <div className={`${classes.point} only-screen`}>
      {here.length === 0 || writes ? null : (
        <div className={classes.thread} data-open>
          <p className={classes.head}>
            <b>{t('changes.point.mine')}</b>
          </p>
          <ol className={classes.texts}>
            {here.map((point) => (
              <li key={`${point.text} ${point.person?.id}`}>
                {point.mine ? null : <p className={classes.by}>{authorText(point)}</p>}
                <p className={classes.text}>{point.text}</p>
              </li>
            ))}
          </ol>
        </div>
      )}
      {writes ? (
        <div className={classes.thread} data-open>
          <AreaField
            ref={box}
            label={t('changes.point.label')}
            hint={t('changes.point.hint')}
            rows={3}
            maxLength={3_000}
            value={text}
            error={error}
            onChange={(event) => {
              setText(event.target.value);
              setError(null);
            }}
          />
          <div className={classes.actions}>
            <Button size="sm" loading={save.isPending} onClick={keep}>
              {t('changes.point.keep')}
            </Button>
            <Button
              size="sm"
              variant="subtle"
              onClick={() => {
                forget();
                setOpened(false);
              }}
            >
              {t('changes.point.cancel')}
            </Button>
          </div>
        </div>
      ) : own === undefined ? (
        <span data-beside="">
          <IconButton
            ref={opener}
            icon="edit"
            label={t('changes.point.at', { name: element.title })}
            onClick={() => setOpened(true)}
          />
        </span>
      ) : (
        <div className={classes.actions}>
          <Button ref={opener} size="sm" variant="subtle" onClick={() => setOpened(true)}>
            {t('changes.point.change')}
          </Button>
          <Button size="sm" variant="subtle" onClick={() => void remove(own)}>
            {t('changes.point.remove')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** What goes with a request for changes of an assignment: the `points` of its decision. */
export function usePointsToSend(assignmentId: string): Point[] {
  const pointing = useContext(PointingContext);
  return (pointing?.points ?? [])
    .filter((one) => one.assignmentId === assignmentId)
    .map(({ flowElementId, dataGroupId, text }) => ({ flowElementId, dataGroupId, text }));
}

/** In a dialog that decides or submits: what was typed at fields and not kept is kept as the dialog opens, and before it sends. */
export function useKeepTyped(opened: boolean): () => Promise<boolean> {
  const pointing = useContext(PointingContext);
  const latest = useRef(pointing);
  latest.current = pointing;
  useEffect(() => {
    if (opened) void latest.current?.keepTyped();
  }, [opened]);
  return async () => (await latest.current?.keepTyped()) ?? true;
}

/**
 * In a dialog whose outcome may be another one than a request for changes: what was gathered, and unless the outcome `asks`
 * for changes, that it is not sent.
 */
export function GatheredPoints({ asks = false }: { asks?: boolean }) {
  const pointing = useContext(PointingContext);
  const ids = new Set(pointing?.points.map(({ assignmentId }) => assignmentId));
  if (pointing === null || ids.size === 0) return null;
  return (
    <>
      {asks ? null : (
        <Note kind="warn">{t('changes.points.onlyIfAsked', { n: pointing.points.length })}</Note>
      )}
      {[...ids].map((id) => (
        <PointsToChange key={id} assignmentId={id} />
      ))}
    </>
  );
}

/** The element that a point is at, in the words of the reader, with its row. */
function nameOfPoint(application: Application, { assignmentId, flowElementId, dataGroupId }: GatheredPoint) {
  const elements = stepsOf(application).flatMap(({ forms }) => forms.flatMap((form) => form.elements));
  const group = elements.find(({ children = [] }) => children.some(({ id }) => id === flowElementId));
  const element = group?.children?.find(({ id }) => id === flowElementId);
  const found = element ?? elements.find(({ id }) => id === flowElementId);
  if (group === undefined || dataGroupId === null) return { element: found, name: found?.title ?? '' };
  const rows = (application.assignments.find(({ id }) => id === assignmentId)?.groups ?? [])
    .filter((one) => one.flowElementId === group.id)
    .toSorted((one, other) => one.order - other.order);
  const n = rows.findIndex(({ id }) => id === dataGroupId) + 1;
  return { element: found, name: t('editor.inRow', { title: found?.title ?? '', group: group.title, n }) };
}

/** In the dialog that asks for changes: at which fields, and what; own ones can be removed. Fields are pointed at while reading. */
export function PointsToChange(props: { assignmentId: string }) {
  const pointing = useContext(PointingContext);
  if (pointing === null) return null;
  const points = pointing.points.filter(({ assignmentId }) => assignmentId === props.assignmentId);
  return (
    <section className={classes.points} aria-label={t('changes.points.title')}>
      <h3>{t('changes.points.title')}</h3>
      {points.length === 0 ? <p className="muted">{t('changes.points.none')}</p> : null}
      <ul className={classes.lines}>
        {points.map((point) => {
          const { element, name } = nameOfPoint(pointing.application, point);
          return (
            <li key={`${point.flowElementId} ${point.dataGroupId} ${point.person?.id} ${point.mine}`}>
              <span>
                <b lang={element && langOf(element, 'title')}>{name}</b>
                {point.mine ? '' : ` (${authorText(point)})`}
                <br />
                <span className={classes.text}>{point.text}</span>
              </span>
              {point.mine ? (
                <Button
                  size="sm"
                  variant="subtle"
                  aria-label={t('changes.point.removeAt', { name })}
                  onClick={() => void pointing.remove(point)}
                >
                  {t('changes.point.remove')}
                </Button>
              ) : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Where somebody judges by a form: how many fields they have pointed at. */
export function GatheredNote() {
  const pointing = useContext(PointingContext);
  if (pointing === null || pointing.points.length === 0) return null;
  return <p className="soft">{t('changes.points.gathered', { n: pointing.points.length })}</p>;
}
