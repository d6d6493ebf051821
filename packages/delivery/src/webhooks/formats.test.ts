import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Happened } from './events.ts'
import { bodyOf } from './formats.ts'

const EVIL = '<!channel> *[x](http://evil) @everyone\n# & `code` <@U1|you>'

const event = (more: Partial<Happened['data']> = {}, type = 'record.changed'): Happened => ({
  type,
  timestamp: '2027-01-01T00:00:00Z',
  data: {
    record: { kind: 'system', id: 'id', name: EVIL },
    changed: ['status', 'own.1234', 'vendor_name'],
    actor: { id: 'ada', name: '@here' },
    ...more,
  },
})
const sent = (format: string, given = event()): unknown =>
  JSON.parse(bodyOf(format, given, () => 'https://cairn.test/x'))

const slack = z.object({ text: z.string() })
const discord = z.object({ allowed_mentions: z.unknown(), content: z.string() })
const run = z.object({ type: z.literal('TextRun'), text: z.string(), selectAction: z.unknown().optional() })
const card = z.object({
  type: z.string(),
  body: z.tuple([z.object({ type: z.literal('RichTextBlock'), inlines: z.array(run) })]),
})
const teams = z.object({
  type: z.string(),
  attachments: z.array(z.object({ contentType: z.string(), content: card })),
})

describe('a message in words', () => {
  test('for Slack has no mention and no markup of a name', () => {
    const { text } = slack.parse(sent('slack'))
    expect(text).toBe(
      '@\u200bhere changed the system <https://cairn.test/x|&lt;!channel&gt; *[x](http://evil) @\u200beveryone # &amp; `code` &lt;@\u200bU1¦you&gt;> (status, vendor name).',
    )
  })

  test('for Discord mentions nobody, and is no longer than it takes', () => {
    const message = discord.parse(sent('discord'))
    expect(message.allowed_mentions).toEqual({ parse: [] })
    expect(message.content).toContain('\\[x\\]\\(http\\:')
    expect(message.content).not.toMatch(/@everyone|@here|[^\\]<|\n/)
    const many = event({ changed: Array.from({ length: 200 }, () => 'a_field_of_some_length') })
    const long = discord.parse(sent('discord', many))
    expect(long.content.length).toBeLessThanOrEqual(2_000)
  })

  test('for Teams is an adaptive card of plain runs of text, with names as they are', () => {
    const { type, attachments } = teams.parse(sent('teams'))
    const [attachment] = attachments
    expect([type, attachment?.contentType, attachment?.content.type]).toEqual([
      'message',
      'application/vnd.microsoft.card.adaptive',
      'AdaptiveCard',
    ])
    expect(attachment?.content.body[0].inlines).toEqual([
      { type: 'TextRun', text: '@here changed the system ' },
      {
        type: 'TextRun',
        text: '<!channel> *[x](http://evil) @everyone # & `code` <@U1|you>',
        selectAction: { type: 'Action.OpenUrl', url: 'https://cairn.test/x' },
      },
      { type: 'TextRun', text: ' (status, vendor name).' },
    ])
  })

  test.each([
    [
      'owner.changed',
      { before: { name: 'Bob' }, after: null },
      'The owner of the system ERP is now nobody; before: Bob.',
    ],
    [
      'handover.asked',
      { giver: { name: 'Bob' }, receiver: { name: 'Eve' } },
      'Eve is to take over the system ERP from Bob.',
    ],
    [
      'handover.answered',
      { receiver: { name: 'Eve' }, answer: 'passed_on' },
      'The handover of the system ERP to Eve was passed on.',
    ],
    ['member.joined', { member: { name: 'Eve' } }, 'Eve joined.'],
    ['run.late', {}, 'The system ERP is late.'],
    ['record.deleted', { actor: null }, 'Cairn deleted the system ERP.'],
    ['test', { webhook: 'Hook' }, 'This is a test of the webhook Hook.'],
  ] satisfies [string, Partial<Happened['data']>, string][])('says %s', (type, more, sentence) => {
    const happened = event({ record: { kind: 'system', id: 'id', name: 'ERP' }, ...more }, type)
    const { text } = slack.parse(sent('slack', happened))
    expect(text.replace(/<[^|]*\|([^>]*)>/, '$1')).toBe(sentence)
  })
})

test('the standard format has what happened, with a link', () => {
  expect(sent('standard', event({ record: { kind: 'system', id: 'id', name: 'ERP' } }))).toEqual({
    type: 'record.changed',
    timestamp: '2027-01-01T00:00:00Z',
    data: {
      record: { kind: 'system', id: 'id', name: 'ERP', url: 'https://cairn.test/x' },
      changed: ['status', 'own.1234', 'vendor_name'],
      actor: { id: 'ada', name: '@here' },
    },
  })
})
