import type { WeakPasswordReason } from '../errors.ts'

/** bcrypt looks no further; a longer password would promise more than it gives. */
const MAX_BYTES = 72

export type PasswordVerdict =
  | { kind: 'fine' }
  | { kind: 'unusable'; message: string }
  | { kind: 'weak'; message: string; reasons: readonly WeakPasswordReason[] }

/** Whether a password may become somebody's. Characters are counted as people count them, the upper limit in bytes. */
export function judgePassword(password: string, minimumLength: number): PasswordVerdict {
  if (!isUsablePassword(password)) {
    return password.includes('\0')
      ? { kind: 'unusable', message: 'Password cannot contain a NUL character' }
      : { kind: 'unusable', message: `Password cannot be longer than ${MAX_BYTES} bytes` }
  }
  if ([...password].length < minimumLength) {
    return {
      kind: 'weak',
      message: `Password should be at least ${minimumLength} characters.`,
      reasons: ['length'],
    }
  }
  return { kind: 'fine' }
}

/** False for what can be nobody's password: bcrypt ignores what comes after 72 bytes or a NUL. */
export function isUsablePassword(password: string): boolean {
  return Buffer.byteLength(password) <= MAX_BYTES && !password.includes('\0')
}
