import type { PasswordPart } from '../port/password.ts'
import { chunkMissing } from './chunk-missing.ts'
import type { Connect } from './client.ts'

/** Changing the password; its code is loaded with the first change. */
export function createPassword(connect: Connect): PasswordPart {
  return {
    change: async (input) =>
      (await import('./change-password.ts').catch(chunkMissing)).changePassword(connect, input),
  }
}
