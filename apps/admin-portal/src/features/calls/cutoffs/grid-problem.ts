import type { Area, PasteFinding } from '@clearcall/domain/calls/definition/amount-grid.ts';
import type { DecimalMark, EitherAmount } from '@clearcall/domain/calls/definition/read-amount.ts';
import type { Message } from '@clearcall/i18n/message.ts';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import type { GridCell } from './grid-cells.ts';

/** Why something that was typed or pasted is not in the grid. */
export type Problem =
  | { kind: 'refused'; message: Message }
  | { kind: 'paste'; findings: readonly PasteFinding[] }
  | {
      kind: 'either';
      either: EitherAmount;
      /** The cell or the paste that waits for the answer. */
      of: { cell: GridCell; partition: string } | { text: string; area: Area };
    };

/** The decimal mark of the reader's language. */
export const ownMark = (): DecimalMark => (numberText('0.5').includes(',') ? ',' : '.');
