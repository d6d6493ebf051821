import { expect, test } from 'vitest'
import { choiceOptions } from './choice-options.ts'
import type { RecordField } from './field.ts'

const FIELD: RecordField = {
  key: 'own.hosting',
  label: 'Hosting',
  type: 'choices',
  help: '',
  unit: '',
  required: false,
  choices: [{ id: 'cloud', name: 'Cloud', color: 'blue' }],
  recordKind: null,
  section: '',
  maxLength: null,
  isOwn: true,
  defaultValue: null,
}
const offered = (value: Parameters<typeof choiceOptions>[1]) =>
  choiceOptions(FIELD, value).map(({ id, label, muted = false }) => [id, label, muted])

test('a value of a record stays visible and removable after it is no choice any more', () => {
  const cloud = ['cloud', 'Cloud', false]
  expect(offered(undefined)).toEqual([cloud])
  expect(offered('cloud')).toEqual([cloud])
  expect(offered('own_servers')).toEqual([cloud, ['own_servers', 'own_servers', true]])
  expect(offered(['a', 'cloud', 'b'])).toEqual([cloud, ['a', 'a', true], ['b', 'b', true]])
})
