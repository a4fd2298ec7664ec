import { expect, it } from 'vitest';
import { assignmentStatuses } from '../applications/statuses.ts';
import { roleCodes } from '../people/roles.ts';
import { type PaymentFacts, seesPayees } from './see-payees.ts';
import { isStaffRole } from './testing/staff-role.ts';

const payment: PaymentFacts = {
  stepType: 'payment',
  ownerId: 8,
  status: 'accepted',
  applicantId: 1,
  inConflict: false,
};
const finance = { userId: 8, role: 'finance_manager', isStaff: false } as const;

it('shows the reviewers to pay to the finance manager who has the payment, and to no other role', () => {
  const seeing = roleCodes.filter((role) =>
    seesPayees({ userId: 8, role, isStaff: isStaffRole(role) }, payment),
  );
  expect(seeing).toEqual(['finance_manager']);
  const others: Partial<PaymentFacts>[] = [
    { ownerId: 9 },
    { ownerId: null },
    { stepType: 'scientific_review' },
    { applicantId: 8 },
    { inConflict: true },
  ];
  expect(others.filter((facts) => seesPayees(finance, { ...payment, ...facts }))).toEqual([]);
});

it('shows them from accepting the payment until it is revoked', () => {
  expect(assignmentStatuses.filter((status) => !seesPayees(finance, { ...payment, status }))).toEqual(
    assignmentStatuses.filter((status) =>
      ['triggered', 'assigned', 'refused', 'revoked', 'conflicted'].includes(status),
    ),
  );
});
