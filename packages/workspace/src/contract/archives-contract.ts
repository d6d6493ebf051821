import { describe, expect, test, vi } from 'vitest'
import { GuestModeError } from '../errors.ts'
import type { Archive, ArchivesPart } from '../port/archives.ts'
import type { ContractOptions } from './options.ts'

const STANDS = new AbortController().signal

/** Tests archives against any implementation of the port. The accounts of the contract have records already. */
export function archivesContract({ open, keepsWrites, settle = (answer) => answer }: ContractOptions): void {
  describe('Archives', () => {
    test('are not restored into an account that has records', async () => {
      const archives = (await open()).archives
      expect(await settle(archives.state())).toMatchObject({ import: null, isEmpty: false })
      const taken = settle(archives.takeIn(new Blob(['zip']), () => undefined, STANDS))
      await expect(taken).rejects.toThrow(
        keepsWrites ? 'Only an empty account can restore an archive.' : GuestModeError,
      )
    })

    if (!keepsWrites) {
      test('[GUEST-15] are not made for guests', async () => {
        const archives = (await open()).archives
        await expect(settle(archives.request())).rejects.toBeInstanceOf(GuestModeError)
        await expect(settle(archives.part('any', 1))).rejects.toBeInstanceOf(GuestModeError)
        await expect(settle(archives.remove('any'))).rejects.toBeInstanceOf(GuestModeError)
        expect((await settle(archives.state())).archive).toBeNull()
      })
      return
    }

    test('are made one at a time, and are gone when they are deleted', async () => {
      const archives = (await open()).archives
      expect((await archives.state()).archive).toBeNull()
      await archives.request()
      const { archive } = await archives.state()
      expect(archive?.expiresAt.getTime()).toBeGreaterThan(Date.now())
      const { id, parts } = await ready(archives)
      const file = await archives.part(id, 1)
      expect(new TextDecoder('latin1').decode(file.slice(0, 2))).toBe('PK')
      await expect(archives.part(id, parts + 1)).rejects.toMatchObject({
        kind: 'not-found',
        message: 'This archive is gone.',
      })
      await archives.remove(id)
      expect((await archives.state()).archive).toBeNull()
    })
  })
}

/** The archive, once the server has made it. */
async function ready(archives: ArchivesPart): Promise<Archive> {
  return vi.waitUntil(
    async () => {
      const { archive } = await archives.state()
      return archive?.state === 'ready' && archive
    },
    { timeout: 60_000, interval: 200 },
  )
}
