import type { ReactNode } from 'react';

// As a page writes dates in any language: 04-09-2026 10:00, 04.09.2026, 04/09/2026; and the ids of applications:
// ESAO-REG-2026R02-058, DRAFT-17. In parentheses, to be kept by split.
const whole = /(\d{2}[-./]\d{2}[-./]\d{4}(?: \d{2}:\d{2})?|\b(?:DRAFT|[A-Z][A-Z\d]*(?:-[A-Z\d]+)+)-\d+\b)/;

/**
 * A text in which no date and no id of an application falls apart at the end of a line: browsers break lines after a
 * hyphen. The letters stay what they are, so both are found and copied as they stand.
 */
export function unbroken(text: string): ReactNode {
  const pieces = text.split(whole);
  if (pieces.length === 1) return text;
  // Every second piece is one of them.
  return pieces.map((piece, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the order of a text never changes while it stands
      <span key={at} className="nowrap">
        {piece}
      </span>
    ) : (
      piece
    ),
  );
}
