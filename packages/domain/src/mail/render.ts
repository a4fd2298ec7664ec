import { type Message, message } from '@clearcall/i18n/message.ts';
import type { Translator } from '@clearcall/i18n/translator.ts';
import { type Logo, shownLogo } from '../organisation/logo.ts';
import type { Theme } from '../organisation/organisation.ts';
import { manyLines, oneLine, type TranslatedLetter, translateLetter } from './letter.ts';
import { type Mail, writeLetter } from './mail.ts';

/** What a mail looks like: the organisation's names, links and accent, and where the portal stands (no slash at the end). */
export interface MailLook {
  theme: Pick<Theme, 'organization' | 'palette' | 'contactLink'>;
  portalUrl: string;
  /** Replaces the mark and the names; null if there is none. */
  logo: Logo | null;
}

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
  /** Where a program of the reader may leave the list for them; null: the mail went to no list. */
  leaveLink: string | null;
}

/**
 * Writes a mail as subject, plain text and HTML, in the words of its reader. The facts are people's own words and are escaped; links are ours.
 * Mails know no custom properties and few style sheets: tables and inline values, always light.
 */
export function renderMail(mail: Mail, look: MailLook, translator: Translator): RenderedMail {
  const letter = tidy(translateLetter(writeLetter(mail, look.theme.organization.shortName), translator));
  return {
    subject: letter.subject,
    text: asText(letter, look, translator),
    html: asHtml(letter, look, translator),
    leaveLink: letter.leave?.link ?? null,
  };
}

/** People's words are in every sentence: none of them may break out of its line, but where all of it is theirs. */
function tidy(letter: TranslatedLetter): TranslatedLetter {
  const subject = shortSubject(oneLine(letter.subject));
  const heading = oneLine(letter.heading ?? '');
  return {
    ...letter,
    subject,
    code: letter.code && oneLine(letter.code),
    preview: oneLine(letter.preview),
    heading: heading === subject && letter.time === undefined ? null : heading,
    paragraphs: letter.paragraphs.map(manyLines),
    sections: letter.sections.map(({ heading, paragraphs, link }) => ({
      heading: oneLine(heading),
      paragraphs: paragraphs.map(manyLines),
      link,
    })),
    facts: tidyFacts(letter.facts),
    next: letter.next && {
      ...letter.next,
      facts: tidyFacts(letter.next.facts),
      remark: oneLine(letter.next.remark),
    },
    button: letter.button && { ...letter.button, label: oneLine(letter.button.label) },
    notes: letter.notes.map(oneLine),
    reason: oneLine(letter.reason),
  };
}

const longestSubject = 100;

/** Returns a subject that mail programs show in one line, cut between words. */
function shortSubject(subject: string): string {
  const characters = [...subject];
  if (characters.length <= longestSubject) return subject;
  const start = characters.slice(0, longestSubject - 1).join('');
  const space = start.lastIndexOf(' ');
  return `${(space > longestSubject / 2 ? start.slice(0, space) : start).replace(/[\s,:;(–-]+$/u, '')}…`;
}

const tidyFacts = (facts: TranslatedLetter['facts']): TranslatedLetter['facts'] =>
  facts.map((fact) => ({ ...fact, label: oneLine(fact.label), value: oneLine(fact.value) }));

const textWidth = 76;

/** Broken between words so that it can be read in a narrow window; what has no spaces, such as an address, stays whole. */
function wrapped(text: string, indent = ''): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= textWidth)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(line === undefined ? word : indent + word);
  }
  return lines.join('\n');
}

const paragraphAsText = (paragraph: string): string =>
  paragraph
    .split('\n')
    .map((line) => wrapped(line))
    .join('\n');

/**
 * How the person is addressed. A name is anybody's free text until its account is confirmed, so what looks like an
 * address or a link is left out: the portal must not carry a stranger's advertisement to a third person.
 */
function greeting(name: string): Message {
  const plain = oneLine(name);
  const isName =
    plain !== '' && plain.length <= 120 && !/[\p{N}/:@<>[\]{}|\\]|\bwww\b|\.\p{L}{2,}/u.test(plain);
  return isName ? message('mails.greeting', { name: plain }) : message('mails.hello');
}

/** Returns the address of a link of the organisation, which may be a path of the portal. */
export function absolute(link: string, portalUrl: string): string {
  return link.startsWith('/') ? `${portalUrl}${link}` : link;
}

