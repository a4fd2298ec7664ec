import type { Application } from '@clearcall/domain/applications/application.ts';
import type { GatheredPoint, Point } from '@clearcall/domain/applications/thread.ts';
import { takesAnswer } from '@clearcall/domain/forms/can-point-at.ts';
import { normaliseText } from '@clearcall/domain/forms/text.ts';
import type { Element, FieldKey } from '@clearcall/domain/forms/types.ts';
import { addressOf, fieldAt } from '@clearcall/ui/form/field-address.ts';
import type { Beside } from '@clearcall/ui/form/field-slots.tsx';
import { quotingTitles } from '@clearcall/ui/form/quoting-titles.ts';
import { useForm } from '@clearcall/ui/form/use-form.tsx';
import { Button, iconButton } from '@clearcall/ui/kit/button.tsx';
import { useCommand } from '@clearcall/ui/kit/command/use-command.ts';
import { AreaField } from '@clearcall/ui/kit/field/area-field.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { MenuButton } from '@clearcall/ui/kit/overlay/menu-button.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { quoted, quoting } from '@clearcall/ui/kit/text/quoting.tsx';
import { SpokenName } from '@clearcall/ui/kit/text/spoken-name.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { CallError } from '@clearcall/ui/session/call-error.ts';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { forgetText, textsWith, useKept, useWhose } from '../../../parts/kept/kept-text.ts';
import { stepsOf } from '../editor/editor-session.ts';
import classes from './changes.module.css';
import { authorText } from './thread-texts.tsx';

/** What is gathered to ask for, as it stands on this page. */
interface Pointing {
  application: Application;
  points: readonly GatheredPoint[];
  /** Fields at which a box is open, by assignment and address. */
  opened: ReadonlySet<string>;
  setOpened: (at: string, isOpen: boolean) => void;
  /** Whether it was kept; why not is said by a notice. */
  save: (assignmentId: string, key: FieldKey, text: string) => Promise<boolean>;
  remove: (point: GatheredPoint) => Promise<boolean>;
  /** Keeps what was typed at fields and not kept; false if one could not be kept. */
  keepTyped: () => Promise<boolean>;
}

const typedPrefix = 'point:';
const typedAt = (assignmentId: string, key: FieldKey): string => `${assignmentId} ${addressOf(key)}`;

const PointingContext = createContext<Pointing | null>(null);

/** A name without spaces: an attribute of the opener lists several. */
const opensAt = (at: string): string => at.replaceAll(' ', '/');

/** Moves the focus to the button that opens the box at a field. */
const focusOpener = (at: string) =>
  requestAnimationFrame(() => {
    const opener = document.querySelector<HTMLElement>(`[data-points~="${opensAt(at)}"]`);
    (opener?.querySelector('button') ?? opener)?.focus();
  });

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
  const [opened, setAllOpened] = useState<ReadonlySet<string>>(
    () => new Set(textsWith(userId, typedPrefix).keys()),
  );
  const pointing = useMemo<Pointing>(() => {
    const setOpened = (at: string, isOpen: boolean) =>
      setAllOpened((all) => new Set(isOpen ? [...all, at] : [...all].filter((one) => one !== at)));
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
        setOpened(typedAt(assignmentId, key), false);
      });
    return {
      application,
      points,
      opened,
      setOpened,
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
  }, [application, points, opened, userId]);
  return <PointingContext.Provider value={pointing}>{props.children}</PointingContext.Provider>;
}

/** Returns whether something is gathered at a field, or is being written there. */
export function usePointed(assignmentId: string): (key: FieldKey) => boolean {
  const pointing = useContext(PointingContext);
  const { points = [], opened } = pointing ?? {};
  return useCallback(
    (key) =>
      opened?.has(typedAt(assignmentId, key)) === true || points.some((one) => isAt(one, assignmentId, key)),
    [points, opened, assignmentId],
  );
}

/** Opens the box to ask for a change of an answer; of a row of answers, a menu of its questions. */
export function PointButton(props: { assignmentId: string } & Parameters<Beside>[0]) {
  const pointing = useContext(PointingContext);
  const { store } = useForm();
  const answers = props.answers
    .filter(({ element }) => takesAnswer(element))
    .map(({ key, element }) => ({ element, at: typedAt(props.assignmentId, key) }));
  const [first] = answers;
  if (pointing === null || first === undefined) return null;
  const label = t('changes.point.at', { name: props.name });
  const opener = { 'data-points': answers.map(({ at }) => opensAt(at)).join(' ') };
  if (first.element.children !== undefined)
    return (
      <Button
        {...opener}
        size="sm"
        variant="subtle"
        leftSection={<Icon name="edit" />}
        onClick={() => pointing.setOpened(first.at, true)}
      >
        {quoting(label, quoted(first.element, 'title'))}
      </Button>
    );
  if (answers.length === 1)
    return (
      <Button
        {...opener}
        className={classes.ask}
        size="sm"
        variant="subtle"
        leftSection={<Icon name="edit" />}
        onClick={() => pointing.setOpened(first.at, true)}
      >
        <SpokenName
          words={t('changes.point.ask')}
          name={label}
          draw={(words) => quotingTitles(store, words)}
        />
      </Button>
    );
  return (
    <span {...opener}>
      <MenuButton
        className={iconButton}
        label={label}
        draw={(words) => quotingTitles(store, words)}
        items={answers.map(({ element, at }) => ({
          label: element.title,
          draw: (words: string) => quoting(words, quoted(element, 'title')),
          onSelect: () => pointing.setOpened(at, true),
        }))}
      >
        <Icon name="edit" />
      </MenuButton>
    </span>
  );
}

