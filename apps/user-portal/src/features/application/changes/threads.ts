import type { Thread } from '@clearcall/domain/applications/thread.ts';
import { normaliseText } from '@clearcall/domain/forms/text.ts';
import type { Element, Step } from '@clearcall/domain/forms/types.ts';

/** Whether the reader is asked for it now, and has not said that it is done. */
export const isToAnswer = ({ can, answered }: Pick<Thread, 'can' | 'answered'>): boolean =>
  can.answer && !answered;

/** Where the unsent answer of a thread is stored on the device. */
export const answerPrefix = 'answer:';
export const answerKey = ({ id }: Pick<Thread, 'id'>): string => answerPrefix + id;

/** Where a thread stands in a form; null where its element is not in it. */
export interface PlacedThread {
  thread: Thread;
  element: Element;
  /** The group that its row is of. */
  group: Element | null;
  formId: string;
}

/** The threads of a step as one comes by their fields, form by form; those of a row by its place. */
export function placeThreads(
  { forms }: Pick<Step, 'forms'>,
  threads: readonly Thread[],
  placeOfRow: (groupElementId: string, rowId: string) => number,
): PlacedThread[] {
  const inOrder = [...forms].sort((one, other) => one.order - other.order);
  return inOrder.flatMap((form) =>
    form.elements.flatMap((element) => {
      const own = threads.filter((thread) => thread.flowElementId === element.id);
      const inRows = (element.children ?? []).flatMap((child, index) =>
        threads
          .filter((thread) => thread.flowElementId === child.id)
          .map((thread) => ({ thread, child, index, row: placeOfRow(element.id, thread.dataGroupId ?? '') })),
      );
      return [
        ...own.map((thread) => ({ thread, element, group: null, formId: form.id })),
        ...inRows
          .sort((one, other) => one.row - other.row || one.index - other.index)
          .map(({ thread, child }) => ({ thread, element: child, group: element, formId: form.id })),
      ];
    }),
  );
}

/** An answer that was just sent: with it the thread counts as done. */
export function withAnswer(
  threads: readonly Thread[],
  threadId: string,
  { id, createdAt, text, role }: { id: string; createdAt: string; text: string; role: string },
): Thread[] {
  return threads.map((thread) =>
    thread.id !== threadId || thread.comments.some((comment) => comment.id === id)
      ? thread
      : {
          ...thread,
          answered: true,
          comments: [
            ...thread.comments,
            { id, asks: false, role, mine: true, text: normaliseText(text).trim(), createdAt },
          ],
        },
  );
}

export const withMark = (threads: readonly Thread[], threadId: string, answered: boolean): Thread[] =>
  threads.map((thread) => (thread.id === threadId ? { ...thread, answered } : thread));