const factsAsText = (facts: TranslatedLetter['facts']): string =>
  facts
    .map((fact) => wrapped(`${fact.label}: ${fact.value}${fact.more ? ` (${fact.more})` : ''}`, '    '))
    .join('\n');

function asText(letter: TranslatedLetter, look: MailLook, { translate: word }: Translator): string {
  const { organization, contactLink } = look.theme;
  const blocks = [
    word(greeting(letter.name)),
    ...(letter.heading === null
      ? []
      : [letter.time === undefined ? letter.heading : `${letter.heading} ${letter.time}`]),
    ...letter.paragraphs.map(paragraphAsText),
    ...letter.sections.flatMap(({ heading, paragraphs, link }) => [
      wrapped(heading),
      ...paragraphs.map(paragraphAsText),
      link ?? '',
    ]),
    ...(letter.code === undefined ? [] : [`    ${letter.code}`]),
    factsAsText(letter.facts),
    ...(letter.next === undefined
      ? []
      : [`${letter.next.heading}:\n${factsAsText(letter.next.facts)}`, wrapped(letter.next.remark)]),
    ...(letter.button ? [`${letter.button.label}:\n${letter.button.link}`] : []),
    ...letter.notes.map((note) => wrapped(note)),
    `-- \n${wrapped(letter.reason)}${letter.leave ? `\n${letter.leave.label}: ${letter.leave.link}` : ''}\n${organization.name}\n${word(message('mails.contact'))}: ${absolute(contactLink, look.portalUrl).replace(/^mailto:/, '')}`,
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

const paragraphAsHtml = (paragraph: string): string => escapeHtml(paragraph).replaceAll('\n', '<br>');

const family = 'font-family:&#39;Helvetica Neue&#39;,Helvetica,Arial,sans-serif';
const small = `${family};font-size:14px;line-height:20px`;
const body = `${family};font-size:16px;line-height:26px;color:#122023`;
const table = '<table role="presentation" cellpadding="0" cellspacing="0"';

function brand({ theme: { organization }, logo, portalUrl }: MailLook, fill: string): string {
  if (logo !== null) {
    const { src, width, height } = shownLogo(logo);
    return `<img src="${escapeHtml(portalUrl + src)}" width="${width}" height="${height}" alt="${escapeHtml(organization.name)}" style="${small};color:#122023">`;
  }
  return `${table}><tr><td style="padding-right:12px;line-height:0">${mark(fill)}</td><td style="${small};color:#3d4a4d"><b style="font-size:16px;color:#122023">${escapeHtml(organization.shortName)}</b><br>${escapeHtml(organization.name)}</td></tr></table>`;
}

function asHtml(letter: TranslatedLetter, look: MailLook, { language, translate: word }: Translator): string {
  const { organization, contactLink, palette } = look.theme;
  const rule = palette[5] ?? '#122023';
  const fill = palette[7] ?? '#122023';
  const anchor = (link: string, translator: string) =>
    `<a href="${escapeHtml(link)}" style="color:${fill}${translator === link ? ';word-break:break-all' : ''}">${escapeHtml(translator)}</a>`;
  const paragraphs = letter.paragraphs
    .map((paragraph) => `<p style="${body};margin:0 0 16px">${paragraphAsHtml(paragraph)}</p>`)
    .join('\n');
  const sections = letter.sections
    .map(
      ({ heading, paragraphs: lines, link }) =>
        `<h2 style="${family};font-size:20px;line-height:26px;font-weight:640;color:#122023;margin:24px 0 8px;border-top:1px solid #dcd7cc;padding-top:16px">${escapeHtml(heading)}</h2>
${lines.map((line) => `<p style="${body};margin:0 0 8px">${paragraphAsHtml(line)}</p>`).join('\n')}${link === null ? '' : `<p style="${small};margin:0 0 8px">${anchor(link, link)}</p>`}`,
    )
    .join('\n');
  const time =
    letter.time === undefined ? '' : `<br><span style="color:#864b06">${escapeHtml(letter.time)}</span>`;
  const heading =
    letter.heading === null
      ? ''
      : `<h1 style="${family};font-size:28px;line-height:34px;letter-spacing:-0.02em;font-weight:640;color:#122023;margin:16px 0 12px">${escapeHtml(letter.heading)}${time}</h1>`;
  const leave = letter.leave ? `<br>${anchor(letter.leave.link, letter.leave.label)}` : '';
  const code =
    letter.code === undefined
      ? ''
      : `<p style="${family};font-size:28px;line-height:34px;font-weight:640;letter-spacing:0.12em;color:#122023;background:#f5f3ee;border-left:3px solid ${rule};padding:12px 16px;margin:0 0 16px">${escapeHtml(letter.code)}</p>`;
  const factsTable = (facts: TranslatedLetter['facts']) =>
    facts.length === 0
      ? ''
      : `${table} width="100%" style="border-bottom:1px solid #dcd7cc">${facts
          .map((fact) => {
            const value = fact.value.startsWith(`${look.portalUrl}/`)
              ? anchor(fact.value, fact.value)
              : `<b><bdi>${escapeHtml(fact.value)}</bdi></b>`;
            return `<tr><td width="112" style="${small};color:#566265;padding:8px 16px 8px 0;border-top:1px solid #dcd7cc;vertical-align:top">${escapeHtml(fact.label)}</td><td style="${small};color:#122023;padding:8px 0;border-top:1px solid #dcd7cc;vertical-align:top;word-break:break-word">${value}${fact.more ? ` ${escapeHtml(fact.more)}` : ''}</td></tr>`;
          })
          .join('')}</table>`;
  const next =
    letter.next === undefined
      ? ''
      : `<h2 style="${family};font-size:20px;line-height:26px;font-weight:640;color:#122023;margin:32px 0 8px">${escapeHtml(letter.next.heading)}</h2>
${factsTable(letter.next.facts)}
<p style="${small};color:#3d4a4d;margin:12px 0 0">${escapeHtml(letter.next.remark)}</p>`;
  const button = letter.button
    ? `${table} style="margin:24px 0"><tr><td style="background:${fill};border-radius:4px"><a href="${escapeHtml(letter.button.link)}" style="${family};font-size:16px;line-height:24px;font-weight:550;color:#ffffff;text-decoration:none;display:inline-block;padding:12px 24px">${escapeHtml(letter.button.label)}</a></td></tr></table>
<p style="${small};color:#3d4a4d;margin:0 0 12px">${escapeHtml(word(message('mails.buttonFails')))}<br>${anchor(letter.button.link, letter.button.link)}</p>`
    : '';
  // Nothing stands between the facts and the first note where there is no button.
  const above = (nth: number) => (nth === 0 && letter.facts.length > 0 && !letter.button ? '12px' : '0');
  const notes = letter.notes
    .map(
      (note, nth) => `<p style="${small};color:#3d4a4d;margin:${above(nth)} 0 12px">${escapeHtml(note)}</p>`,
    )
    .join('\n');
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light only">
<meta name="supported-color-schemes" content="light only">
<title>${escapeHtml(letter.subject)}</title>
</head>
<body style="margin:0;background:#ebe8e0">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(letter.preview)}</div>
${table} width="100%" style="background:#ebe8e0"><tr><td align="center" style="padding:32px 0">
${table} width="600" style="width:100%;max-width:600px;background:#fbfaf7;border-top:4px solid ${rule}">
<tr><td align="left" style="padding:20px 32px 16px">${brand(look, fill)}</td></tr>
<tr><td align="left" style="padding:16px 32px 12px;border-top:1px solid #dcd7cc">
<p style="${body};margin:8px 0 ${letter.heading === null ? 16 : 0}px">${escapeHtml(word(greeting(letter.name)))}</p>
${[heading, paragraphs, sections, code, factsTable(letter.facts), next, button, notes].filter((part) => part !== '').join('\n')}
</td></tr>
<tr><td align="left" style="padding:16px 32px 24px;border-top:1px solid #dcd7cc;${small};color:#566265">${escapeHtml(letter.reason)}${leave}<br>${escapeHtml(organization.name)}, ${anchor(absolute(contactLink, look.portalUrl), word(message('mails.contact')))}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

/** The portal's mark: twelve ticks, the long one at the hour of the cut-off. */
function mark(colour: string): string {
  const ticks = Array.from({ length: 12 }, (_, hour) => {
    const long = hour === 10;
    return `<rect x="18.7" y="${long ? 1 : 3}" width="2.6" height="${long ? 12 : 8.5}" rx=".3" fill="${long ? '#c27511' : colour}" transform="rotate(${hour * 30} 20 20)"/>`;
  });
  return `<svg width="36" height="36" viewBox="0 0 40 40" aria-hidden="true">${ticks.join('')}</svg>`;
}
