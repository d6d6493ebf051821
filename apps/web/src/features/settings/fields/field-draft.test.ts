import { DEMO_OWN_FIELDS } from '@cairn/workspace/examples/own-fields'
import { expect, test } from 'vitest'
import { draftOf, inOrder, NEW_FIELD, newFieldOf, withChoice, withDraft, wordsOf } from './field-draft.ts'

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
  const choices = withChoice(draftOf(hosting).choices, 'Both')
  const shown = withDraft(DEMO_OWN_FIELDS, { ...draftOf(hosting), name: 'Place', choices })
  expect(shown[2]).toMatchObject({ label: 'Place', key: 'own.hosting' })
  expect(shown[2]?.choices.map(({ id }) => id)).toEqual(['cloud', 'own_servers', 'Both'])
})

test('each choice of a draft has a key of its own, which the server never hears of', () => {
  const [, , hosting] = DEMO_OWN_FIELDS
  if (!hosting) throw new Error('There is no third example.')
  const draft = draftOf(hosting)
  const three = withChoice(withChoice(withChoice(draft.choices, 'A'), 'B'), 'C')
  const four = withChoice(three.toSpliced(-2, 1), 'D')
  expect(new Set(four.map(({ key }) => key)).size).toBe(four.length)
  expect(four.slice(-2).map(({ id, name }) => [id, name])).toEqual([
    ['', 'C'],
    ['', 'D'],
  ])
  expect(wordsOf(draft).choices).toEqual(hosting.choices)
  const added = newFieldOf({ ...NEW_FIELD, type: 'choice', choices: withChoice([], 'Cloud') })
  expect(added.choices).toEqual([{ id: '', name: 'Cloud', color: 'red' }])
})

test('fields stand in the order of ids, whatever is gone meanwhile', () => {
  const [one, other] = DEMO_OWN_FIELDS
  const ids = [other?.id ?? '', 'gone', one?.id ?? '']
  expect(inOrder(DEMO_OWN_FIELDS, ids)).toEqual([other, one])
})
