import { refuseFolderOfOthers } from '@cairn/postgres/embedded/account'
import { parseConfig } from './config.ts'
import { CAIRN, openDatabase } from './database.ts'
import { allJobs, type JobParts } from './jobs/jobs.ts'
import { createNotices } from './notices/notices.ts'
import { createUnsubscribeLinks } from './notices/unsubscribe-links.ts'
import { openLog } from './observe/log.ts'
import { watchOverErrors } from './observe/stray-errors.ts'
import { openOutbox } from './open-outbox.ts'
import { openWebhooks } from './open-webhooks.ts'
import { SUPABASE_FOLDER, WEB_APP } from './paths.ts'
import { bringPublicMailDomains } from './public-mail/public-mail-lists.ts'
import { installationSecret } from './secret.ts'
import { type RunningServer, serve } from './serve.ts'
import { readSupabaseConfig } from './supabase-config.ts'

/** Starts everything that the environment asks for. Throws errors with a sentence for the operator. */
export async function startServer(env: NodeJS.ProcessEnv): Promise<RunningServer> {
  const config = parseConfig(env)
  const observe = openLog(config.logLevel)
  watchOverErrors(observe)
  refuseFolderOfOthers(config.dataDir)
  const secret = installationSecret(config.secret, config.dataDir)
  const product = await readSupabaseConfig(SUPABASE_FOLDER, env)
  const outbox = config.smtpUrl === null ? openOutbox(config.dataDir) : null

  const database = await openDatabase(config, secret, { contents: CAIRN, observe })
  try {
    await database.inLine(() => bringPublicMailDomains(database.accounts))
    const unsubscribeLinks = createUnsubscribeLinks({
      publicUrl: config.publicUrl,
      secret,
      clock: database.clock.now,
    })
    const notices = createNotices({ publicUrl: config.publicUrl, links: unsubscribeLinks })
    const { retention } = config
    const webhooks = openWebhooks({
      database: database.accounts,
      secret,
      publicUrl: config.publicUrl,
      allowed: config.webhookHosts,
      observe: (event) => observe({ kind: 'delivery', event }),
    })
    const jobs = (parts: JobParts) => allJobs({ ...parts, notices, webhooks, retention, observe })
    const site = { webFolder: WEB_APP, unsubscribeLinks }
    return await serve({ config, database, product, jobs, site, secret, outbox, observe })
  } catch (error) {
    await database.close()
    throw error
  }
}
