import { Component, type ReactNode } from 'react';

interface Props {
  others: unknown;
  people: unknown;
  children: ReactNode;
}

/** The field that has the focus; null for buttons and links, which a person may press and leave. */
const focusedField = (): Element | null => {
  const element = document.activeElement;
  return element?.matches('input, textarea, select, [contenteditable="true"], td[tabindex="0"]')
    ? element
    : null;
};

/** Keeps the field that a person types in where it is on the screen, while changes of others come in above it. */
export class SteadyFocus extends Component<Props> {
  override getSnapshotBeforeUpdate(before: Props): { field: Element; top: number } | null {
    const { others, people } = this.props;
    if (before.others === others && before.people === people) return null;
    const field = focusedField();
    return field && { field, top: field.getBoundingClientRect().top };
  }

  override componentDidUpdate(
    _props: Props,
    _state: unknown,
    before: { field: Element; top: number } | null,
  ) {
    if (before === null || !before.field.isConnected) return;
    window.scrollBy({ top: before.field.getBoundingClientRect().top - before.top, behavior: 'instant' });
  }

  override render() {
    return this.props.children;
  }
}
