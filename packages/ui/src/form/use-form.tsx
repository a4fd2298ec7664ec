import type { AwardLimits } from '@clearcall/domain/applications/application.ts';
import type { CutoffPartition } from '@clearcall/domain/calls/call.ts';
import type { Element, FieldKey, FieldState, Problem, Row } from '@clearcall/domain/forms/types.ts';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useSyncExternalStore } from 'react';
import { whenReleased } from '../kit/field/after-press.ts';
import type { FieldMark } from './form-presentation.ts';
import type { FormStore } from './form-store.ts';
import type { UploadState, Uploads } from './uploads.ts';

/** A document as the form shows it. */
export interface FormDocument {
  id: string;
  filename: string;
  sizeBytes: number;
  pages: number | null;
  /** Null if the reader may not know when it was uploaded. */
  createdAt: string | null;
}

/** A file that is to be filled in and uploaded. */
export interface FormTemplate {
  title: string;
  filename: string;
  sizeBytes: number;
  address: string;
}

/** What a form needs of the page around it: the world that its controls show, and the operations that leave the page. */
export interface FormServices {
  store: FormStore;
  /** Partitions of the active cut-off, with all that people want to know of them. */
  partitions: readonly CutoffPartition[];
  /** What amounts that are decided are held against, for those who decide. */
  awards?: readonly AwardLimits[] | undefined;
  /** What the application asks for on the partitions that an advised or decided amount is about, as far as the reader may know it. */
  requested?:
    | readonly {
        partitionId: string;
        name: string;
        amount: string | null;
        unit: string;
        isTurnedDown?: boolean;
      }[]
    | undefined;
  /** Ranks of the other applications of the panel, for those who rank this one. */
  ranks?: readonly { uid: string; rank: string }[] | undefined;
  documents: ReadonlyMap<string, FormDocument>;
  /** What uploads ask to be used, by `templateId`. */
  templates: ReadonlyMap<string, FormTemplate>;
  /** Addresses behind the links of checkboxes; null when there is none. */
  links: Record<'terms' | 'privacy' | 'terms_of_reference', string | null>;
  uploads: Uploads;
  /** A submission waits that arrived in time: of a form that is closed, files that were refused may still be mended. */
  mendsFiles: boolean;
  deleteFile(key: FieldKey, documentId: string): Promise<void>;
  downloadFile(documentId: string): Promise<void>;
  /** Said once to those who hear the page; shown to nobody. */
  announce(sentence: ReactNode): void;
}

const ServicesContext = createContext<FormServices | null>(null);

export function FormProvider(props: { value: FormServices; children: ReactNode }) {
  return <ServicesContext.Provider value={props.value}>{props.children}</ServicesContext.Provider>;
}

export function useForm(): FormServices {
  const around = useContext(ServicesContext);
  if (around === null) throw new Error('A field stands outside of a FormProvider.');
  return around;
}

/** The engine's word on one field. The component is drawn again when it changes, and only then. */
export function useField(elementId: string, groupId: string | null): FieldState {
  const { store } = useForm();
  const watch = useMemo(
    () => ({
      subscribe: (listener: () => void) => store.subscribeField({ elementId, groupId }, listener),
      read: () => store.read({ elementId, groupId }),
    }),
    [store, elementId, groupId],
  );
  return useSyncExternalStore(watch.subscribe, watch.read);
}

export function useFieldMark(elementId: string, groupId: string | null): FieldMark {
  const { store } = useForm();
  const watch = useMemo(
    () => ({
      subscribe: (listener: () => void) => store.presentation.subscribeMark({ elementId, groupId }, listener),
      read: () => store.presentation.mark({ elementId, groupId }),
    }),
    [store, elementId, groupId],
  );
  return useSyncExternalStore(watch.subscribe, watch.read);
}

/** The file that is on its way into a field, or was not taken. */
export function useUpload(elementId: string, groupId: string | null): UploadState {
  const { uploads } = useForm();
  const watch = useMemo(
    () => ({
      subscribe: (listener: () => void) => uploads.subscribe({ elementId, groupId }, listener),
      read: () => uploads.read({ elementId, groupId }),
    }),
    [uploads, elementId, groupId],
  );
  return useSyncExternalStore(watch.subscribe, watch.read);
}

/** The rows of a group, in order. */
export function useRows(groupElementId: string): readonly Row[] {
  const { store } = useForm();
  const watch = useMemo(
    () => ({
      subscribe: (listener: () => void) => store.subscribeRows(groupElementId, listener),
      read: () => store.rows(groupElementId),
    }),
    [store, groupElementId],
  );
  return useSyncExternalStore(watch.subscribe, watch.read);
}

export function useFolded(groupElementId: string, groupId: string): boolean {
  const { store } = useForm();
  const watch = useMemo(
    () => ({
      subscribe: (listener: () => void) => store.presentation.subscribeFold(groupId, listener),
      read: () => store.presentation.isFolded(groupElementId, groupId),
    }),
    [store, groupElementId, groupId],
  );
  return useSyncExternalStore(watch.subscribe, watch.read);
}

const gatherMs = 120;
const gathered = new WeakMap<FormStore, Set<() => void>>();

/**
 * Told after changes of the form, gathered, and all at once: what stands beside the form may be a moment late and is
 * drawn in one go, so that typing never is. It is not drawn while something is pressed: a summary that loses a line
 * would move the choice away from under the mouse.
 */
export function subscribeGathered(store: FormStore, listener: () => void): () => void {
  const listeners = gathered.get(store) ?? new Set<() => void>();
  if (!gathered.has(store)) {
    gathered.set(store, listeners);
    let waits = false;
    store.subscribe(() => {
      if (waits) return;
      waits = true;
      const tell = () => {
        waits = false;
        for (const one of [...listeners]) one();
      };
      setTimeout(() => whenReleased(tell), gatherMs);
    });
  }
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What stops the submission, gathered; without what is on its way. */
export function useProblems(store: FormStore): readonly Problem[] {
  const watch = useMemo(() => {
    const read = () => store.allProblems().filter((problem) => !store.presentation.isComing(problem));
    let shown = read();
    return {
      subscribe: (listener: () => void) =>
        subscribeGathered(store, () => {
          shown = read();
          listener();
        }),
      read: () => shown,
    };
  }, [store]);
  return useSyncExternalStore(watch.subscribe, watch.read);
}

/** Something small that is worked out of the whole form, gathered. The component is drawn again when it changes. */
export function useGathered<T extends string | number>(read: (store: FormStore) => T): T {
  const { store } = useForm();
  const subscribe = useCallback((listener: () => void) => subscribeGathered(store, listener), [store]);
  return useSyncExternalStore(subscribe, () => read(store));
}

/** Whether an element must be answered at least sometimes: decides how a control is built, not what is checked. */
export function mayBeRequired(element: Element): boolean {
  return element.config.required === true || element.effects.some((effect) => effect.effect === 'required');
}
