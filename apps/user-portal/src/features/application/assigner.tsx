import { fullName } from '@clearcall/domain/people/person-name.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { onePerson } from '@clearcall/ui/session/people.ts';
import { useQuery } from '@tanstack/react-query';

/** Name of the person who assigned the work; a sentence of its own if that account is gone. Source: Requirements 1, 8.21. */
export function Assigner(props: { id: number }) {
  const { data: person, isPending } = useQuery(onePerson(props.id));
  return (
    <span className="muted">
      {isPending
        ? t('editor.assignedBy', { name: '…' })
        : person
          ? t('editor.assignedBy', { name: fullName(person) })
          : t('editor.assignedByUnknown')}
    </span>
  );
}
