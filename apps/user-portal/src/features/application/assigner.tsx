import { fullName } from '@clearcall/domain/people/person-name.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { onePerson } from '@clearcall/ui/session/people.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { useQuery } from '@tanstack/react-query';

/** Name of the person who assigned the work; a sentence of its own if that account is gone. Source: Requirements 1, 8.21. */
export function Assigner(props: { id: number }) {
  const user = useUser();
  const found = useQuery({ ...onePerson(props.id), enabled: props.id !== user.id });
  const { data: person, isPending } = props.id === user.id ? { data: user, isPending: false } : found;
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
