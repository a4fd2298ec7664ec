import { expect, it } from 'vitest';
import { applicationStatuses, assignmentStatuses } from '../applications/statuses.ts';
import { isPaymentDue } from './payment-due.ts';

it('is due while a payment is open, and before there is one while the application is under review', () => {
  const whilePayment = assignmentStatuses.filter((payment) =>
    isPaymentDue({ status: 'approved', payments: [payment] }),
  );
  expect(whilePayment).toEqual(['draft', 'assigned', 'accepted', 'changes_requested', 'triggered']);
  expect(applicationStatuses.filter((status) => isPaymentDue({ status, payments: [] }))).toEqual([
    'submitted',
    'changes_requested',
  ]);
  expect(isPaymentDue({ status: 'submitted', payments: ['submitted'] })).toBe(false);
  expect(isPaymentDue({ status: 'withdrawn', payments: ['submitted', 'assigned'] })).toBe(true);
});
