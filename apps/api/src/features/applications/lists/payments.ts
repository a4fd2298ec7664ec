import { exportPayments, maxPayments } from '@clearcall/contract/lists.ts';
import type { TaskRow } from '@clearcall/domain/applications/task-board.ts';
import { inOrderFor } from '@clearcall/domain/forms/text-in-languages.ts';
import { message } from '@clearcall/i18n/message.ts';
import { operation } from '../../../platform/http/bind.ts';
import { type Cell, contentTypes, writeTable } from '../../../platform/tables/write-table.ts';
import { hasPayments, loadBoards } from '../task-boards.ts';

const heads = ['state', 'due', 'payees', 'sum', 'currency'] as const;

/** The payments that the dashboard of a finance manager shows, as a file. */
export const exportPaymentTable = operation(
  exportPayments,
  async ({ query: { format }, actor, translator, now }, platform) => {
    const order = inOrderFor(translator.language, platform.organisation.language());
    const boards = !hasPayments(actor)
      ? []
      : await loadBoards(platform, actor, {
          ...{ now, order, translator, names: {}, most: maxPayments },
        });
    const { translate } = translator;
    const say = (name: 'title' | 'paid' | 'toPay' | `column.${(typeof heads)[number]}`) =>
      translate(message(`lists.payments.${name}`));
    async function* cells(rows: readonly TaskRow[]): AsyncGenerator<Cell[]> {
      for (const { uid, projectTitle, isDone, deadline, payee, sum, unit } of rows)
        yield [
          ...[uid, projectTitle, say(isDone ? 'paid' : 'toPay'), deadline?.slice(0, 10) ?? null, payee],
          ...[sum === null ? null : { decimal: sum }, unit],
        ];
    }
    return {
      stream: await writeTable(
        format,
        say('title'),
        [
          translate(message('lists.column.id')),
          translate(message('lists.column.projectTitle')),
          ...heads.map((name) => say(`column.${name}`)),
        ],
        cells(boards.flatMap(({ kind, rows }) => (kind === 'payments' ? rows : []))),
      ),
      contentType: contentTypes[format],
      filename: `${say('title').toLowerCase()}-${now.toISOString().slice(0, 10)}.${format}`,
    };
  },
);
