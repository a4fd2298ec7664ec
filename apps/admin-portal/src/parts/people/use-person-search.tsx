import { roleMessage } from '@clearcall/domain/people/roles.ts';
import type { CommandForm } from '@clearcall/ui/kit/command/command-dialog.tsx';
import type { Fields } from '@clearcall/ui/kit/command/command-field.tsx';
import { useRested } from '@clearcall/ui/kit/state/use-rested.ts';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { read } from '@clearcall/ui/session/call.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** So many people are offered at once; more words find fewer. */
const offered = 20;

interface Found {
  people: readonly { value: string; label: string }[];
  total: number;
}

/**
 * Two fields of a dialog, `search` and `person`, by which an administrator looks for a person, and what follows the search.
 * Put `follow` into the content of the dialog.
 */
export function usePersonSearch(wanted: { label: string; needed: string }) {
  const [search, setSearch] = useState('');
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['people', 'to-choose', search],
    queryFn: read('POST /admin/people', { body: { search, pageSize: offered } }),
    placeholderData: keepPreviousData,
  });
  const people = (data?.data ?? []).map((person) => ({
    value: String(person.id),
    label: t('admin.members.choice', {
      name: `${person.firstName} ${person.lastName}`.trim(),
      email: person.email,
      role: translate(roleMessage(person.role)),
    }),
  }));
  const found = data === undefined || isPlaceholderData ? null : { people, total: data.total };
  return {
    fields: {
      search: { type: 'text', label: t('admin.people.search'), maxLength: 200, isFirst: true },
      person: {
        type: 'select',
        label: wanted.label,
        hint: found !== null && found.total > offered ? t('admin.members.more') : undefined,
        unset: t('admin.choose'),
        required: wanted.needed,
        choices: people,
      },
    } as const,
    follow: <F extends Fields>({ values, set }: CommandForm<F>) => (
      <FollowSearch
        words={String(values.search)}
        person={String(values.person)}
        found={search === '' ? null : found}
        onSearch={setSearch}
        onChoose={(person) => set('person', person)}
      />
    ),
  };
}

/** Searches when the author has stopped typing, says how many people match, and chooses the only one. */
function FollowSearch(props: {
  words: string;
  person: string;
  found: Found | null;
  onSearch: (words: string) => void;
  onChoose: (person: string) => void;
}) {
  const { words, person, found, onSearch, onChoose } = props;
  const rested = useRested(words);
  useEffect(() => onSearch(rested.trim()), [rested, onSearch]);
  const values = found?.people.map(({ value }) => value).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows what was found, not what the author chose since
  useEffect(() => {
    if (found === null) return;
    const [only = ''] = found.people.length === 1 ? found.people.map(({ value }) => value) : [];
    if (only !== '' || !found.people.some(({ value }) => value === person)) onChoose(only);
  }, [values]);
  return (
    <p role="status" className="soft">
      {found === null ? null : t('admin.people.found', { n: found.total })}
    </p>
  );
}
