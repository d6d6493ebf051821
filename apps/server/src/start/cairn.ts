import { refuseFolderOfOthers } from '@cairn/postgres/embedded/account'
import { CAIRN } from '../database/database.ts'
import { secretsOfInstallation } from '../secrets/secret.ts'
import { parseConfig } from '../settings/config.ts'
import { SUPABASE_FOLDER } from '../settings/paths.ts'
import type { Place } from '../settings/place.ts'
import { readSupabaseConfig } from '../supabase-project/supabase-config.ts'
import { openObservation } from './observation.ts'
import type { Served } from './served.ts'

/** Cairn, as the environment asks for it. Throws errors with a sentence for the operator. */
export async function readCairn(env: NodeJS.ProcessEnv, place: Place): Promise<Served> {
  const config = parseConfig(env)
  const { observe, counted } = await openObservation(config, place)
  refuseFolderOfOthers(config.dataDir)
  const secrets = secretsOfInstallation(config)
  const product = await readSupabaseConfig(SUPABASE_FOLDER, env)
  return {
    config,
    observe,
    counted,
    secrets,
    contents: CAIRN,
    product,
    async over(database) {
      const { servingParts } = await import('./cairn-parts.ts')
      return servingParts({ config, secrets, observe }, database)
    },
    async bring(database) {
      const { bringContents } = await import('./cairn-parts.ts')
      await bringContents(config, database)
    },
    greeting: () => [],
  }
}
