import type { MailTemplate } from '@cairn/delivery/port/templates'

/** Sentences by their English: what is between two tags of a template, or a paragraph of its text. */
export type Phrases = ReadonlyMap<string, string>

/** How long a line of a mail in plain text is. */
const LINE_LENGTH = 80

/** A placeholder, or a condition with all that depends on it. */
const ACTION = /\{\{ ?if [^}]*\}\}.*?\{\{ ?end ?\}\}|\{\{[^}]*\}\}/g

/**
 * A mail in another language: the English mail with each of its sentences replaced, so that layout, links and placeholders
 * are those of the English one. null when a sentence has no translation: half a mail in each language would be worse.
 */
export function translateMail(mail: MailTemplate, language: string, phrases: Phrases): MailTemplate | null {
  if (sentencesOf(mail).some((sentence) => !phrases.has(sentence))) return null
  const say = (sentence: string) => (isSentence(sentence) ? (phrases.get(sentence) ?? sentence) : sentence)
  return {
    subject: say(mail.subject),
    html: mail.html
      .replace('<html lang="en">', `<html lang="${language}">`)
      .replace(HTML_TEXT, (whole, text: string | undefined) =>
        text === undefined ? whole : whole.replace(text.trim(), () => say(asSentence(text))),
      ),
    text: `${paragraphs(mail.text)
      .map((paragraph) => (isSentence(asSentence(paragraph)) ? wrap(say(asSentence(paragraph))) : paragraph))
      .join('\n\n')}\n`,
  }
}

/** All that a translation of the mail has to have. */
export function sentencesOf({ subject, html, text }: MailTemplate): string[] {
  const inHtml = [...html.matchAll(HTML_TEXT)].map(([, found]) => found ?? '')
  const sentences = [subject, ...inHtml, ...paragraphs(text)].map(asSentence).filter(isSentence)
  return [...new Set(sentences)]
}

/** Text between two tags; the style sheet is none. */
const HTML_TEXT = /<style>[\s\S]*?<\/style>|(?<=>)([^<>]*[^<>\s][^<>]*)(?=<)/g

const paragraphs = (text: string) => text.trim().split(/\n{2,}/)

const asSentence = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Names, placeholders and addresses read the same in every language. */
function isSentence(text: string): boolean {
  return text !== 'Cairn' && /\p{L}/u.test(text.replace(ACTION, '').replace(/\/\S*/g, ''))
}

/** Breaks between words only, and never within a placeholder. */
function wrap(sentence: string): string {
  const kept: string[] = []
  const words = sentence
    .replace(ACTION, (action) => `\u0000${kept.push(action) - 1}\u0000`)
    .split(' ')
    .map((word) => word.replace(/\0(\d+)\0/g, (_whole, place: string) => kept[Number(place)] ?? ''))
  const lines: string[] = []
  for (const word of words) {
    const line = lines.at(-1)
    if (line === undefined || `${line} ${word}`.length > LINE_LENGTH) lines.push(word)
    else lines[lines.length - 1] = `${line} ${word}`
  }
  return lines.join('\n')
}
