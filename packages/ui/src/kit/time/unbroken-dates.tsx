import type { ReactNode } from 'react';

// As a page writes them in any language: 04-09-2026 10:00, 04.09.2026, 04/09/2026. In parentheses, to be kept by split.
const dates = /(\d{2}[-./]\d{2}[-./]\d{4}(?: \d{2}:\d{2})?)/;

/**
 * A text in which no date falls apart at the end of a line: Chromium breaks lines after a hyphen between numbers. The
 * letters stay what they are, so a date is found and copied as it stands.
 */
export function unbrokenDates(text: string): ReactNode {
  const pieces = text.split(dates);
  if (pieces.length === 1) return text;
  // Every second piece is a date.
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
