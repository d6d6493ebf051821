import { DEMO_OWN_FIELDS } from '@cairn/workspace/examples/own-fields'
import { expect, test } from 'vitest'
import {
  draftOf,
  type FieldDraft,
  inOrder,
  NEW_FIELD,
  newFieldOf,
  saysTheSame,
  withDraft,
  withNextChoice,
  wordsOf,
} from './field-draft.ts'

const labels = (draft: Parameters<typeof withDraft>[1]) =>
  withDraft(DEMO_OWN_FIELDS, draft).map(({ label }) => label)

test('lists a new field last in the preview, as soon as it has a name', () => {
  const known = DEMO_OWN_FIELDS.map(({ name }) => name)
  expect(labels(NEW_FIELD)).toEqual(known)
  expect(labels({ ...NEW_FIELD, name: 'Floor' })).toEqual([...known, 'Floor'])
})

test('shows an edited field in its place, with choices that are not stored yet', () => {
  const [, , hosting] = DEMO_OWN_FIELDS
  if (!hosting) throw new Error('There is no third example.')
  const choices = withNextChoice({ ...draftOf(hosting), nextChoice: 'Both' })
  const shown = withDraft(DEMO_OWN_FIELDS, { ...draftOf(hosting), name: 'Place', choices })
  expect(shown[2]).toMatchObject({ label: 'Place', key: 'own.hosting' })
  expect(shown[2]?.choices.map(({ id }) => id)).toEqual(['cloud', 'own_servers', 'Both'])
})

test('gives each choice of a draft its own key, which is never sent to the server', () => {
  const [, , hosting] = DEMO_OWN_FIELDS
  if (!hosting) throw new Error('There is no third example.')
  const draft = draftOf(hosting)
  const add = (to: FieldDraft, nextChoice: string) => ({
    ...to,
    choices: withNextChoice({ ...to, nextChoice }),
  })
  const three = add(add(add(draft, 'A'), 'B'), 'C')
  const { choices } = add({ ...three, choices: three.choices.toSpliced(-2, 1) }, 'D')
  expect(new Set(choices.map(({ key }) => key)).size).toBe(choices.length)
  expect(choices.slice(-2).map(({ id, name }) => [id, name])).toEqual([
    ['', 'C'],
    ['', 'D'],
  ])
  expect(wordsOf(draft).choices).toEqual(hosting.choices)
})

test('adds a choice that is being typed, unless the field has it already', () => {
  const draft = { ...NEW_FIELD, type: 'choice', nextChoice: ' Cloud ' } as const
  const added = newFieldOf(draft)
  expect(added.choices).toEqual([{ id: '', name: 'Cloud', color: 'red' }])
  const again = { ...draft, choices: withNextChoice(draft), nextChoice: 'CLOUD' }
  expect(wordsOf(again).choices).toEqual(added.choices)
})

test('detects a changed draft; another type alone is no change', () => {
  expect(saysTheSame(NEW_FIELD, { ...NEW_FIELD, type: 'number' })).toBe(true)
  const choice = { type: 'choice', nextChoice: 'A' } as const
  for (const words of [{ name: 'A' }, { required: true }, choice, { defaultValue: 0 }])
    expect(saysTheSame(NEW_FIELD, { ...NEW_FIELD, ...words })).toBe(false)
})

test('leaves out choices that were entered for another type', () => {
  const choice: FieldDraft = { ...NEW_FIELD, type: 'choice', nextChoice: 'Own' }
  const entered = { ...choice, choices: withNextChoice({ ...choice, nextChoice: 'Cloud' }) }
  const names = (draft: FieldDraft) => newFieldOf(draft).choices.map(({ name }) => name)
  expect(names({ ...entered, type: 'choices' })).toEqual(['Cloud', 'Own'])
  expect(names({ ...entered, type: 'text' })).toEqual([])
  expect(saysTheSame(NEW_FIELD, { ...entered, type: 'text' })).toBe(true)
})

test('sorts fields by the order of ids, whatever was deleted meanwhile', () => {
  const [one, other] = DEMO_OWN_FIELDS
  const ids = [other?.id ?? '', 'gone', one?.id ?? '']
  expect(inOrder(DEMO_OWN_FIELDS, ids)).toEqual([other, one])
})
