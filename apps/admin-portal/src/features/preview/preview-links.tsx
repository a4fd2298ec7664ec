import { Button, IconButton } from '@clearcall/ui/kit/button.tsx';
import { useCommand } from '@clearcall/ui/kit/command/use-command.ts';
import { TextField } from '@clearcall/ui/kit/field/text-field.tsx';
import { Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { CallFailure, LoadingRows } from '@clearcall/ui/kit/state/page-states.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { dateText } from '@clearcall/ui/kit/time/date-text.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import classes from './preview.module.css';
import { type PreviewLink, previewLinksOf } from './preview-queries.ts';

/** The links by which people without an account see the preview: who made them, until when they work, and new ones. */
export function PreviewLinks({ id, mayChange }: { id: string; mayChange: boolean }) {
  const query = useQuery(previewLinksOf(id));
  const links = query.data?.data;
  return (
    <Section title={t('preview.links')} id="links">
      <p className="read">{t('preview.links.text')}</p>
      {mayChange ? <NewLink id={id} /> : null}
      {links !== undefined ? (
        links.length === 0 ? (
          <p className="soft">{t('preview.links.none')}</p>
        ) : (
          <ul className={classes.links}>
            {links.map((link) => (
              <LinkLine key={link.id} id={id} link={link} mayChange={mayChange} />
            ))}
          </ul>
        )
      ) : query.error === null ? (
        <LoadingRows rows={2} label={t('preview.links.loading')} />
      ) : (
        <CallFailure query={query} what={t('preview.links.what')} headingLevel={2} />
      )}
    </Section>
  );
}

function LinkLine(props: { id: string; link: PreviewLink; mayChange: boolean }) {
  const { id, link, mayChange } = props;
  const queries = useQueryClient();
  const name = link.note === '' ? t('preview.links.unnamed') : link.note;
  const withdraw = useCommand({
    send: (call) =>
      call('DELETE /admin/calls/:id/preview-links/:linkId', { params: { id, linkId: link.id } }),
    done: { type: 'success', message: { id: 'preview.links.withdrawn' } },
    after: () => queries.invalidateQueries({ queryKey: previewLinksOf(id).queryKey }),
  });
  return (
    <li>
      <div>
        <p>{name}</p>
        <p className="small soft">
          {link.by === null
            ? t('preview.links.until', { until: dateText(link.expiresAt) })
            : t('preview.links.untilBy', { until: dateText(link.expiresAt), by: link.by })}
        </p>
      </div>
      {mayChange ? (
        <Button
          size="sm"
          loading={withdraw.isPending}
          aria-label={t('preview.links.withdrawOf', { name })}
          onClick={() => withdraw.send()}
        >
          {t('preview.links.withdraw')}
        </Button>
      ) : null}
    </li>
  );
}

/** Makes a link, and shows its address: it is stored only as a hash, so it is shown once. */
function NewLink({ id }: { id: string }) {
  const queries = useQueryClient();
  const [note, setNote] = useState('');
  const [days, setDays] = useState('14');
  const [address, setAddress] = useState<string | null>(null);
  const [isCopied, setCopied] = useState(false);
  const copy = (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      // The browser may forbid it: then the link is selected by hand.
      () => setCopied(false),
    );
  const make = useCommand({
    send: (call) =>
      call('POST /admin/calls/:id/preview-links', { params: { id }, body: { note, days: Number(days) } }),
    after: async ({ token }) => {
      const made = `${location.origin}/calls/preview#${token}`;
      setAddress(made);
      setNote('');
      await copy(made);
      await queries.invalidateQueries({ queryKey: previewLinksOf(id).queryKey });
    },
    showsError: true,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.send();
  };
  return (
    <>
      <form className={classes.make} onSubmit={submit}>
        <TextField
          label={t('preview.links.note')}
          hint={t('preview.links.note.hint')}
          value={note}
          maxLength={200}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <TextField
          label={t('preview.links.days')}
          hint={t('preview.links.days.hint')}
          inputMode="numeric"
          value={days}
          error={make.sentence}
          onChange={(event) => setDays(event.currentTarget.value)}
        />
        <Button type="submit" loading={make.isPending}>
          {t('preview.links.make')}
        </Button>
      </form>
      {address === null ? null : (
        <TextField
          label={t('preview.links.made')}
          hint={t(isCopied ? 'preview.links.copied' : 'preview.links.copyNow')}
          value={address}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
          inside={
            <IconButton icon="copy" label={t('preview.links.copy')} onClick={() => void copy(address)} />
          }
        />
      )}
    </>
  );
}
