import formClasses from '@clearcall/ui/form/form.module.css';
import { Note } from '@clearcall/ui/kit/note.tsx';
import { LineField, LinesField } from './profile-fields.tsx';
import { Part } from './tab-parts.tsx';

/** Where the review pays to. Source: Specification 1, section 2 (Bank). */
export function BankTab() {
  return (
    <>
      <Part id="account" title="Account" hint="All of it is voluntary until we owe you something.">
        <div className={formClasses.full}>
          <Note kind="info">
            Bank details are used only for the scientific review process. They are stored encrypted; besides
            you only the finance manager can read them.
          </Note>
        </div>
        <LineField field="bankHolderName" title="Account holder name" autoComplete="off" />
        <LineField field="iban" title="Account number (IBAN)" hint="Such as BE68 5390 0754 7034." />
        <LineField field="swiftCode" title="BIC/SWIFT code" hint="8 or 11 letters and digits." half />
        <LineField field="bankRouting" title="Routing number" hint="Only where there is no IBAN." half />
      </Part>
      <Part id="bank" title="Bank">
        <LineField field="bankName" title="Bank name" />
        <LinesField field="bankAddress" title="Bank branch address" />
        <LinesField field="bankRemarks" title="Remarks" />
      </Part>
    </>
  );
}
