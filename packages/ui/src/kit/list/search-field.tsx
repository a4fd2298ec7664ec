import { type FormEvent, useEffect, useRef, useState } from 'react';
import { TextField } from '../field/text-field.tsx';

/** How long typing may pause before the list follows. Source: Requirements 1, 9.9. */
export const typingMs = 1000;

/** What is searched for in a list: it follows as one types, and at once on Enter. */
export function SearchField(props: { label: string; value: string; onSearch: (search: string) => void }) {
  const { value } = props;
  const [typed, setTyped] = useState(value);
  const latest = useRef(props.onSearch);
  latest.current = props.onSearch;
  // Back and forward change the address; the field follows.
  useEffect(() => setTyped(value), [value]);
  const wanted = typed.trim();
  useEffect(() => {
    if (wanted === value) return;
    const timer = setTimeout(() => latest.current(wanted), typingMs);
    return () => clearTimeout(timer);
  }, [wanted, value]);
  const now = (event: FormEvent) => {
    event.preventDefault();
    if (wanted !== value) props.onSearch(wanted);
  };
  return (
    <search>
      <form onSubmit={now}>
        <TextField
          label={props.label}
          type="search"
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </form>
    </search>
  );
}
