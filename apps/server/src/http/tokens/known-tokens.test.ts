import { describe, expect, it, vi } from 'vitest'
import { createKnownTokens } from './known-tokens.ts'

const ACCOUNTS = new Map<string, string | null>([
  ['real', 'acme'],
  ['ended', null],
])

/** A database that says which of the hashes it was asked about are those of tokens. */
function arrange() {
  const asked: (readonly string[])[] = []
  const accounts = new Map(ACCOUNTS)
  let time = 0
  const read = vi.fn(async (hashes: readonly string[]) => {
    asked.push(hashes)
    return hashes.flatMap((hash) => {
      const account = accounts.get(hash)
      return account === undefined ? [] : [{ hash, account }]
    })
  })
  const find = createKnownTokens(read, () => time)
  const pass = (ms: number) => {
    time += ms
  }
  return {
    asked,
    read,
    accounts,
    pass,
    find,
    accountOf: async (hash: string) => (await find(hash))?.account ?? null,
  }
}

describe('the account of a token', () => {
  it('is asked for once', async () => {
    const { accountOf, asked } = arrange()
    expect(await accountOf('real')).toBe('acme')
    expect(await accountOf('real')).toBe('acme')
    expect(asked).toEqual([['real']])
  })

  it('is still known after a flood of made-up tokens, which are asked for many at once', async () => {
    const { accountOf, asked } = arrange()
    await accountOf('real')
    for (let flood = 0; flood < 12; flood += 1) {
      const hashes = Array.from({ length: 2_000 }, (_, number) => `made up ${flood} ${number}`)
      expect(new Set(await Promise.all(hashes.map(accountOf)))).toEqual(new Set([null]))
    }
    const before = asked.length
    expect(before).toBeLessThan(100)
    expect(await accountOf('real')).toBe('acme')
    expect(asked).toHaveLength(before)
  })

  it('is unknown while the database is away, and asked for again', async () => {
    const { accountOf, read } = arrange()
    read.mockRejectedValueOnce(new Error('away'))
    expect(await accountOf('real')).toBeNull()
    expect(await accountOf('real')).toBe('acme')
  })

  it('is that of nobody a minute after the token was revoked, and the token is still known', async () => {
    const { accounts, accountOf, find, pass } = arrange()
    await accountOf('real')
    accounts.set('real', null)
    pass(61_000)
    expect(await find('real')).toEqual({ account: null })
  })

  it('stays known while the database is away', async () => {
    const { accountOf, pass, read } = arrange()
    await accountOf('real')
    pass(61_000)
    read.mockRejectedValueOnce(new Error('away'))
    expect(await accountOf('real')).toBe('acme')
  })
})
