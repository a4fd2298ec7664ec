import type { Problem } from '@clearcall/domain/forms/types.ts';
import { fieldAt } from '@clearcall/ui/form/field-address.ts';
import { focusField } from '@clearcall/ui/form/focus.ts';
import type { FormStore } from '@clearcall/ui/form/form-store.ts';
import { quotingTitles } from '@clearcall/ui/form/quoting-titles.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { ofSameAssignment } from '../../../search-params.ts';

export const afterOverlayMs = 150;

/** What a problem is called: its field, and which row it stands in. */
export function nameOf(store: FormStore, problem: Pick<Problem, 'elementId' | 'groupId' | 'title'>): string {
  if (problem.groupId === null) return problem.title;
  const groupId = problem.groupId;
  for (const form of store.step.forms) {
    const group = form.elements.find((element) =>
      element.children?.some((child) => child.id === problem.elementId),
    );
    if (!group) continue;
    const index = store.rows(group.id).findIndex((row) => row.id === groupId);
    return t('editor.inRow', { title: problem.title, group: group.title, n: index + 1 });
  }
  return problem.title;
}

/**
 * Leads to a field: opens its form, unfolds its row, scrolls and gives it the focus. The lists of problems are drawn again
 * while somebody types; most of their links stay what they are.
 */
export const ProblemLink = memo(function ProblemLink(props: {
  store: FormStore;
  name: string;
  address: string;
  formId: string;
  onGo?: () => void;
}) {
  const { store, address, formId, onGo } = props;
  return (
    <Link
      from="/applications/$uid"
      search={ofSameAssignment({ form: formId })}
      hash={address}
      hashScrollIntoView={false}
      onClick={() => {
        store.presentation.reveal(fieldAt(address));
        focusField(address);
        if (!onGo) return;
        onGo();
        // What lay over the page gives the focus back to its button when it closes; the field comes after that.
        setTimeout(() => focusField(address), afterOverlayMs);
      }}
    >
      {quotingTitles(store, props.name)}
    </Link>
  );
});
