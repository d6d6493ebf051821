import { DatabaseUnavailable } from '@cairn/postgres/wire/errors'
import { describe, expect, it } from 'vitest'
import { InvalidConfiguration } from '../settings/config.ts'
import { startFailure } from './start-failure.ts'

const system = (fields: Record<string, unknown>) => Object.assign(new Error('as Node has it'), fields)

describe('startFailure', () => {
  it.each([
    [{ code: 'EACCES', path: '/data/secret' }, /^The user \S+ may not use \/data\/secret\. Give it to/],
    [{ code: 'EPERM', path: '/data' }, /^The user \S+ may not use \/data\./],
    [
      { code: 'EROFS', path: '/data' },
      /^\/data is on a file system that is mounted read-only\. Set CAIRN_DATA_DIR/,
    ],
    [{ code: 'ENOSPC', path: '/data/outbox' }, /^There is no space left for \/data\/outbox\. Make room/],
    [{ code: 'ENOTDIR', path: '/file/data' }, /^\/file\/data cannot be made: .* not a folder\. Set/],
    [
      { code: 'EADDRINUSE', syscall: 'listen', address: '127.0.0.1', port: 3000 },
      /^The address 127\.0\.0\.1:3000 is in use\. Stop what uses it, or set PORT\.$/,
    ],
    [{ code: 'EACCES', syscall: 'listen', address: '::', port: 80 }, /reserved for root\. Set PORT/],
    [{ code: 'EADDRNOTAVAIL', syscall: 'listen', address: '192.0.2.1', port: 3000 }, /Set HOST/],
    [{ code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'nowhere' }, /nowhere is no address .* Set HOST/],
  ])('says what to do about %o in one sentence', (fields, sentence) => {
    expect(startFailure(system(fields))).toMatch(sentence)
    expect(startFailure(system(fields))).not.toContain('\n')
  })

  it('repeats what was written for the operator', () => {
    expect(startFailure(new InvalidConfiguration('PORT is wrong.'))).toBe('PORT is wrong.')
  })

  it('says in one sentence that the database went away while the server started', () => {
    const lost = new DatabaseUnavailable('The database is too busy to answer.', {
      cause: new Error('lock timeout'),
    })
    expect(startFailure(lost)).toBe(
      'The database is too busy to answer (lock timeout), so the start has ended. Start again.',
    )
  })

  it('shows where an unexpected error comes from, and its cause', () => {
    const said = startFailure(new Error('Odd', { cause: new Error('Odder') }))
    expect(said).toMatch(/Error: Odd\n\s+at [\s\S]*because: Error: Odder/)
  })
})
