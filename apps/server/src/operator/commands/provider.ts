import { checkProvider } from '@cairn/auth/providers/check-provider'
import { z } from 'zod'
import { SUPABASE_FOLDER } from '../../settings/paths.ts'
import { readSupabaseConfig } from '../../supabase-project/supabase-config.ts'
import { command } from '../command.ts'
import { Refused } from '../refused.ts'
import { textTable } from '../text-table.ts'

/** Looks at a sign-in provider: its address, keys and scopes, and whether its addresses count. */
export const provider = command({
  name: 'provider',
  summary: 'looks at a sign-in provider of supabase/config.toml: a line for each part, ok or what to do',
  operands: ['check', 'NAME'],
  input: z.object({ check: z.literal('check'), name: z.string() }),
  async run({ env, config }, { name }) {
    const { providers = {} } = (await readSupabaseConfig(SUPABASE_FOLDER, env)).auth
    const settings = providers[name]
    if (settings === undefined)
      throw new Refused(`[auth.external.${name}] is not switched on in supabase/config.toml.`)
    const findings = await checkProvider(name, settings)
    const lines = findings.map(({ part, isGood, says }) => [part, isGood ? 'ok' : 'mend', says])
    return {
      text: [
        `Register ${new URL('/auth/v1/callback', config().publicUrl).href} there.`,
        textTable(['part', 'is', ''], lines),
      ].join('\n'),
      json: { provider: name, findings },
      isTrouble: findings.some(({ isGood }) => !isGood),
    }
  },
})
