import { applicationUid } from '@clearcall/domain/workflow/application-uid.ts';
import { KeyValue, Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { t, unitText } from '@clearcall/ui/kit/text/translate.ts';
import { zoneText } from '@clearcall/ui/kit/time/date-text.ts';
import classes from './call.module.css';
import type { OpenedCall } from './calls-queries.ts';

/** The facts of a call, and its texts as visitors read them. */
export function Facts({ call }: { call: OpenedCall }) {
  const { facts, uidPattern } = call;
  const ofFacts = langOf(call, 'facts');
  const fact = (text: string | undefined) => (text ? <span lang={ofFacts}>{text}</span> : t('admin.none'));
  return (
    <Section
      id="facts"
      title={t('setup.call.facts')}
      aside={<span className="small muted">{t('setup.call.factsMeaning')}</span>}
    >
      <KeyValue
        rows={[
          [
            t('admin.field.title'),
            <span key="title" lang={langOf(call, 'title')}>
              {call.title}
            </span>,
          ],
          [t('admin.field.code'), call.code],
          [t('admin.field.unit'), unitText(call.unit)],
          [
            t('setup.call.pattern'),
            <span key="pattern">
              {uidPattern}
              <span className={classes.example}>
                {t('setup.call.example', { id: applicationUid(uidPattern, { ...call, counter: 1 }) })}
              </span>
            </span>,
          ],
          [t('setup.call.duration'), fact(facts.duration)],
          [t('setup.call.review'), fact(facts.review)],
          [t('setup.call.who'), fact(facts.who)],
          [t('setup.call.track'), fact(facts.track)],
          [t('setup.call.zone'), zoneText(call.timeZone)],
        ]}
      />
      <h3 className={classes.part}>{t('setup.call.description')}</h3>
      {call.description === '' ? (
        <p className="soft">{t('admin.none')}</p>
      ) : (
        <p className={classes.text} lang={langOf(call, 'description')}>
          {call.description}
        </p>
      )}
      <h3 className={classes.part}>{t('setup.call.info')}</h3>
      {call.info === '' ? (
        <p className="soft">{t('admin.none')}</p>
      ) : (
        <div lang={langOf(call, 'info')}>
          {/* Cleaned where it was fetched. */}
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the one way to draw rich text */}
          <div className={`read ${classes.text}`} dangerouslySetInnerHTML={{ __html: call.info }} />
        </div>
      )}
    </Section>
  );
}
