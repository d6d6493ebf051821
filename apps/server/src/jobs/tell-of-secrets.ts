import { queueChangeMail } from '@cairn/auth/change-mail'
import { DEFAULT_LANGUAGE } from '@cairn/delivery/port/language'
import type { MailQueue } from '@cairn/delivery/port/messages'
import type { SharedJob } from '@cairn/jobs/job'
import type { Privileged, Statements } from '@cairn/postgres/pool/privileged'
import { z } from 'zod'

/** How many secrets are taken in one transaction; what was made with one of them comes along. */
const BATCH = 20

const madeRows = z.array(
  z.object({
    user_id: z.string(),
    email: z.string().nullable(),
    is_sso_user: z.boolean(),
    kind: z.string(),
    name: z.string(),
    others: z.number(),
    address: z.string().nullable(),
    made_at: z.date(),
    language: z.string().nullable(),
  }),
)

/**
 * Tells people by mail of the secrets that they made or rotated, such as API tokens, with the link that ends these. Who signs
 * in by single sign-on gets no such mail, as about other changes: there is no password that the link could void.
 */
export const tellOfSecrets = (database: Privileged, mail: MailQueue): SharedJob => ({
  kind: 'shared',
  name: 'tell of secrets',
  everySeconds: 5,
  async run() {
    let taken: number
    do {
      taken = await database.transaction((tx) => tellOfSome(tx, mail))
      if (taken > 0) mail.wake()
    } while (taken > 0)
  },
})

async function tellOfSome(tx: Statements, mail: MailQueue): Promise<number> {
  const rows = madeRows.parse(
    await tx`
      select s.user_id, u.email, u.is_sso_user, s.kind, s.name, s.others, s.address, s.made_at, s.language
      from private.dequeue_made_secrets(${BATCH}) s
      join auth.users u on u.id = s.user_id
      order by s.made_at`,
  )
  for (const { user_id: userId, email, is_sso_user, kind, name, others, ...made } of rows) {
    if (email === null || is_sso_user) continue
    const change = {
      kind: 'secret_made',
      secret: kind,
      name: others === 0 ? name : `${name} (+${others})`,
      at: made.made_at,
    } as const
    await queueChangeMail(tx, change, {
      mail,
      userId,
      to: email,
      language: made.language ?? DEFAULT_LANGUAGE,
      clientAddress: made.address ?? '',
    })
  }
  return rows.length
}
