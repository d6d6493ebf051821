import { expect, it } from 'vitest'
import { accountAppearanceForm } from './account-appearance-form.ts'

const good = { accountName: 'Example', description: '', logoUrl: '' }

/** The fields that are wrong. */
const problems = (changed: Partial<typeof good>) =>
  accountAppearanceForm.safeParse({ ...good, ...changed }).error?.issues.map(({ path }) => path[0]) ?? []

it('[SET-09] accepts a name alone, and a logo over https', () => {
  expect(problems({})).toEqual([])
  expect(problems({ logoUrl: ' https://acme.test/logo.png ' })).toEqual([])
})

it('refuses what the account could not show', () => {
  expect(problems({ accountName: ' ' })).toEqual(['accountName'])
  expect(problems({ accountName: 'x'.repeat(121) })).toEqual(['accountName'])
  expect(problems({ description: 'x'.repeat(501) })).toEqual(['description'])
  for (const logoUrl of [
    'javascript:alert(1)',
    'http://acme.test/logo.png',
    '//acme.test',
    'https://a@b.test',
  ])
    expect(problems({ logoUrl })).toEqual(['logoUrl'])
})
