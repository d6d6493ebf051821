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

  test('asks in the language of the page, whatever that of the browser is', async () => {
    const send = vi.fn<typeof fetch>(async () => Response.json({}))
    const { supabase } = createServiceClient(
      { url: 'https://service.test', key: 'sb_publishable_test' },
      send,
      () => 'fr',
    )
    await supabase.auth.resetPasswordForEmail('ada@example.com')
    const headers = new Headers(send.mock.calls[0]?.[1]?.headers)
    expect([headers.get('accept-language'), headers.get('apikey')]).toEqual(['fr', 'sb_publishable_test'])
  })
})
