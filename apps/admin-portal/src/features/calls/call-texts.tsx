import { applicationUid } from '@clearcall/domain/workflow/application-uid.ts';
import { KeyValue, Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { cleanHtml } from '@clearcall/ui/kit/text/clean-html.ts';
import { t, unitText } from '@clearcall/ui/kit/text/translate.ts';
import { zoneText } from '@clearcall/ui/kit/time/date-text.ts';
import { useQuery } from '@tanstack/react-query';
import { quotedText } from '../../parts/calls/flow-names.ts';
import classes from './call.module.css';
import { useCallEditing } from './editing/call-editing.tsx';

/** The facts of a call, and its texts as visitors read them. */
export function Facts() {
  const { definition } = useCallEditing();
  const { facts, uidPattern } = definition;
  const description = quotedText(definition.description);
  const fact = (text: unknown) => {
    const { title, lang } = quotedText(text);
    return title === '' ? t('admin.none') : <span lang={lang}>{title}</span>;
  };
  return (
    <Section
      id="facts"
      title={t('setup.call.facts')}
      aside={<span className="small muted">{t('setup.call.factsMeaning')}</span>}
    >
      <KeyValue
        rows={[
          [t('admin.field.title'), fact(definition.title)],
          [t('admin.field.code'), definition.code],
          [t('admin.field.unit'), unitText(definition.unit)],
          [
            t('setup.call.pattern'),
            <span key="pattern">
              {uidPattern}
              <span className={classes.example}>
                {t('setup.call.example', { id: applicationUid(uidPattern, { ...definition, counter: 1 }) })}
              </span>
            </span>,
          ],
          [t('setup.call.duration'), fact(facts.duration)],
          [t('setup.call.review'), fact(facts.review)],
          [t('setup.call.who'), fact(facts.who)],
          [t('setup.call.track'), fact(facts.track)],
          [t('setup.call.zone'), zoneText(definition.timeZone)],
        ]}
      />
      <h3 className={classes.part}>{t('setup.call.description')}</h3>
      {description.title === '' ? (
        <p className="soft">{t('admin.none')}</p>
      ) : (
        <p className={classes.text} lang={description.lang}>
          {description.title}
        </p>
      )}
      <h3 className={classes.part}>{t('setup.call.info')}</h3>
      <LongText />
    </Section>
  );
}

/** The long text. Cleaning takes the addresses of documents away, which lead nowhere until the draft is live. */
function LongText() {
  const { title: html, lang } = quotedText(useCallEditing().definition.info);
  const { data: clean = '' } = useQuery({
    queryKey: ['clean-html', html],
    queryFn: () => cleanHtml(html),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return html === '' ? (
    <p className="soft">{t('admin.none')}</p>
  ) : (
    <div lang={lang}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the one way to draw rich text */}
      <div className={`read ${classes.text}`} dangerouslySetInnerHTML={{ __html: clean }} />
    </div>
  );
}
