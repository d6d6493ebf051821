import { productTexts } from '@cairn/workspace/products/product-texts'
import { expect, test } from 'vitest'
import { recordsOf, shownGroups } from './products.ts'

const texts = await productTexts('en')
const BOTH = ['system', 'agent'] as const
const namesFor = (text: string, kinds: readonly ('system' | 'agent')[] = BOTH) =>
  shownGroups(texts, { text, kinds }).flatMap(({ products }) => products.map(({ name }) => name))

test('products are found by name with a typo, by maker, by what they are for and by their group', () => {
  expect(namesFor('slack')).toEqual(['Slack'])
  expect(namesFor('confluance')).toEqual(['Confluence'])
  expect(namesFor('atlassian')).toContain('Jira')
  expect(namesFor('payroll')).toEqual(['DATEV'])
  expect(namesFor('human resources')).toContain('Personio')
  expect(namesFor('no such product')).toEqual([])
})

test('the products of one catalogue are shown alone, in groups that are not empty', () => {
  expect(namesFor('', ['agent'])).toContain('Claude')
  expect(namesFor('', ['agent'])).not.toContain('Slack')
  expect(namesFor('', ['system'])).not.toContain('Claude')
  expect(shownGroups(texts, { text: '', kinds: ['agent'] }).map(({ title }) => title)).toEqual([
    'AI assistants',
  ])
  expect(shownGroups(texts, { text: '', kinds: [] })).toEqual([])
})

test('chosen products become records of the right kind, described and owned', () => {
  expect(recordsOf(['slack', 'claude'], texts, 'me')).toEqual([
    {
      kind: 'system',
      records: [
        {
          ...{ name: 'Slack', description: 'Chat in channels by team and subject.', ownerId: 'me' },
          ...{ fields: { vendor: 'Salesforce' }, details: {}, status: 'active' },
        },
      ],
    },
    {
      kind: 'agent',
      records: [
        {
          ...{ name: 'Claude', description: texts.products.claude, ownerId: 'me', platform: 'Anthropic' },
          ...{ fields: { vendor: 'Anthropic' }, status: 'active' },
        },
      ],
    },
  ])
})

test('automation platforms become systems, and without a choice nothing becomes anything', () => {
  expect(recordsOf(['zapier'], texts, null)).toMatchObject([
    { kind: 'system', records: [{ name: 'Zapier' }] },
  ])
  expect(recordsOf([], texts, null)).toEqual([])
})
