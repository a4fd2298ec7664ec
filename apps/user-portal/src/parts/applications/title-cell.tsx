import { Second } from '@clearcall/ui/kit/list/list-table.tsx';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { Link } from '@tanstack/react-router';
import type { EditorSearch } from '../../search-params.ts';

/** The ID of an application, as a list calls it, which opens it from there. */
export function ApplicationLink(props: { uid: string; search?: EditorSearch; children: string }) {
  return (
    <Link data-id="" to="/applications/$uid" params={{ uid: props.uid }} search={props.search ?? {}}>
      {unbroken(props.children)}
    </Link>
  );
}

/** The code of a call: the IDs of its applications begin with it. */
export const callCodeOf = (uid: string): string => uid.replace(/-\d+$/, '');

/** Cell that opens an application: its id, and its title below. */
export function TitleCell(props: { uid: string; title: string; search?: EditorSearch }) {
  const { uid, title, search = {} } = props;
  return (
    <>
      <ApplicationLink uid={uid} search={search}>
        {uid}
      </ApplicationLink>
      <Second title={title}>{title}</Second>
    </>
  );
}
