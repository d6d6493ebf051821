import { replaceRecoveryCodes } from '@cairn/auth/store/recovery-codes'
import { deleteSessionsOf } from '@cairn/auth/store/sessions'
import { z } from 'zod'
import { command } from '../command.ts'
import { findPerson } from '../find-person.ts'
import { EMAIL } from '../inputs.ts'

/** For a person who has lost theirs: they sign in with their password alone and enrol anew. */
export const resetSecondFactor = command({
  name: 'reset-second-factor',
  summary: "removes a person's second factors and recovery codes and ends their sessions",
  operands: ['EMAIL'],
  input: z.object({ email: EMAIL }),
  async destroys({ look }, { email }) {
    const person = await look((sql) => findPerson(sql, email))
    return {
      what: `${person.name} (${person.account ?? 'no account'}) signs in without a second factor afterwards. Make sure that it is them who ask.`,
      name: person.email,
    }
  },
  async run({ act, look }, { email }) {
    const { id } = await look((sql) => findPerson(sql, email))
    const removed = await act({ userId: id }, async (sql) => {
      await sql`select from auth.users where id = ${id} for update`
      const factors = await sql`delete from auth.mfa_factors where user_id = ${id}`
      await replaceRecoveryCodes(sql, id, [])
      await deleteSessionsOf(sql, id)
      return factors.count
    })
    return {
      text: `Removed ${removed} second ${removed === 1 ? 'factor' : 'factors'} of ${email} and ended their sessions.`,
      json: { user: id, removed },
    }
  },
})
