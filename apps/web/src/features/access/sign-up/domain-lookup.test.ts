import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createDomainLookup } from './domain-lookup.ts'

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})

describe('looking up a domain', () => {
  it('asks once for each domain', async () => {
    const domainStatus = vi.fn(async () => ({ blacklisted: false, first: true }))
    const lookup = createDomainLookup({ domainStatus })
    await Promise.all([lookup('example.org'), lookup('example.org')])
    expect(await lookup('example.org')).toEqual({ blacklisted: false, first: true })
    expect(domainStatus).toHaveBeenCalledTimes(1)
  })

  it('[AUTH-49] takes nobody for the first when the look-up fails, and asks again next time', async () => {
    const domainStatus = vi
      .fn(async () => ({ blacklisted: true, first: false }))
      .mockRejectedValueOnce(new Error('offline'))
    const lookup = createDomainLookup({ domainStatus })
    expect(await lookup('example.org')).toEqual({ blacklisted: false, first: false })
    expect(await lookup('example.org')).toEqual({ blacklisted: true, first: false })
  })
})
