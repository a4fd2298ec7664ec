import { Bar, LoadingRows } from '@clearcall/ui/kit/state/page-states.tsx';

/** Stands while the code of a page is on its way: the frame is real, the rest is bars. */
export function PagePending() {
  return (
    <div className="page" style={{ paddingBlock: 'var(--s-8)' }}>
      <Bar width={240} height={28} />
      <div style={{ height: 'var(--s-8)' }} />
      <LoadingRows rows={6} />
    </div>
  );
}
