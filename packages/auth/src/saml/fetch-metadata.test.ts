import { describe, expect, test } from 'vitest'
import { isPublicAddress } from './fetch-metadata.ts'

describe('[D19] only public addresses are asked for metadata', () => {
  test.each(['1.1.1.1', '8.8.8.8', '172.15.0.1', '2606:4700::1111', '2a00:1450::1'])(
    '%s is one',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )

  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'ff02::1',
    'localhost',
    '',
  ])('%j is none', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})
