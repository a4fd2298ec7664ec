import { addDecimals } from '@clearcall/domain/forms/decimals.ts';
import type { Step } from '@clearcall/domain/forms/types.ts';
import { showIban } from '@clearcall/domain/people/bank-account.ts';
import { fullName } from '@clearcall/domain/people/person-name.ts';
import type { Payee } from '@clearcall/domain/people/user.ts';
import { KeyValue } from '@clearcall/ui/kit/page/page-head.tsx';
import { CallFailure, LoadingRows } from '@clearcall/ui/kit/state/page-states.tsx';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { useQuery } from '@tanstack/react-query';
import { Office } from '../../../parts/more-time/office.tsx';
import { payeesKey } from '../editor/use-decision.ts';
import classes from './work.module.css';

/** Bank details as a transfer asks for them; only those that the person entered. */
function bankRows(payee: Payee): [string, string][] {
  const rows: [string, string | null][] = [
    [t('work.payees.holder'), payee.bankHolderName],
    [t('work.payees.iban'), payee.iban === null ? null : showIban(payee.iban)],
    [t('work.payees.bic'), payee.swiftCode],
    [t('work.payees.routing'), payee.bankRouting],
    [t('work.payees.bank'), payee.bankName],
    [t('work.payees.address'), payee.bankAddress],
    [t('work.payees.remarks'), payee.bankRemarks],
  ];
  return rows.flatMap(([name, value]) => (value === null || value === '' ? [] : [[name, value]]));
}

/** The reviews of a person, and what they come to at the fee that the form suggests. */
function owedText({ reviews }: Payee, step: Step): string {
  const elements = step.forms.flatMap((form) => form.elements);
  const config = elements
    .flatMap((one) => [one, ...(one.children ?? [])])
    .find((one) => one.config.id === 'review_fee')?.config;
  const [fee] = config?.default ?? [];
  const n = { n: reviews };
  return fee === undefined
    ? t('work.payees.reviews', n)
    : t('work.payees.owed', {
        ...n,
        sum: `${numberText(addDecimals(Array<string>(reviews).fill(fee)))} ${config?.unit ?? ''}`.trim(),
      });
}

/** The people who submitted reviews of the application, with their bank details, for the person who pays them. */
export function Payees(props: { assignmentId: string; step: Step }) {
  const { assignmentId, step } = props;
  const { data, error, refetch } = useQuery({
    queryKey: payeesKey(assignmentId),
    queryFn: () => call('GET /v2/assignments/:id/payees', { params: { id: assignmentId }, quiet: true }),
    // Each reading is noted.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <section className={classes.payees} aria-labelledby="payees">
      <h3 id="payees">{t('work.payees.title')}</h3>
      {data === undefined ? (
        error === null ? (
          <LoadingRows rows={6} />
        ) : (
          <CallFailure query={{ error, refetch }} what={t('work.payees.what')} />
        )
      ) : data.length === 0 ? (
        <p className="soft">{t('work.payees.none')}</p>
      ) : (
        <ul>
          {data.map((payee) => {
            const rows = bankRows(payee);
            return (
              <li key={payee.id}>
                <p>
                  <b>{fullName(payee)}</b> <span className="soft">{owedText(payee, step)}</span>
                </p>
                {rows.length === 0 ? (
                  <p>
                    <RichText
                      id="work.payees.missing"
                      parts={{ office: (words) => <Office>{words}</Office> }}
                    />
                  </p>
                ) : (
                  <KeyValue rows={rows} />
                )}
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
