import { expect, test } from 'vitest'
import { guessedFrom } from './guess-caller.ts'

test.each([
  ['nightly-stock_sync', 'curl/8.5.0', { kind: 'automation', name: 'Nightly stock sync', place: 'Other' }],
  ['Lead to channel', 'Zapier', { kind: 'automation', name: 'Lead to channel', place: 'Zapier' }],
  ['invoices', 'Make/production', { kind: 'automation', name: 'Invoices', place: 'Make.com' }],
  ['approval', 'azure-logic-apps/1.0', { kind: 'automation', name: 'Approval', place: 'Power Automate' }],
  ['support-agent', 'python-requests/2.31', { kind: 'agent', name: 'Support agent', place: 'Other' }],
  ['claude-triage', null, { kind: 'agent', name: 'Claude triage', place: 'Anthropic' }],
  ['gpt4_summaries', null, { kind: 'agent', name: 'Gpt4 summaries', place: 'OpenAI' }],
  ['reagent stock', null, { kind: 'automation', name: 'Reagent stock', place: 'Other' }],
  ['make-backup', 'curl/8.5.0', { kind: 'automation', name: 'Make backup', place: 'Other' }],
])('%s of %s', (name, agent, expected) => {
  expect(guessedFrom({ name, agent })).toEqual(expected)
})
