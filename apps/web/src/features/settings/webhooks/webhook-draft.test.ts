import { expect, it } from 'vitest'
import {
  hostOf,
  isSameDraft,
  NEW_WEBHOOK,
  problemsOf,
  settingsOfDraft,
  type WebhookDraft,
} from './webhook-draft.ts'

const DRAFT: WebhookDraft = {
  format: 'standard',
  name: ' Inventory ',
  url: ' https://hooks.example/cairn?key=1 ',
  events: ['record.changed', 'member.left'],
  filter: { kinds: ['system'], tags: ['tag'], fields: ['name'] },
}

it('says what is missing of a new one', () => {
  expect(Object.keys(problemsOf(NEW_WEBHOOK))).toEqual(['name', 'url', 'events'])
  expect(problemsOf(DRAFT)).toEqual({})
})

it('takes whole addresses of the web, without a user name in them', () => {
  for (const url of [
    'https://hooks.example',
    'http://receiver.internal:8080/x',
    'HTTPS://hooks.example/?a=b',
  ])
    expect(problemsOf({ ...DRAFT, url }), url).toEqual({})
  for (const url of [
    'hooks.example',
    'ftp://hooks.example/',
    'https://',
    'https://me:pw@hooks.example/',
    'https://a b/',
  ])
    expect(problemsOf({ ...DRAFT, url }).url, url).toBeDefined()
})

it('saves no filter that concerns none of the events', () => {
  expect(settingsOfDraft(DRAFT)).toEqual({
    name: 'Inventory',
    url: 'https://hooks.example/cairn?key=1',
    events: DRAFT.events,
    filter: DRAFT.filter,
  })
  expect(settingsOfDraft({ ...DRAFT, events: ['record.deleted'] }).filter.fields).toEqual([])
  expect(settingsOfDraft({ ...DRAFT, events: ['member.left'] }).filter).toEqual(NEW_WEBHOOK.filter)
})

it('is the same in another order, and another with other words', () => {
  expect(isSameDraft(DRAFT, { ...DRAFT, events: ['member.left', 'record.changed'] })).toBe(true)
  expect(isSameDraft(DRAFT, { ...DRAFT, name: 'Other' })).toBe(false)
})

it('shows the host of an address alone', () => {
  expect(hostOf('https://hooks.slack.com/services/T0/B0/secret')).toBe('hooks.slack.com')
  expect(hostOf('nonsense')).toBe('nonsense')
})
