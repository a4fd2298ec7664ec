import { Part } from '@clearcall/ui/account/part.tsx';
import formClasses from '@clearcall/ui/kit/field/field.module.css';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { LineField, LinesField } from './profile-fields.tsx';

/** Where the review pays to. Source: Requirements 1, 2.93 and 2.94. */
export function BankTab() {
  return (
    <>
      <Part id="account" title={t('profile.bank.account')} hint={t('profile.bank.accountHint')}>
        <div className={formClasses.full}>
          <Note kind="info">{t('profile.bank.note')}</Note>
        </div>
        <LineField field="bankHolderName" title={t('profile.bank.holder')} autoComplete="off" />
        <LineField field="iban" title={t('profile.bank.iban')} hint={t('profile.bank.ibanHint')} />
        <LineField field="swiftCode" title={t('profile.bank.bic')} hint={t('profile.bank.bicHint')} half />
        <LineField
          field="bankRouting"
          title={t('profile.bank.routing')}
          hint={t('profile.bank.routingHint')}
          half
        />
      </Part>
      <Part id="bank" title={t('profile.bank.bank')}>
        <LineField field="bankName" title={t('profile.bank.name')} />
        <LinesField field="bankAddress" title={t('profile.bank.address')} />
        <LinesField field="bankRemarks" title={t('profile.bank.remarks')} />
      </Part>
    </>
  );
}
