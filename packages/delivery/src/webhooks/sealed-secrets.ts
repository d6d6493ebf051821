import type { Statements } from '@cairn/postgres/pool/privileged'
import { placeOf } from './secrets.ts'

interface SealedSecret {
  /** Webhook and number. */
  key: string
  place: string
  sealed: Uint8Array
}

/** The sealed secrets of webhooks, which are rewritten one by one when the installation's secret changes. */
export const sealedWebhookSecrets = {
  name: 'private.webhook_secrets.sealed',
  async after(sql: Statements, key: string | null, atMost: number): Promise<SealedSecret[]> {
    const [webhook = null, number = null] = key?.split(' ') ?? []
    const rows = await sql<{ webhook: string; number: number; sealed: Uint8Array }[]>`
      select webhook, number, sealed
      from private.sealed_webhook_secrets(${webhook}::uuid, ${number}::int, ${atMost})`
    return rows.map((row) => ({
      key: `${row.webhook} ${row.number}`,
      place: placeOf(row.webhook, row.number),
      sealed: row.sealed,
    }))
  },
  async replace(
    sql: Statements,
    { key, sealed: before }: SealedSecret,
    sealed: Uint8Array,
  ): Promise<boolean> {
    const [webhook = null, number = null] = key.split(' ')
    const [row] = await sql`
      select private.reseal_webhook_secret(
        ${webhook}::uuid, ${number}::int, ${Buffer.from(before)}, ${Buffer.from(sealed)}
      ) as done`
    return row?.['done'] === true
  },
}
