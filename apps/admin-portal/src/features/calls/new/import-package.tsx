import { Button } from '@clearcall/ui/kit/button.tsx';
import { useCommand } from '@clearcall/ui/kit/command/use-command.ts';
import { SelectField } from '@clearcall/ui/kit/field/select-field.tsx';
import { newId } from '@clearcall/ui/kit/new-id.ts';
import { BackLink, KeyValue, PageHead, Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { quoted, quoting } from '@clearcall/ui/kit/text/quoting.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { listText } from '@clearcall/ui/kit/time/date-text.ts';
import { callUpload, type Reply } from '@clearcall/ui/session/call.ts';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { FileButton } from '../../../parts/file-button.tsx';
import { NewCallDialog } from './new-call-dialog.tsx';
import classes from './start-call.module.css';

type Package = Reply<'POST /admin/call-packages'>;
type Mapping = Readonly<Record<string, string | null>>;

/** A choice that leaves a name out. */
const leaveOut = '-';

/** Reads a package of a call, maps the names that are not known here, and creates a call from it. */
export function ImportPackage() {
  const [opened, setOpened] = useState<{ file: File; content: Package }>();
  const reading = useCommand<Package, File>({
    send: (_call, file) => {
      const form = new FormData();
      form.set('files', file);
      return callUpload('POST /admin/call-packages', { form, key: newId(), quiet: true });
    },
    after: (content, file) => setOpened({ file, content }),
    onRefused: () => setOpened(undefined),
    showsError: true,
  });
  return (
    <div className="page">
      <PageHead
        title={t('setup.newcall.package.title')}
        crumb={<BackLink to="/calls">{t('setup.title')}</BackLink>}
      >
        {t('setup.newcall.package.lead')}
      </PageHead>
      <div className={classes.file}>
        <FileButton accept=".zip,application/zip" loading={reading.isPending} onFile={reading.send}>
          {opened === undefined ? t('setup.newcall.package.choose') : t('setup.newcall.package.another')}
        </FileButton>
        {reading.sentence === null ? null : (
          <Note kind="bad" live>
            {reading.sentence}
          </Note>
        )}
      </div>
      {opened === undefined ? null : (
        <Content key={`${opened.file.name} ${opened.file.lastModified}`} {...opened} />
      )}
    </div>
  );
}

function Content({ file, content }: { file: File; content: Package }) {
  const { unknown, ours, ignored } = content;
  const [partitions, mapPartitions] = useState<Mapping>({});
  const [lists, mapLists] = useState<Mapping>({});
  const [isAsking, ask] = useState(false);
  const [isChecked, check] = useState(false);
  const mapped = useRef<HTMLDivElement>(null);
  const isWhole =
    unknown.partitions.every(({ id }) => id in partitions) && unknown.lists.every(({ tag }) => tag in lists);
  return (
    <>
      <Section title={t('setup.newcall.package.content')}>
        <KeyValue
          rows={[
            [t('setup.newcall.package.from'), content.organisation],
            [
              t('setup.newcall.field.title'),
              <span key="title" lang={langOf(content, 'title')}>
                {content.title}
              </span>,
            ],
            [
              t('setup.newcall.package.workflow'),
              t('setup.newcall.package.workflowOf', {
                steps: content.steps,
                forms: content.forms,
                fields: content.fields,
                emails: content.emails,
              }),
            ],
            [t('setup.cutoffs'), numberText(content.cutoffs)],
            [
              t('setup.newcall.copy.part.documents'),
              content.documents.length === 0 ? t('setup.newcall.package.none') : listText(content.documents),
            ],
          ]}
        />
        {ignored.length === 0 ? null : (
          <Note kind="warn">{t('setup.newcall.package.ignored', { files: ignored.slice(0, 20) })}</Note>
        )}
      </Section>
      {unknown.partitions.length === 0 && unknown.lists.length === 0 ? null : (
        <Section
          title={t('setup.newcall.package.unknown')}
          aside={<span className="small soft">{t('setup.newcall.package.unknownText')}</span>}
        >
          <div ref={mapped} className={classes.mapping}>
            {unknown.partitions.map(({ id, name }) => (
              <Mapped
                key={id}
                label={t('setup.newcall.package.partition', { name })}
                hint={t('setup.newcall.package.partitionHint')}
                value={partitions[id]}
                choices={ours.partitions.map((one) => ({ value: one.id, label: one.name }))}
                isMissing={isChecked && !(id in partitions)}
                set={(value) => mapPartitions({ ...partitions, [id]: value })}
              />
            ))}
            {unknown.lists.map(({ tag, title }) => (
              <Mapped
                key={tag}
                label={t('setup.newcall.package.list', { title })}
                hint={t('setup.newcall.package.listHint')}
                value={lists[tag]}
                choices={ours.lists.map((one) => ({ value: one.tag, label: one.title }))}
                isMissing={isChecked && !(tag in lists)}
                set={(value) => mapLists({ ...lists, [tag]: value })}
              />
            ))}
          </div>
        </Section>
      )}
      <p className={classes.do}>
        <Button
          variant="filled"
          onClick={() => {
            flushSync(() => check(true));
            if (isWhole) ask(true);
            else mapped.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
          }}
        >
          {t('setup.newcall.package.do')}
        </Button>
      </p>
      {isAsking ? (
        <NewCallDialog
          title={quoting(
            t('setup.newcall.package.dialog', { title: content.title }),
            quoted(content, 'title'),
          )}
          initial={{ title: content.title, code: content.code }}
          year={content.year}
          create={(name) => {
            const form = new FormData();
            form.set('call', JSON.stringify({ ...name, mapping: { partitions, lists } }));
            form.set('files', file);
            return callUpload('POST /admin/call-packages/import', { form, key: newId(), quiet: true });
          }}
          onClose={() => ask(false)}
        />
      ) : null}
    </>
  );
}

/** Asks by which of ours a name is replaced. */
function Mapped(props: {
  label: string;
  hint: string;
  value: string | null | undefined;
  choices: readonly { value: string; label: string }[];
  isMissing: boolean;
  set: (value: string | null) => void;
}) {
  const { value } = props;
  return (
    <SelectField
      label={props.label}
      hint={props.hint}
      value={value === undefined ? '' : (value ?? leaveOut)}
      unset={t('setup.newcall.package.pick')}
      choices={[...props.choices, { value: leaveOut, label: t('setup.newcall.package.leaveOut') }]}
      error={props.isMissing ? t('setup.newcall.package.needed') : null}
      set={(chosen) => chosen !== '' && props.set(chosen === leaveOut ? null : chosen)}
    />
  );
}
