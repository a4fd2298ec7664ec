import { type CopiedPart, copiedParts } from '@clearcall/domain/calls/definition/copy-call.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { SelectField } from '@clearcall/ui/kit/field/select-field.tsx';
import { CheckField } from '@clearcall/ui/kit/field/text-field.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { Dialog } from '@clearcall/ui/kit/overlay/dialog.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { quoted, quoting } from '@clearcall/ui/kit/text/quoting.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { call, type Reply } from '@clearcall/ui/session/call.ts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { CallRow } from '../calls-queries.ts';
import { NewCallDialog } from './new-call-dialog.tsx';
import classes from './start-call.module.css';

type Made = Pick<Reply<'POST /admin/calls'>, 'id'> & Partial<Reply<'POST /admin/calls'>>;

/** Copies parts of a published call into a new one. */
export function FromCall(props: {
  calls: readonly CallRow[];
  copied: number | undefined;
  choose: (id: number | undefined) => void;
  year: number;
}) {
  const { calls, copied, choose, year } = props;
  const [parts, setParts] = useState<ReadonlySet<CopiedPart>>(new Set(copiedParts));
  const [error, setError] = useState<string | null>(null);
  const [isAsking, ask] = useState(false);
  const [made, setMade] = useState<Made>();
  const published = calls.filter(({ version }) => version !== null);
  const source = published.find(({ id }) => id === copied);
  const nextYear = source === undefined ? year : Math.max(source.year + 1, year);
  return (
    <div>
      <h3>{t('setup.newcall.copy')}</h3>
      <p className="small soft">{t('setup.newcall.copy.text')}</p>
      {published.length === 0 ? (
        <p className={classes.none}>{t('setup.newcall.copy.none')}</p>
      ) : (
        <div className={classes.form}>
          <SelectField
            label={t('setup.newcall.copy.call')}
            value={copied === undefined ? '' : String(copied)}
            unset={t('setup.newcall.copy.choose')}
            error={error}
            choices={published.map((call) => ({
              value: String(call.id),
              lang: langOf(call, 'title'),
              label: t('setup.newcall.copy.option', {
                title: call.title,
                code: call.code,
                number: String(call.number),
                year: String(call.year),
                version: call.version ?? 0,
              }),
            }))}
            set={(chosen) => {
              choose(chosen === '' ? undefined : Number(chosen));
              setError(null);
            }}
          />
          <fieldset className={classes.parts}>
            <legend>{t('setup.newcall.copy.parts')}</legend>
            {copiedParts.map((part) => (
              <CheckField
                key={part}
                label={t(`setup.newcall.copy.part.${part}`)}
                checked={parts.has(part)}
                onChange={(event) => {
                  const { checked } = event.currentTarget;
                  setParts(new Set(copiedParts.filter((one) => (one === part ? checked : parts.has(one)))));
                }}
              />
            ))}
          </fieldset>
          <Button
            leftSection={<Icon name="copy" />}
            onClick={() => (source === undefined ? setError(t('setup.newcall.copy.needed')) : ask(true))}
          >
            {t('setup.newcall.copy.do')}
          </Button>
        </div>
      )}
      {source === undefined || !isAsking ? null : (
        <NewCallDialog
          title={quoting(t('setup.newcall.copy.dialog', { title: source.title }), quoted(source, 'title'))}
          create={(name) =>
            call('POST /admin/calls', {
              body: { ...name, from: { kind: 'copy', call: source.id, parts: [...parts] } },
            })
          }
          initial={{
            title: source.title.replaceAll(String(source.year), String(nextYear)),
            code: source.code,
          }}
          year={nextYear}
          onMade={setMade}
          onClose={() => ask(false)}
        />
      )}
      {made === undefined ? null : <LeftOut made={made} />}
    </div>
  );
}

/** Names the parts that a copy does not have, before it opens. */
function LeftOut({ made: { id, leftOut = [] } }: { made: Made }) {
  const navigate = useNavigate();
  const open = () => void navigate({ to: '/calls/$id', params: { id: String(id) } });
  return (
    <Dialog
      opened
      title={t('setup.newcall.leftOut.title')}
      onClose={open}
      actions={
        <Button variant="filled" onClick={open}>
          {t('setup.newcall.leftOut.open')}
        </Button>
      }
    >
      <p>{t('setup.newcall.leftOut.lead')}</p>
      <ul className={classes.leftOut}>
        {leftOut.map((part) => (
          <li key={part}>{t(`setup.newcall.leftOut.${part}`)}</li>
        ))}
      </ul>
    </Dialog>
  );
}
