import { describe, expect, test, vi } from 'vitest'
import { createServiceClient } from './client.ts'

vi.stubGlobal('WebSocket', class {})

describe('createServiceClient', () => {
  test('[CLIENT-01] needs the address of the service', () => {
    expect(() => createServiceClient({ url: '', key: 'sb_publishable_test' })).toThrow(
      'supabaseUrl is required.',
    )
  })

  test('[CLIENT-02] needs the public key', () => {
    expect(() => createServiceClient({ url: 'https://service.test', key: '' })).toThrow(
      'supabaseKey is required.',
    )
  })
})
