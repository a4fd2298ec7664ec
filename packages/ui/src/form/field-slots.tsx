import type { Element, FieldKey } from '@clearcall/domain/forms/types.ts';
import { createContext, type ReactNode, useContext } from 'react';

/** Adds something at the right of answers that are read: of one, or of a row of a table; with their name. */
export type Beside = (of: {
  answers: readonly { key: FieldKey; element: Element }[];
  name: string;
}) => ReactNode;

/** What a page adds to the fields of its forms, where they are filled in and where they are read. */
export interface FieldSlots {
  /** Under a field or a group. */
  under?: ((key: FieldKey, element: Element) => ReactNode) | undefined;
  beside?: Beside | undefined;
  /** Of an answer that is read, in its place; null: it stands as it is. */
  answer?: ((key: FieldKey, element: Element) => ReactNode) | undefined;
  /** Whether a question that was not answered stays where it was asked. */
  keeps?: ((key: FieldKey) => boolean) | undefined;
  /** The id of an answer that is read, where something leads to it. */
  id?: ((key: FieldKey) => string) | undefined;
  /** Behind the name of a row that is read. */
  row?: ((group: Element, rowId: string) => ReactNode) | undefined;
}

export const FieldSlotsContext = createContext<FieldSlots>({});

export const useFieldSlots = (): FieldSlots => useContext(FieldSlotsContext);

/** What the page adds at the right of an answer, or of all rows of a group. */
export function BesideField(props: { element: Element; groupId: string | null }) {
  const { beside } = useFieldSlots();
  const { element, groupId } = props;
  const added = beside?.({
    answers: [{ key: { elementId: element.id, groupId }, element }],
    name: element.title,
  });
  return added === undefined ? null : (
    <span className="only-screen" data-beside="">
      {added}
    </span>
  );
}

/** What the page adds under a field. */
export function UnderField(props: { element: Element; groupId: string | null }) {
  const { under } = useFieldSlots();
  return under?.({ elementId: props.element.id, groupId: props.groupId }, props.element) ?? null;
}
