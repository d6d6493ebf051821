import i18next, { type TFunction } from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { destinationOf } from './destination.ts'
import { scopeSentences } from './scope-words.ts'

let t: TFunction
beforeAll(async () => {
  const options = { lng: 'en', keySeparator: false, nsSeparator: false, resources: {} } as const
  t = await i18next.createInstance().init({ ...options, interpolation: { escapeValue: false } })
})

test('scopes are told in words; who may write may read', () => {
  const scopes = ['openid', 'offline_access', 'systems:read', 'systems:write', 'agents:read', 'unknown:scope']
  expect(scopeSentences(scopes, t)).toEqual([
    'Recognize you when you sign in',
    'See, add, change and delete systems',
    'See AI agents and their runs',
    'unknown:scope',
  ])
})

test.each([
  ['https://app.test:8443/callback?x=1', 'app.test:8443'],
  ['http://127.0.0.1:4000/cb', 'a program on this computer'],
  ['http://[::1]/cb', 'a program on this computer'],
  ['com.example.app:/cb', 'an app on this device (com.example.app:)'],
  ['com.example.app://localhost/cb', 'an app on this device (com.example.app:)'],
])('%s is %s', (address, words) => {
  expect(destinationOf(address, t)).toBe(words)
})
