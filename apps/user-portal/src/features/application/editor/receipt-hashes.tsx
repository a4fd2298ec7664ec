import type { Receipt } from '@clearcall/domain/applications/receipt.ts';
import type { Element } from '@clearcall/domain/forms/types.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { read, saveFile } from '@clearcall/ui/session/call.ts';
import { useQuery } from '@tanstack/react-query';
import classes from './editor.module.css';

/** In groups, so that it is read, compared and broken like words. */
const inGroups = (hash: string): string => hash.replace(/.{8}(?=.)/g, '$& ');

function save(receipt: Receipt): void {
  const content = new Blob([`${JSON.stringify(receipt, null, 2)}\n`], { type: 'application/json' });
  saveFile({ content, filename: `${receipt.application}-receipt-${receipt.submission}.json` });
}

/** What proves a submission later: the hash over it, those of its answers and files, and the receipt as a file. */
export function ReceiptHashes(props: {
  assignmentId: string;
  submittedAt: string | null;
  /** A question of the form, which knows in which language the receipt names it. */
  element: (id: string) => Element | null;
}) {
  const { assignmentId, submittedAt } = props;
  const { data, isPending } = useQuery({
    queryKey: ['receipts', assignmentId, submittedAt],
    queryFn: read('GET /v2/assignments/:id/receipts', { params: { id: assignmentId } }),
  });
  const receipt = data?.find((one) => one.submittedAt === submittedAt);
  if (receipt === undefined && !isPending) return null;
  return (
    <div className={classes.hashes}>
      <Button
        size="sm"
        leftSection={<Icon name="download" />}
        disabled={receipt === undefined}
        onClick={() => receipt && save(receipt)}
      >
        {t('editor.receipt.file')}
      </Button>
      <p className="small soft">{t('editor.receipt.about')}</p>
      <div>
        {receipt === undefined ? null : (
          <details>
            <Hashes receipt={receipt} element={props.element} />
          </details>
        )}
      </div>
    </div>
  );
}

function Hashes(props: { receipt: Receipt; element: (id: string) => Element | null }) {
  const { receipt } = props;
  const langOfQuestion = (id: string) => {
    const element = props.element(id);
    return element === null ? undefined : langOf(element, 'title');
  };
  const rows = [
    ...receipt.answers.map(
      ({ element, row, question, sha256 }) =>
        [`${element} ${row}`, question, sha256, langOfQuestion(element)] as const,
    ),
    ...receipt.files.map(({ id, name, sha256 }) => [id, name, sha256, undefined] as const),
  ];
  return (
    <>
      <summary>{t('editor.receipt.hashes', { n: receipt.answers.length })}</summary>
      <p>
        {t('editor.receipt.hash')}
        <br />
        <code>{inGroups(receipt.sha256)}</code>
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('editor.receipt.question')}</th>
            <th scope="col">{t('editor.receipt.sha')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([key, name, hash, lang]) => (
            <tr key={key}>
              <th scope="row" lang={lang}>
                {name}
              </th>
              <td>
                <code>{inGroups(hash)}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
