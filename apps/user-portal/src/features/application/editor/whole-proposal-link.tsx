import type { FormStore } from '@clearcall/ui/form/form-store.ts';
import { Link, useSearch } from '@tanstack/react-router';
import { ofSameAssignment } from '../../../search-params.ts';

/** To the whole application on one page. The open form stays in the address: that is where one comes back to. */
export function WholeProposalLink(props: {
  store: FormStore;
  children: string;
  className?: string | undefined;
  lang?: string | undefined;
  onGo?: (() => void) | undefined;
  /** Where on the page it leads. */
  hash?: string | undefined;
}) {
  const { form: open } = useSearch({ strict: false });
  const [first] = [...props.store.step.forms].sort((one, other) => one.order - other.order);
  const form = open ?? first?.id;
  return (
    <Link
      from="/applications/$uid"
      search={ofSameAssignment({ ...(form === undefined ? {} : { form }), view: 'read' })}
      {...(props.hash === undefined ? {} : { hash: props.hash })}
      className={props.className}
      lang={props.lang}
      onClick={() => props.onGo?.()}
    >
      {props.children}
    </Link>
  );
}
