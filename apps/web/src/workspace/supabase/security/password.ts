import type { PasswordPart } from '@cairn/workspace/port/password'
import type { Connect } from '../client/client.ts'
import { lazyPart } from '../client/lazy-part.ts'

/** Changing the password; its code is loaded with the first change. */
export function createPassword(connect: Connect): PasswordPart {
  const password = lazyPart(
    () => import('./change-password.ts'),
    ({ changePassword }): PasswordPart => ({ change: (input) => changePassword(connect, input) }),
  )
  return { change: password.call((part) => part.change) }
}