/** Under an answer that is read: what is gathered there, and the box to write it. */
export function PointBox(props: { assignmentId: string; element: Element; groupId: string | null }) {
  const pointing = useContext(PointingContext);
  const { announce } = useForm();
  const { element, groupId, assignmentId } = props;
  const key = { elementId: element.id, groupId };
  const at = typedAt(assignmentId, key);
  const here = pointing?.points.filter((one) => isAt(one, assignmentId, key)) ?? [];
  const own = here.find(({ mine }) => mine);
  const place = {
    key: typedPrefix + at,
    uid: pointing?.application.uid ?? '',
    name: t('changes.point.at', { name: element.title }),
  };
  const [text, setText, forget] = useKept(place, own?.text ?? '', { inline: true });
  const [error, setError] = useState<string | null>(null);
  const save = useCommand({
    send: async (_call, sent: string) => pointing?.save(assignmentId, key, sent),
    after: (isKept) => {
      if (isKept === true) announce(t('changes.point.kept'));
    },
  });
  const box = useRef<HTMLTextAreaElement>(null);
  const changer = useRef<HTMLButtonElement>(null);
  const toChanger = useRef(false);
  const writes = pointing?.opened.has(at) === true || text !== (own?.text ?? '');
  useEffect(() => {
    if (writes) box.current?.focus();
    else if (toChanger.current) changer.current?.focus();
    toChanger.current = writes;
  }, [writes]);
  if (pointing === null) return null;
  const keep = () => {
    if (text.trim() === '') setError(t('changes.point.empty'));
    else save.send(text);
  };
  const remove = async (point: GatheredPoint) => {
    if (!(await pointing.remove(point))) return;
    announce(t('changes.point.removed'));
    focusOpener(at);
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
                pointing.setOpened(at, false);
                if (own === undefined) focusOpener(at);
              }}
            >
              {t('changes.point.cancel')}
            </Button>
          </div>
        </div>
      ) : own === undefined ? null : (
        <div className={classes.actions}>
          <Button ref={changer} size="sm" variant="subtle" onClick={() => pointing.setOpened(at, true)}>
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
  if (group === undefined || dataGroupId === null)
    return { name: found?.title ?? '', quotes: [quoted(found, 'title')] };
  const rows = (application.assignments.find(({ id }) => id === assignmentId)?.groups ?? [])
    .filter((one) => one.flowElementId === group.id)
    .toSorted((one, other) => one.order - other.order);
  const n = rows.findIndex(({ id }) => id === dataGroupId) + 1;
  return {
    name: t('editor.inRow', { title: found?.title ?? '', group: group.title, n }),
    quotes: [quoted(found, 'title'), quoted(group, 'title')],
  };
}

/** In the dialog that asks for changes: at which fields, and what; own ones can be removed. Fields are pointed at while reading. */
export function PointsToChange(props: { assignmentId: string }) {
  const pointing = useContext(PointingContext);
  if (pointing === null) return null;
  const points = pointing.points.filter(({ assignmentId }) => assignmentId === props.assignmentId);
  return (
    <section className={classes.points} aria-label={t('changes.points.title')}>
      <h3>{t('changes.points.title')}</h3>
      {points.length === 0 ? <p className="soft">{t('changes.points.none')}</p> : null}
      <ul className={classes.lines}>
        {points.map((point) => {
          const { name, quotes } = nameOfPoint(pointing.application, point);
          return (
            <li key={`${point.flowElementId} ${point.dataGroupId} ${point.person?.id} ${point.mine}`}>
              <span>
                <b>{quoting(name, ...quotes)}</b>
                {point.mine ? '' : ` (${authorText(point)})`}
                <br />
                <span className={classes.text}>{point.text}</span>
              </span>
              {point.mine ? (
                <Button size="sm" variant="subtle" onClick={() => void pointing.remove(point)}>
                  <SpokenName
                    words={t('changes.point.remove')}
                    name={t('changes.point.removeAt', { name })}
                    draw={(words) => quoting(words, ...quotes)}
                  />
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
