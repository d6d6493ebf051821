import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { hashOfToken, isMeantAsToken } from './opaque-token.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const body = `cairn_${'0123456789abcdef'.repeat(3).slice(0, 40)}`
const token = `${body}${sha256(body).slice(0, 8)}`

describe('an API token', () => {
  it('is known by the hash of all of it', () => {
    expect(hashOfToken(token)).toBe(sha256(token))
  })

  it.each([
    ['cut off', token.slice(0, -1)],
    ['cut off in front', token.slice(1)],
    ['doubled', `${token}${token}`],
    ['with a wrong checksum', `${body}00000000`],
    ['with another digit', token.replace('0', '1')],
    ['in capitals', token.toUpperCase()],
    ['with a line behind it', `${token}\n`],
    ['empty', 'cairn_'],
    ['a key of a source', `cairn_src_${'a'.repeat(44)}`],
  ])('is none when it is %s', (_, text) => {
    expect(hashOfToken(text)).toBeNull()
  })

  it('is distinguished from other bearers by its start, whole or not', () => {
    expect([token, token.slice(0, 9), 'cairn_'].map(isMeantAsToken)).toEqual([true, true, true])
    expect(['cairn_src_1', 'eyJhbGciOi', 'sb_publishable_1', ''].map(isMeantAsToken)).toEqual(
      Array.from({ length: 4 }, () => false),
    )
  })
})
