import { describe, expect, test } from 'vitest'
import { memberMeant } from './match-users.ts'

const members = ['Ada Lovelace', 'Ben Sample', 'Åsa Öberg'].map((name) => ({
  id: name,
  name,
  avatarUrl: null,
  isPending: false,
}))
const meant = (entry: string) => memberMeant(entry, members)?.name ?? null

describe('[SOL-32] the match of an entry', () => {
  test.each([
    'Ada Lovelace',
    'ada lovelace',
    'Ada',
    'LOVELACE',
    'Ada Lovelace (Finance)',
    'ada.lovelace@acme.test',
  ])('finds the member whose name it is, contains or is part of: %s', (entry) => {
    expect(meant(entry)).toBe('Ada Lovelace')
  })

  test('works in any alphabet', () => {
    expect(meant('åsa öberg')).toBe('Åsa Öberg')
  })

  test('prefers the member whose name it is to one whose name only contains it', () => {
    const annas = ['Anna Maria', 'Anna'].map((name) => ({
      id: name,
      name,
      avatarUrl: null,
      isPending: false,
    }))
    expect(memberMeant('anna', annas)?.name).toBe('Anna')
  })
})

test.each(['Sales', 'a', '', '…', '@acme.test', '.*'])('[SOL-33] %o means no member', (entry) => {
  expect(meant(entry)).toBeNull()
})
