import { describe, expect, it } from 'vitest'
import { deviceOf } from './device-name.ts'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

describe('[OPEN-18] the device behind a session', () => {
  it.each([
    [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/126.0 Safari/537.36`, 'Chrome', 'Linux'],
    [`Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/126.0 Safari/537.36 Edg/126.0`, 'Edge', 'Windows'],
    [
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/17.5 Safari/605.1.15`,
      'Safari',
      'macOS',
    ],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${WEBKIT} CriOS/126.0 Safari/604.1`,
      'Chrome',
      'iPhone',
    ],
    ['Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0', 'Firefox', 'Android'],
    ['curl/8.7.1', null, null],
    ['', null, null],
    [null, null, null],
  ])('of %j is %s on %s', (userAgent, browser, system) => {
    expect(deviceOf(userAgent)).toEqual({ browser, system })
  })
})
