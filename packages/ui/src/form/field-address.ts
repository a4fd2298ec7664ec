import type { FieldKey } from '@clearcall/domain/forms/types.ts';

/**
 * The address of a field as one string: the element's id, and the row behind an @ where it stands in a group. Serves
 * as key of maps, as id in the page and as fragment of an address.
 */
export function addressOf(key: FieldKey): string {
  return key.groupId === null ? key.elementId : `${key.elementId}@${key.groupId}`;
}

/** The field behind such an address. */
export function fieldAt(address: string): FieldKey {
  const at = address.lastIndexOf('@');
  return at < 0
    ? { elementId: address, groupId: null }
    : { elementId: address.slice(0, at), groupId: address.slice(at + 1) };
}
