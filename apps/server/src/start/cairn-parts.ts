import type { ConnectionTarget } from '@cairn/postgres/wire/target'
import { bringArchiveRoom } from '../archives/archive-room.ts'
import { forgetWal } from '../backups/wal/forget-wal.ts'
import type { Database } from '../database/database.ts'
import { openWebhooks } from '../delivery/open-webhooks.ts'
import { allJobs, type JobParts } from '../jobs/jobs.ts'
import { createNotices } from '../notices/notices.ts'
import { createUnsubscribeLinks } from '../notices/unsubscribe-links.ts'
import { bringPublicMailDomains } from '../public-mail/public-mail-lists.ts'
import type { Config } from '../settings/config.ts'
import { WEB_APP } from '../settings/paths.ts'
import type { Served, ServingParts } from './served.ts'

/** The jobs and pages of Cairn, over its database. */
export function servingParts(
  { config, secrets, observe }: Pick<Served, 'config' | 'secrets' | 'observe'>,
  database: Database,
): ServingParts {
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
    site: {
      webFolder: WEB_APP,
      unsubscribeLinks,
      loadTools: async () => (await import('../http/mcp/server.ts')).toolServer,
    },
  }
}

/** Writes the data that has to exist before requests come. */
export async function bringContents(config: Config, database: Database): Promise<void> {
  await database.inLine(() => bringPublicMailDomains(database.accounts))
  await database.inLine(() => bringArchiveRoom(database.accounts, config.archiveRoom))
  // If this fails, the next start removes the slot.
  if (config.database === null && !config.backups.wal) await forgetWal(database.admin).catch(() => {})
}

/** The automatic backups; null where the operator wants none. */
function backupsOf({ backups, database, operatorEmail }: Config, target: ConnectionTarget) {
  const { dir } = backups
  if (dir === null) return null
  return { settings: { ...backups, dir }, target, builtIn: database === null, operator: operatorEmail }
}
