import { resetSecondFactors } from '@cairn/auth/reset-second-factors'
import { createSealer } from '@cairn/auth/tokens/sealing'
import { createMailQueue } from '@cairn/delivery/mail/queue'
import { DEFAULT_LANGUAGE } from '@cairn/delivery/port/language'
import type { Statements } from '@cairn/postgres/pool/privileged'
import { z } from 'zod'
import { command } from '../command.ts'
import type { Context } from '../context.ts'
import { type FoundPerson, findPerson } from '../find-person.ts'
import { EMAIL } from '../inputs.ts'

/** For a person who has lost theirs: they sign in with their password alone and enroll again. */
export const resetSecondFactor = command({
  name: 'reset-second-factor',
  summary: "removes a person's second factors and recovery codes, ends their sessions and tells them by mail",
  operands: ['EMAIL'],
  input: z.object({ email: EMAIL }),
  async destroys({ look }, { email }) {
    const person = await look((sql) => findPerson(sql, email))
    return {
      what: `${person.name} (${person.account ?? 'no account'}) signs in without a second factor afterwards. Make sure that it is them who ask.`,
      name: person.email,
    }
  },
  async run(context, { email }) {
    const person = await context.look((sql) => findPerson(sql, email))
    const mail = await mailQueueOf(context)
    const removed = await context.act({ userId: person.id }, async (sql) =>
      resetSecondFactors(sql, person.id, { mail, language: await languageOf(sql, person) }),
    )
    return {
      text: `Removed ${removed} second ${removed === 1 ? 'factor' : 'factors'} of ${email} and ended their sessions.`,
      json: { user: person.id, removed },
    }
  },
})

/** A server that runs sends what is in it within seconds. */
async function mailQueueOf(context: Context) {
  const { publicUrl } = context.config()
  return createMailQueue({
    publicUrl,
    sealer: createSealer(await context.secret(), 'queued mail'),
    wake: () => {},
  })
}

const languageRows = z.tuple([z.object({ language: z.string().nullable() })])

async function languageOf(sql: Statements, { id, email }: FoundPerson): Promise<string> {
  const rows = await sql`
    select public.language_of_recipient(
      jsonb_build_object('user_id', ${id}::text, 'email', ${email}::text, 'invited', false)
    ) ->> 'language' as language`
  return languageRows.parse([...rows])[0].language ?? DEFAULT_LANGUAGE
}
