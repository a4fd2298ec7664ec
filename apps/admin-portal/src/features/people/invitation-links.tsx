import { Button, IconButton } from '@clearcall/ui/kit/button.tsx';
import { useCommand } from '@clearcall/ui/kit/command/use-command.ts';
import { TextField } from '@clearcall/ui/kit/field/text-field.tsx';
import { Dialog } from '@clearcall/ui/kit/overlay/dialog.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import classes from './people.module.css';

interface Invited {
  id: number;
  email: string;
}

/** So many people at most are listed; the others have the button on their own pages. */
const listed = 20;

/** Makes links by which invited people choose a password, for an administrator to hand over. */
export function InvitationLinks(props: { people: readonly Invited[]; onClose: () => void }) {
  const { people, onClose } = props;
  return (
    <Dialog
      opened
      size={640}
      onClose={onClose}
      title={t('admin.invite.copyLink')}
      actions={
        <Button variant="subtle" onClick={onClose}>
          {t('frame.kit.close')}
        </Button>
      }
    >
      <p>{t('admin.invite.linkText')}</p>
      <ul className={classes.links}>
        {people.slice(0, listed).map((person, nth) => (
          <InvitationLink key={person.id} person={person} isFirst={nth === 0} />
        ))}
      </ul>
      {people.length > listed ? <p>{t('admin.invite.moreLinks', { n: people.length - listed })}</p> : null}
    </Dialog>
  );
}

function InvitationLink({ person: { id, email }, isFirst }: { person: Invited; isFirst: boolean }) {
  const queries = useQueryClient();
  const [link, setLink] = useState<string | null>(null);
  const [isCopied, setCopied] = useState(false);
  const copy = (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      // The browser may forbid it: then the link is selected by hand.
      () => setCopied(false),
    );
  const make = useCommand({
    send: (call) => call('POST /admin/people/:id/invitation-link', { params: { id }, body: {} }),
    after: async (made) => {
      setLink(made.link);
      await copy(made.link);
      await queries.invalidateQueries({ queryKey: ['people'] });
    },
  });
  return (
    <li>
      {link === null ? (
        <>
          <span>{email}</span>
          <Button
            loading={make.isPending}
            aria-label={t('admin.invite.copyLinkOf', { email })}
            data-autofocus={isFirst ? '' : undefined}
            onClick={() => make.send()}
          >
            {t('admin.invite.copyLink')}
          </Button>
        </>
      ) : (
        <TextField
          label={email}
          hint={t(isCopied ? 'admin.invite.copied' : 'admin.invite.copyNow')}
          value={link}
          readOnly
          autoFocus
          onFocus={(event) => event.currentTarget.select()}
          inside={
            <IconButton
              icon="copy"
              label={t('admin.invite.copyLinkOf', { email })}
              onClick={() => void copy(link)}
            />
          }
        />
      )}
    </li>
  );
}
