import { describe, expect, test } from 'vitest'
import { isAllowableAddress, isPublicAddress } from './addresses.ts'
import { allowedHosts, NO_ALLOWED_HOSTS } from './allowed-hosts.ts'
import { targetOf } from './target.ts'

describe('an address is public', () => {
  test.each(['1.1.1.1', '8.8.8.8', '172.15.0.1', '2606:4700::1111', '2a00:1450::1'])('%s is', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '100.100.100.200',
    '127.0.0.1',
    '168.63.129.16',
    '169.254.169.254',
    '172.31.255.255',
    '192.168.1.1',
    '192.0.0.192',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '64:ff9b::a00:1',
    '64:ff9b:1::a00:1',
    '2001:0:1::1',
    '2002:a00:1::',
    '4000::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    'localhost',
    '',
  ])('%j is not', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  test.each(['127.0.0.1', '10.1.2.3', 'fd12::1', '::1', '1.1.1.1'])('%s may be allowed', (address) => {
    expect(isAllowableAddress(address)).toBe(true)
  })

  test.each(['169.254.169.254', 'fd00:ec2::254', '::ffff:10.1.2.3', '0.0.0.0', 'fe80::1'])(
    '%s may not even be allowed by a name',
    (address) => {
      expect(isAllowableAddress(address)).toBe(false)
    },
  )
})

describe('the address of a request', () => {
  test.each([
    'https://example.com/hook?key=1',
    'https://example.com:8443/',
    'https://1.1.1.1/',
    'https://[2606:4700::1111]/',
  ])('is accepted: %s', (address) => {
    expect(targetOf(address, NO_ALLOWED_HOSTS).url.href).toBe(address)
  })

  test.each([
    ['no address', 'example.com/hook'],
    ['a file', 'file:///etc/passwd'],
    ['without TLS', 'http://example.com/'],
    ['a name and password', 'https://user:secret@example.com/'],
    ['a port of something else', 'https://example.com:5432/'],
    ['loopback', 'https://127.0.0.1/'],
    ['loopback in decimal', 'https://2130706433/'],
    ['loopback in octal', 'https://0177.0.0.1/'],
    ['loopback in hexadecimal', 'https://0x7f000001/'],
    ['loopback, shortened', 'https://127.1/'],
    ['loopback in wide digits', 'https://①②⑦.0.0.1/'],
    ['loopback as IPv6', 'https://[::1]/'],
    ['a mapped address', 'https://[::ffff:10.0.0.1]/'],
    ['NAT64', 'https://[64:ff9b::10.0.0.1]/'],
    ['6to4', 'https://[2002:a00:1::]/'],
    ['the metadata of a cloud', 'https://169.254.169.254/latest/meta-data/'],
  ])('is refused: %s', (_what, address) => {
    expect(() => targetOf(address, NO_ALLOWED_HOSTS)).toThrow(
      expect.objectContaining({ refusal: 'address_refused' }),
    )
  })

  const allowed = allowedHosts(['hooks.inner', 'Other.inner:8080', '10.1.2.3:9000', '[fd12::1]'])

  test.each([
    'http://hooks.inner:3000/',
    'http://OTHER.inner:8080/',
    'http://10.1.2.3:9000/',
    'http://[fd12::1]:81/',
  ])('is accepted where the operator allows it: %s', (address) => {
    expect(() => targetOf(address, allowed)).not.toThrow()
  })

  test.each(['http://other.inner:8081/', 'https://10.1.2.3/', 'http://sub.hooks.inner/'])(
    'is refused where the operator allows another: %s',
    (address) => {
      expect(() => targetOf(address, allowed)).toThrow(
        expect.objectContaining({ refusal: 'address_refused' }),
      )
    },
  )
})
