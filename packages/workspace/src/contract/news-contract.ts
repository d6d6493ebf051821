import { describe, expect, test } from 'vitest'
import { newSystem } from './examples.ts'
import type { ContractOptions } from './options.ts'

const DAY_MS = 86_400_000

/** Tests the news against any implementation of the port. */
export function newsContract({ open, keepsWrites, settle = (answer) => answer }: ContractOptions): void {
  describe('News', () => {
    test('[PERM-12] name the account and the level that the membership has', async () => {
      const { news, membership } = await open()
      const { account, permissionLevel } = await settle(membership.mine())
      expect((await settle(news.within(0))).membership).toEqual({ account, permissionLevel })
    })

    test(
      keepsWrites ? 'name what changed within the time, and nothing else' : 'are none for a guest',
      async () => {
        const { news, systems } = await open()
        if (!keepsWrites) return expect((await settle(news.within(DAY_MS))).changed).toEqual([])
        const started = Date.now()
        const system = await settle(
          systems.add(newSystem({ name: `News ${crypto.randomUUID()}`, description: '', ownerId: null })),
        )
        expect((await settle(news.within(Date.now() - started + 1_000))).changed).toContain('system')
        expect((await settle(news.within(0))).changed).toEqual([])
        await settle(systems.remove(system.id))
        // The news cover one day at most.
        expect((await settle(news.within(2 * DAY_MS))).changed).toContain('system')
      },
    )
  })
}
