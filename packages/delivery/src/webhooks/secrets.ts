import type { Privileged } from '@cairn/postgres/pool/privileged'
import type { Sealer } from '../sealer.ts'
import { keepSealed, type LeasedWebhook, openSecrets } from './webhook-queue.ts'

/** To which webhook and which of its secrets a sealed value belongs. */
export const placeOf = (webhook: string, number: number) => `webhook ${webhook} ${number}`

/** Seals the secrets that were made since: the database itself has no key to do so. */
export async function sealNewSecrets(database: Privileged, sealer: Sealer): Promise<void> {
  for (const made of await database.statement(openSecrets)) {
    const sealed = sealer.seal(made.secret, placeOf(made.webhook, made.number))
    await database.statement((sql) => keepSealed(sql, made, sealed))
  }
}

/** The secrets of a webhook, the present one first. Throws where they were sealed with another secret of the installation. */
export function secretsOf({ webhook, signs }: LeasedWebhook, sealer: Sealer): string[] {
  return signs.flatMap(({ number, secret, sealed }) => {
    if (secret !== null) return [secret]
    return sealed === null ? [] : [sealer.open(Buffer.from(sealed, 'base64'), placeOf(webhook, number))]
  })
}
