interface Submitted {
  submittedAt: string | null;
  process: readonly { id: string }[];
  assignments: readonly { stepId: string; submittedAt: string | null }[];
}

/** Returns when an application was submitted again after changes, for readers who see that; null if it was not. */
export function resubmittedAt({ submittedAt, process, assignments }: Submitted): string | null {
  const last = assignments.find(({ stepId }) => stepId === process[0]?.id)?.submittedAt ?? null;
  return submittedAt !== null && last !== null && last > submittedAt ? last : null;
}
