import { type Happened, type LinkOf, standardBody } from './events.ts'
import { sentenceOf } from './words.ts'

/** The longest text of a message that Discord accepts. */
const DISCORD_LENGTH = 2_000

/** The body of an event's request, in the format of a webhook. */
export function bodyOf(format: string, event: Happened, linkOf: LinkOf): string {
  const { record } = event.data
  const url = record === undefined ? null : linkOf(record.kind, record.id)
  switch (format) {
    case 'slack':
      return JSON.stringify({ text: slackText(event, url) })
    case 'teams':
      return JSON.stringify(teamsCard(event, url))
    case 'discord':
      return JSON.stringify({
        content: sentenceOf(event, markdown, linked(markdown, url)).slice(0, DISCORD_LENGTH),
        // Names mention nobody, however they are written.
        allowed_mentions: { parse: [] },
      })
    default:
      return standardBody(event, linkOf)
  }
}

/** Slack's own markup: three characters are escaped, so that no `<!channel>` is left of a name; formatting is broken. */
function slackText(event: Happened, url: string | null): string {
  const escaped = (name: string) =>
    inert(name).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return sentenceOf(event, escaped, (name) =>
    url === null ? escaped(name) : `<${url}|${escaped(name).replaceAll('|', '¦')}>`,
  )
}

/** A message with an adaptive card, as workflows of Teams take it. */
function teamsCard(event: Happened, url: string | null) {
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [{ type: 'RichTextBlock', inlines: textRuns(event, url) }],
        },
      },
    ],
  }
}

/** No name has it: names are cleaned of such characters. */
const AROUND_RECORD = '\u0001'

/**
 * The sentence of an event in runs of plain text: phones show the backslashes of escaped Markdown.
 * Source: Adaptive Cards 1.4, TextRun
 */
function textRuns(event: Happened, url: string | null) {
  const around = (name: string) => `${AROUND_RECORD}${oneLine(name)}${AROUND_RECORD}`
  return sentenceOf(event, oneLine, around)
    .split(AROUND_RECORD)
    .map((text, at) => ({
      ...{ type: 'TextRun', text },
      ...(at % 2 === 1 && url !== null ? { selectAction: { type: 'Action.OpenUrl', url } } : {}),
    }))
    .filter(({ text }) => text !== '')
}

const linked = (escaped: (name: string) => string, url: string | null) => (name: string) =>
  url === null ? escaped(name) : `[${escaped(name)}](${url})`

/** A name within Markdown: no formatting, no link, no tag. */
const markdown = (name: string) => inert(name).replace(/[\\`*_{}[\]()<>#+\-.!|~:&]/g, '\\$&')

const oneLine = (name: string) => name.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')

/** A name in one line; a zero-width character follows each @, so that it mentions nobody. */
const inert = (name: string) => oneLine(name).replaceAll('@', '@\u200b')
