import type { Language } from '@cairn/delivery/port/language'
import type { MailQueue } from '@cairn/delivery/port/messages'
import type { Statements } from '@cairn/postgres/pool/privileged'
import type { SecurityChangeKind } from './model/security-change.ts'
import { insertSecurityChange, type Removed } from './store/security-changes.ts'
import { hashOfSecret, newOneTimeSecret } from './tokens/one-time.ts'

/** A change of the ways into an account. */
export interface Change {
  kind: SecurityChangeKind
  /** The factor or passkey. */
  subjectId?: string
  /** The rows that the change removed. */
  removed?: Removed
  /** The new address. */
  newEmail?: string
  /** The name of the secret or the app. */
  name?: string
  /** The kind of the secret, a word that the template knows. */
  secret?: string
  /** The time of the change; now where it is left out. */
  at?: Date
}

interface ChangeMail {
  mail: Pick<MailQueue, 'enqueueNotice'>
  userId: string
  to: string
  language: Language
  /** The network address that made the change; null for an operator of this server. */
  clientAddress: string | null
}

/** Notes a change, and queues the mail that notifies its owner, with a link that undoes it. */
export async function queueChangeMail(
  tx: Statements,
  change: Change,
  { mail, userId, to, language, clientAddress }: ChangeMail,
): Promise<void> {
  const {
    kind,
    subjectId = null,
    removed = {},
    newEmail = '',
    name = '',
    secret: what,
    at: when = null,
  } = change
  const secret = newOneTimeSecret()
  const at = await insertSecurityChange(tx, {
    userId,
    kind,
    subjectId,
    removed,
    linkHash: hashOfSecret(secret),
    at: when,
  })
  await mail.enqueueNotice(tx, {
    template: 'securityChange',
    to,
    language,
    data: {
      [kind]: 'yes',
      ...(what === undefined ? {} : { [what]: 'yes' }),
      ...(clientAddress === null ? { by_operator: 'yes' } : { address: clientAddress.slice(0, 64) }),
      at,
      newEmail,
      name,
      path: `/auth/confirm?token_hash=${secret}&type=undo`,
    },
    priority: 'awaited',
    unsubscribeUrl: null,
  })
}
