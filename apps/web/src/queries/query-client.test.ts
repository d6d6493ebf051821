import { WorkspaceError } from '@cairn/workspace/errors'
import { phrase } from '@cairn/workspace/lib/phrase'
import { describe, expect, it } from 'vitest'
import { createQueryClient, retryDelayMs, shouldRetry } from './query-client.ts'

describe('the query cache', () => {
  const offline = new WorkspaceError(phrase('Unreachable.'), { kind: 'offline' })

  it('[CONST-01] tries again 3 times', () => {
    expect([0, 1, 2, 3].map((failures) => shouldRetry(failures, offline))).toEqual([true, true, true, false])
  })

  it('does not repeat what the server refused', () => {
    expect(shouldRetry(0, new WorkspaceError(phrase('No.'), { kind: 'refused' }))).toBe(false)
    expect(shouldRetry(0, new WorkspaceError(phrase('Gone.'), { kind: 'not-found' }))).toBe(false)
  })

  it('[CONST-02] waits longer each time, up to 30 s', () => {
    expect([0, 1, 2, 4, 5, 20].map(retryDelayMs)).toEqual([1000, 2000, 4000, 16_000, 30_000, 30_000])
  })

  it('[CONST-03] collects idle entries after 5 minutes', () => {
    expect(createQueryClient().getDefaultOptions().queries?.gcTime).toBe(300_000)
  })
})
