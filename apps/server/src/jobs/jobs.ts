import type { Auth } from '@cairn/auth/auth'
import type { SecretChange } from '@cairn/auth/secret-change/change'
import type { Delivery } from '@cairn/delivery/delivery'
import type { WebhookSender } from '@cairn/delivery/webhooks/sender'
import type { Job, LocalJob, SharedJob } from '@cairn/jobs/job'
import type { Privileged } from '@cairn/postgres/pool/privileged'
import type { Notices } from '../notices/notices.ts'
import type { Observe } from '../observe/events.ts'
import type { Retention } from '../settings/config.ts'
import { backUp } from './back-up.ts'
import { changeSecret } from './change-secret.ts'
import { compareViews } from './compare-views.ts'
import { countMaps } from './count-maps.ts'
import { countRecords } from './count-records.ts'
import { deleteAccounts } from './delete-accounts.ts'
import { deleteExpired } from './delete-expired.ts'
import { deliverToWebhooks, sweepWebhooks } from './deliver-to-webhooks.ts'
import { escalateAlerts } from './escalate-alerts.ts'
import { findLateHeartbeats } from './find-late-heartbeats.ts'
import { keepCoverage } from './keep-coverage.ts'
import { keepWalJob } from './keep-wal.ts'
import { makeArchives } from './make-archives.ts'
import { noteTime } from './note-time.ts'
import { type GatheredUses, noteTokenUses } from './note-token-uses.ts'
import { purgeAccounts } from './purge-accounts.ts'
import { queueDigests } from './queue-digests.ts'
import { queueNotifications } from './queue-notifications.ts'
import { refreshSamlMetadata } from './refresh-saml-metadata.ts'
import { refreshSigningKeys } from './refresh-signing-keys.ts'
import { sendMessages } from './send-messages.ts'
import { takeInArchives } from './take-in-archives.ts'
import { tellOfHeartbeats } from './tell-of-heartbeats.ts'
import { tellOfRenewals } from './tell-of-renewals.ts'
import { tellOfSecrets } from './tell-of-secrets.ts'
import { tellOfTokens } from './tell-of-tokens.ts'

export interface JobParts {
  database: Privileged
  auth: Auth
  delivery: Delivery
  tokenUses: GatheredUses | null
  secretChange: SecretChange
}

interface ProductParts extends JobParts {
  notices: Notices
  webhooks: WebhookSender
  retention: Retention
  /** The Postgres whose backups are made, and where they go; null where none are made. */
  backups: Omit<Parameters<typeof backUp>[0], 'database' | 'mail'> | null
  observe: Observe
}

/** The jobs of each process for itself and for the queue of messages, whatever the product. */
export const jobsOfEachProcess = ({ auth, delivery, tokenUses, secretChange }: JobParts): Job[] => [
  ...(tokenUses === null ? [] : [noteTokenUses(tokenUses)]),
  sendMessages(delivery),
  noteTime(auth),
  changeSecret(secretChange),
  refreshSigningKeys(auth),
]

/** The jobs for a separate project: it has no table in which servers divide jobs among themselves. */
export const jobsOfProject = (
  parts: JobParts,
  { retention, observe }: Pick<ProductParts, 'retention' | 'observe'>,
): Job[] => [
  ...jobsOfEachProcess(parts),
  inEachProcess(purgeAccounts(parts.auth, retention, observe)),
  inEachProcess(refreshSamlMetadata(parts.auth)),
]

/** Runs the same job in each process: it has to tolerate running twice. */
const inEachProcess = ({ name, everySeconds, run }: SharedJob): LocalJob => ({
  kind: 'in each process',
  name,
  everySeconds,
  run,
})

/** All jobs that the server runs by itself. */
export function allJobs(parts: ProductParts): Job[] {
  const { database, auth, delivery, notices, webhooks, retention, observe } = parts
  return [
    ...jobsOfEachProcess(parts),
    countRecords(database),
    countMaps(database),
    queueNotifications(database, delivery.mail, notices),
    queueDigests(database, delivery.mail, notices),
    keepCoverage(database),
    compareViews(database),
    makeArchives(database),
    takeInArchives(database),
    tellOfRenewals(database, notices),
    findLateHeartbeats(database, notices),
    tellOfHeartbeats(database, notices),
    escalateAlerts(database, notices),
    deliverToWebhooks(webhooks),
    sweepWebhooks(database),
    tellOfTokens(database, notices),
    tellOfSecrets(database, delivery.mail),
    purgeAccounts(auth, retention, observe),
    deleteAccounts(database, observe),
    ...deleteExpired({ database, retention, observe }),
    refreshSamlMetadata(auth),
    ...jobsOfBackups(parts),
  ]
}

function jobsOfBackups({ backups, database, delivery, observe }: ProductParts): Job[] {
  if (backups === null) return []
  const { settings, target, builtIn } = backups
  const wal = { dir: settings.dir, passphrase: settings.key, target, builtIn }
  return [
    backUp({ ...backups, database, mail: delivery.mail }),
    ...(settings.wal ? [keepWalJob(wal, observe)] : []),
  ]
}
