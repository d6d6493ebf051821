import { describe, expect, test } from 'vitest'
import { sessionStorageKey } from './page.ts'

describe('sessionStorageKey', () => {
  test.each([
    ['https://abc.supabase.test', 'sb-abc-auth-token'],
    ['http://localhost:3000', 'sb-localhost-auth-token'],
    ['http://127.0.0.1:3000', 'sb-127-auth-token'],
  ])('[CLIENT-04] of %s is %s', (url, key) => {
    expect(sessionStorageKey(url)).toBe(key)
  })
})
