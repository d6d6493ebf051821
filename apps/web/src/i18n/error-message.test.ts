import { WorkspaceError } from '@cairn/workspace/errors'
import { phrase } from '@cairn/workspace/lib/phrase'
import i18n, { type TFunction } from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { errorMessage } from './error-message.ts'

let t: TFunction
beforeAll(async () => {
  const translation = {
    'A factor with the friendly name "{{name}}" for this user already exists':
      'Der Faktor „{{name}}“ besteht schon',
    'You cannot give a level above your own.': 'Niemand vergibt mehr, als er hat.',
    'field.required': '{{field}} fehlt.',
  }
  t = await i18n.createInstance().init({
    lng: 'de',
    resources: { de: { translation } },
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
  })
})

const say = (message: string) => errorMessage({ message }, t)

test('a sentence of the server is translated into the language of the reader', () => {
  expect(say('You cannot give a level above your own.')).toBe('Niemand vergibt mehr, als er hat.')
})

test('so is one that names something, whatever the name looks like', () => {
  for (const name of ['Example & Sons (1.0).', '{{name}}'])
    expect(say(`A factor with the friendly name "${name}" for this user already exists`)).toBe(
      `Der Faktor „${name}“ besteht schon`,
    )
})

test('a refusal is translated by its code, however its sentence is worded', () => {
  const refused = (code: string) =>
    new WorkspaceError(phrase('Seats cannot be empty.'), {
      kind: 'invalid',
      refusal: { code, parameters: { field: 'Seats' } },
    })
  expect(errorMessage(refused('field.required'), t)).toBe('Seats fehlt.')
  expect(errorMessage(refused('field.of_a_newer_server'), t)).toBe('Seats cannot be empty.')
})

test('any other text stays as it is', () => {
  expect(say('The moon is full.')).toBe('The moon is full.')
})
