import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const ORIGIN = 'https://app.test'

describe('readConfig', () => {
  it('takes address, key and outbox from the page', () => {
    const content = '{"url":"https://api.test","key":"sb_publishable_x","sendsMail":false,"outbox":"/outbox"}'
    expect(readConfig(content, ORIGIN)).toEqual({
      url: 'https://api.test',
      key: 'sb_publishable_x',
      sendsMail: false,
      outbox: '/outbox',
    })
  })

  it('falls back field by field, and takes no outbox on another host', () => {
    expect(readConfig('{"key":"k","outbox":"//evil.test"}', ORIGIN)).toEqual({
      url: ORIGIN,
      key: 'k',
      sendsMail: true,
      outbox: null,
    })
  })

  it('makes do with a page that nobody configured', () => {
    for (const content of ['', 'nonsense', '[]', 'null']) {
      expect(readConfig(content, ORIGIN)).toEqual({ url: ORIGIN, key: '', sendsMail: true, outbox: null })
    }
  })
})
