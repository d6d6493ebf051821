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
  const text = sentenceOf(event, markdown, linked(markdown, url))
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [{ type: 'TextBlock', text, wrap: true }],
        },
      },
    ],
  }
}

const linked = (escaped: (name: string) => string, url: string | null) => (name: string) =>
  url === null ? escaped(name) : `[${escaped(name)}](${url})`

/** A name within Markdown: no formatting, no link, no tag. */
const markdown = (name: string) => inert(name).replace(/[\\`*_{}[\]()<>#+\-.!|~:&]/g, '\\$&')

/** A name in one line; a zero-width character follows each @, so that it mentions nobody. */
const inert = (name: string) => name.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').replaceAll('@', '@\u200b')
