import { DEMO_OWN_FIELDS } from '@cairn/workspace/examples/own-fields'
import { expect, test } from 'vitest'
import { draftOf, NEW_FIELD, withDraft } from './field-draft.ts'

const labels = (draft: Parameters<typeof withDraft>[1]) =>
  withDraft(DEMO_OWN_FIELDS, draft).map(({ label }) => label)

test('the preview has a new field last, as soon as it has a name', () => {
  const known = DEMO_OWN_FIELDS.map(({ name }) => name)
  expect(labels(NEW_FIELD)).toEqual(known)
  expect(labels({ ...NEW_FIELD, name: 'Floor' })).toEqual([...known, 'Floor'])
})

test('a field that is being edited stands in its place, with entries that are not stored yet', () => {
  const [, , hosting] = DEMO_OWN_FIELDS
  if (!hosting) throw new Error('There is no third example.')
  const choices = [...hosting.choices, { id: '', name: 'Both', color: 'red' as const }]
  const shown = withDraft(DEMO_OWN_FIELDS, { ...draftOf(hosting), name: 'Place', choices })
  expect(shown[2]).toMatchObject({ label: 'Place', key: 'own.hosting' })
  expect(shown[2]?.choices.map(({ id }) => id)).toEqual(['cloud', 'own_servers', 'Both'])
})
