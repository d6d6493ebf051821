import type { PasswordPart } from '../port/password.ts'
import type { Connect } from './client.ts'
import { accessFailure } from './failures.ts'

/** Changing the password. The server holds its rules, its history and the limit of attempts. */
export function createPassword(connect: Connect): PasswordPart {
  return {
    async change({ current, next }) {
      const client = await connect()
      const { error } = await client.supabase.auth.updateUser({ password: next, current_password: current })
      if (!error) return 'changed'
      if (error.code === 'same_password') return 'used-before'
      if (error.status === 429) return 'too-often'
      throw accessFailure(error, client.lastAuthFailure())
    },
  }
}
