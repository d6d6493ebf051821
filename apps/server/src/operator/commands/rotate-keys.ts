import { openKeyRing } from '@cairn/auth/tokens/key-ring'
import { z } from 'zod'
import { command } from '../command.ts'

/** A new key signs access tokens; servers that run follow within five minutes, or with the first token that it signed. */
export const rotateKeys = command({
  name: 'rotate-keys',
  summary: 'lets a new key sign access tokens; the former verify theirs until they expire, or no more',
  options: { 'distrust-former': { type: 'boolean' } },
  input: z.object({ 'distrust-former': z.boolean().default(false) }),
  destroys: async (_context, { 'distrust-former': distrust }) =>
    distrust
      ? {
          what: 'Access tokens of all former keys are refused within five minutes. Browsers fetch new ones; scripts that kept one fail.',
          name: 'distrust',
        }
      : null,
  async run(context, { 'distrust-former': distrust }) {
    const secret = await context.secret()
    const { database } = await context.visit()
    const keys = await openKeyRing({ database, secret, clock: Date.now, onWithdrawn: () => {} })
    const kid = await keys.rotate()
    const distrusted = await context.act({ traits: { kid, distrusted: String(distrust) } }, async (sql) =>
      distrust ? (await sql`delete from auth.signing_keys where status = 'retired'`).count : 0,
    )
    return {
      text: `The key ${kid} signs from now on.${distrust ? ` Distrusted: ${distrusted}` : ''}`,
      json: { kid, distrusted },
    }
  },
})
