import { expect, test } from 'vitest'
import { relyingPartyOf } from './relying-party.ts'

const named = { name: 'Cairn' }

test('is the host of the public address, with this origin alone', () => {
  expect(relyingPartyOf(named, 'https://cairn.example.org:8443')).toEqual({
    name: 'Cairn',
    id: 'cairn.example.org',
    origins: ['https://cairn.example.org:8443'],
  })
})

test.each(['http://127.0.0.1:3000', 'http://[::1]:3000', 'https://192.0.2.7'])('is none for %s', (url) => {
  expect(relyingPartyOf(named, url)).toBeNull()
})

test('is none where passkeys are switched off, and another host where the settings name one', () => {
  expect(relyingPartyOf(undefined, 'https://cairn.example.org')).toBeNull()
  const settings = { ...named, id: 'example.org', origins: ['https://app.example.org'] }
  expect(relyingPartyOf(settings, 'https://api.example.org')).toEqual(settings)
})
