import { describe, expect, it } from 'vitest'
import { clientAddressFor, isLoopback } from './client-address.ts'

describe('clientAddressFor', () => {
  const direct = clientAddressFor([])
  const behindProxies = clientAddressFor(['10.0.0.0/8', '::1'])

  it.each([
    ['believes the peer', direct, '203.0.113.9', null, '203.0.113.9'],
    ['ignores the header of a stranger', direct, '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    [
      'ignores it from a peer that is no trusted proxy',
      behindProxies,
      '203.0.113.9',
      '198.51.100.1',
      '203.0.113.9',
    ],
    ['takes the hop before a trusted proxy', behindProxies, '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['reads from the right', behindProxies, '10.0.0.1', '192.0.2.66, 198.51.100.1', '198.51.100.1'],
    ['passes several proxies', behindProxies, '10.0.0.1', '198.51.100.1, 10.0.0.2', '198.51.100.1'],
    ['stays with the proxy when the header is nonsense', behindProxies, '10.0.0.1', 'unknown', '10.0.0.1'],
    ['stays with the proxy without a header', behindProxies, '10.0.0.1', null, '10.0.0.1'],
    ['knows IPv4 in IPv6', behindProxies, '::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['has an answer for a peer that is gone', direct, undefined, null, '0.0.0.0'],
  ])('%s', (_, addressOf, peer, header, expected) => {
    expect(addressOf(peer, header)).toBe(expected)
  })
})

describe('isLoopback', () => {
  it.each([
    ['127.0.0.1', true],
    ['127.1.2.3', true],
    ['::1', true],
    ['10.0.0.1', false],
    ['128.0.0.1', false],
    ['127.evil.test', false],
  ])('%s: %s', (address, expected) => expect(isLoopback(address)).toBe(expected))
})
