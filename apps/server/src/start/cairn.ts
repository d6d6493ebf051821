import { refuseFolderOfOthers } from '@cairn/postgres/embedded/account'
import type { ConnectionTarget } from '@cairn/postgres/wire/target'
import { bringArchiveRoom } from '../archives/archive-room.ts'
import { forgetWal } from '../backups/wal/forget-wal.ts'
import { CAIRN } from '../database/database.ts'
import { openWebhooks } from '../delivery/open-webhooks.ts'
import { toolServer } from '../http/mcp/server.ts'
import { allJobs, type JobParts } from '../jobs/jobs.ts'
import { createNotices } from '../notices/notices.ts'
import { createUnsubscribeLinks } from '../notices/unsubscribe-links.ts'
import { bringPublicMailDomains } from '../public-mail/public-mail-lists.ts'
import { secretsOfInstallation } from '../secrets/secret.ts'
import { type Config, parseConfig } from '../settings/config.ts'
import { SUPABASE_FOLDER, WEB_APP } from '../settings/paths.ts'
import type { Place } from '../settings/place.ts'
import { readSupabaseConfig } from '../supabase-project/supabase-config.ts'
import { openObservation } from './observation.ts'
import type { Served } from './served.ts'

/** Cairn, as the environment asks for it. Throws errors with a sentence for the operator. */
export async function readCairn(env: NodeJS.ProcessEnv, place: Place): Promise<Served> {
  const config = parseConfig(env)
  const { observe, counted } = openObservation(config, place)
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
    over(database) {
      const { publicUrl, retention } = config
      const unsubscribeLinks = createUnsubscribeLinks({
        publicUrl,
        secret: secrets,
        clock: database.clock.now,
      })
      const notices = createNotices({ publicUrl, links: unsubscribeLinks })
      const webhooks = openWebhooks({
        database: database.accounts,
        secret: secrets,
        publicUrl,
        allowed: config.webhookHosts,
        observe: (event) => observe({ kind: 'delivery', event }),
      })
      const backups = backupsOf(config, database.admin)
      return {
        jobs: (parts: JobParts) => allJobs({ ...parts, notices, webhooks, retention, backups, observe }),
        site: { webFolder: WEB_APP, unsubscribeLinks, toolServer },
      }
    },
    async bring(database) {
      await database.inLine(() => bringPublicMailDomains(database.accounts))
      await database.inLine(() => bringArchiveRoom(database.accounts, config.archiveRoom))
      // If this fails, the next start removes the slot.
      if (config.database === null && !config.backups.wal) await forgetWal(database.admin).catch(() => {})
    },
    greeting: () => [],
  }
}

/** The automatic backups; null where the operator wants none. */
function backupsOf({ backups, database, operatorEmail }: Config, target: ConnectionTarget) {
  const { dir } = backups
  if (dir === null) return null
  return { settings: { ...backups, dir }, target, builtIn: database === null, operator: operatorEmail }
}
