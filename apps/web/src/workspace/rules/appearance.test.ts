import { expect, test } from 'vitest'
import { appearanceOf } from './appearance.ts'

test('[SET-11] without a stored record an account has the usual appearance, under its own name', () => {
  const usual = appearanceOf(null, null)
  expect(usual).toEqual({
    accountName: 'Your Organization',
    description: 'The systems, automations and knowledge of your organization, in one place.',
    logoUrl: '',
  })
  expect(appearanceOf(null, { id: 'a', name: 'Example' })).toEqual({ ...usual, accountName: 'Example' })
})

test('what is stored counts', () => {
  const stored = { accountName: 'Example', description: '', logoUrl: 'https://acme.test/logo.png' }
  expect(appearanceOf(stored, { id: 'a', name: 'Before' })).toBe(stored)
})
