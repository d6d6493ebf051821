import { createSecretChange, type SecretChange } from '@cairn/auth/secret-change/change'
import { SEALED_IN_AUTH, type SealedRows } from '@cairn/auth/secret-change/sealed-rows'
import type { InstallationSecrets } from '@cairn/auth/tokens/secrets'
import { sealedWebhookSecrets } from '@cairn/delivery/webhooks/sealed-secrets'
import type { Database } from '../database/database.ts'
import type { Observe } from '../observe/events.ts'

interface OpenedWith {
  database: Database
  secrets: InstallationSecrets
  /** Cairn's own pages, and with them its webhooks; null for a project. */
  site: unknown
  observe: Observe
}

/** All that is encrypted in the database of Cairn; a project's own has the first alone. A test finds what is not listed. */
export const SEALED_IN_PRODUCT: readonly SealedRows[] = [
  ...SEALED_IN_AUTH,
  { purpose: 'webhook secret', ...sealedWebhookSecrets },
]

/** Opens this process's part in a change of CAIRN_SECRET. */
export function openSecretChange({ database, secrets, site, observe }: OpenedWith): SecretChange {
  return createSecretChange({
    database: database.accounts,
    secrets,
    sealed: site === null ? SEALED_IN_AUTH : SEALED_IN_PRODUCT,
    renewPasswords: database.renewPasswords,
    observe: (event) => observe({ kind: 'secret-change', event }),
  })
}
