import i18n, { type TFunction } from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { appearanceOf } from './appearance.ts'

let t: TFunction
beforeAll(async () => {
  t = await i18n.init({ lng: 'en', resources: {}, keySeparator: false, nsSeparator: false })
})

test('[SET-11] without a stored record an account has the usual appearance, under its own name', () => {
  const usual = appearanceOf(null, null, t)
  expect(usual).toEqual({
    accountName: 'Your Organization',
    description: 'The systems, automations and knowledge of your organization, in one place.',
    logoUrl: '',
  })
  expect(appearanceOf(null, { id: 'a', name: 'Example' }, t)).toEqual({ ...usual, accountName: 'Example' })
})

test('a stored appearance has precedence', () => {
  const stored = { accountName: 'Example', description: '', logoUrl: 'https://acme.test/logo.png' }
  expect(appearanceOf(stored, { id: 'a', name: 'Before' }, t)).toBe(stored)
})
