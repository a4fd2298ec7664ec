import { Second } from '@clearcall/ui/kit/list/list-table.tsx';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { Link } from '@tanstack/react-router';
import type { EditorSearch } from '../../search-params.ts';

/** Cell that opens an application: its id, as the list calls it, and its title below. */
export function TitleCell(props: { uid: string; shownId?: string; title: string; search?: EditorSearch }) {
  const { uid, shownId = uid, title, search = {} } = props;
  return (
    <>
      <Link data-id="" to="/applications/$uid" params={{ uid }} search={search}>
        {unbroken(shownId)}
      </Link>
      <Second title={title}>{title}</Second>
    </>
  );
}
