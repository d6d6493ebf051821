import { PATIENTLY } from '@cairn/testing/patience'
import { expect, vi } from 'vitest'
import type { Cairn } from './cairn.ts'

/** Expects that the server is ready. It says no for a moment where its database takes a second for an answer. */
export async function expectReady({ send }: Pick<Cairn, 'send'>): Promise<void> {
  await vi.waitFor(async () => expect((await send({ path: '/readyz' })).status).toBe(200), PATIENTLY)
}
