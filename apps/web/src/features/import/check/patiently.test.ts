import { type FailureKind, UNREACHABLE, WorkspaceError } from '@cairn/workspace/errors'
import { describe, expect, test } from 'vitest'
import { patiently } from './patiently.ts'

const NO_WAITS = [0, 0, 0]

/** Fails some times, and succeeds then. */
function failing(times: number, kind: FailureKind) {
  const part = {
    tries: 0,
    run: async () => {
      part.tries += 1
      if (part.tries <= times) throw new WorkspaceError(UNREACHABLE, { kind })
      return 'done'
    },
  }
  return part
}

describe('a part of an import', () => {
  test.each(['offline', 'unavailable'] as const)('is sent again while the server is %s', async (kind) => {
    const part = failing(3, kind)
    expect(await patiently(part.run, NO_WAITS)).toBe('done')
    expect(part.tries).toBe(4)
  })

  test('fails where the network does not come back', async () => {
    const part = failing(9, 'offline')
    await expect(patiently(part.run, NO_WAITS)).rejects.toMatchObject({ kind: 'offline' })
    expect(part.tries).toBe(4)
  })

  test.each(['refused', 'invalid', 'unknown'] as const)('is not sent again when it is %s', async (kind) => {
    const part = failing(1, kind)
    await expect(patiently(part.run, NO_WAITS)).rejects.toMatchObject({ kind })
    expect(part.tries).toBe(1)
  })
})
