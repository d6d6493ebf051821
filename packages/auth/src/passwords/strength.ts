import type { WeakPasswordReason } from '../errors/auth-errors.ts'

/** bcrypt ignores what comes after; a longer password would promise more than it gives. */
const MAX_BYTES = 72

/** What a password has to have. */
export interface PasswordRule {
  /** In code points, not in bytes. */
  minimumLength: number
  /** Groups of characters; a password needs a character of each group. */
  requiredCharacters: readonly string[]
}

export type PasswordVerdict =
  | { kind: 'fine' }
  | { kind: 'unusable'; message: string }
  | { kind: 'weak'; message: string; reasons: readonly WeakPasswordReason[] }

/** Whether a password may be set. The upper limit is counted in bytes. */
export function checkPassword(password: string, rule: PasswordRule): PasswordVerdict {
  if (!isUsablePassword(password)) {
    return password.includes('\0')
      ? { kind: 'unusable', message: 'Password cannot contain a NUL character' }
      : { kind: 'unusable', message: `Password cannot be longer than ${MAX_BYTES} bytes` }
  }
  const faults: { reason: WeakPasswordReason; message: string }[] = []
  if ([...password].length < rule.minimumLength) {
    faults.push({
      reason: 'length',
      message: `Password should be at least ${rule.minimumLength} characters.`,
    })
  }
  if (!rule.requiredCharacters.every((group) => containsOneOf(password, group))) {
    const groups = rule.requiredCharacters.join(', ')
    faults.push({
      reason: 'characters',
      message: `Password should contain at least one character of each: ${groups}.`,
    })
  }
  if (faults.length === 0) return { kind: 'fine' }
  return {
    kind: 'weak',
    message: faults.map(({ message }) => message).join(' '),
    reasons: faults.map(({ reason }) => reason),
  }
}

function containsOneOf(password: string, group: string): boolean {
  return [...group].some((character) => password.includes(character))
}

/** False for what cannot be a password: bcrypt ignores what comes after 72 bytes or a NUL. */
export function isUsablePassword(password: string): boolean {
  return Buffer.byteLength(password) <= MAX_BYTES && !password.includes('\0')
}
