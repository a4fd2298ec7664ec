import { useEffect, useState } from 'react';

/** As people are looked for: a moment after the last letter. Source: Specification 2, section 9. */
const restMs = 500;

/** What was typed, once nothing was typed for a moment. */
export function useRested(text: string, afterMs = restMs): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), afterMs);
    return () => clearTimeout(timer);
  }, [text, afterMs]);
  return rested;
}
