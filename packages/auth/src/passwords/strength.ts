import type { WeakPasswordReason } from '../errors/auth-errors.ts'

/** The length after which bcrypt ignores the rest; a longer password would promise more than it gives. */
const MAX_BYTES = 72

/** The requirements for a password. */
export interface PasswordRule {
  /** In code points, not in bytes. */
  minimumLength: number
  /** Groups of characters; a password needs a character of each group. */
  requiredCharacters: readonly string[]
  /** In percent; see {@link passwordStrength}. 0 asks for none. */
  minimumStrength: number
}

/** The requirements for passwords, by the occasion on which they are set. */
export interface PasswordRules {
  /** The first password of an account. */
  atSignUp: PasswordRule
  /** A password that replaces another, or is set in a session. */
  atChange: PasswordRule
}

/** The kinds of characters that count for the strength, in any alphabet. */
const KINDS = [/\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u, /[^\p{L}\p{N}]/u]

const TOO_FEW_KINDS =
  'Password should contain more of these: an uppercase letter, a lowercase letter, a number, a special character.'

export type PasswordVerdict =
  | { kind: 'fine' }
  | { kind: 'unusable'; message: string }
  | { kind: 'weak'; message: string; reasons: readonly WeakPasswordReason[] }

/**
 * The share of five requirements that a password meets, in percent: the length, an uppercase letter, a lowercase letter, a
 * number, a character that is neither letter nor number. Source: AUTH-35 to AUTH-41. The web app's bar says the same, which
 * test/passwords holds it to.
 */
export function passwordStrength(
  password: string,
  { minimumLength }: Pick<PasswordRule, 'minimumLength'>,
): number {
  return strengthOf(kindsIn(password) + (isLongEnough(password, minimumLength) ? 1 : 0))
}

function strengthOf(met: number): number {
  return Math.floor((met / (KINDS.length + 1)) * 100)
}

function kindsIn(password: string): number {
  return KINDS.filter((kind) => kind.test(password)).length
}

/** Counted in code points. */
function isLongEnough(password: string, minimumLength: number): boolean {
  return [...password].length >= minimumLength
}

/** Whether a password may be set. The upper limit is counted in bytes. */
export function checkPassword(password: string, rule: PasswordRule): PasswordVerdict {
  if (!isUsablePassword(password)) {
    return password.includes('\0')
      ? { kind: 'unusable', message: 'Password cannot contain a NUL character' }
      : { kind: 'unusable', message: `Password cannot be longer than ${MAX_BYTES} bytes` }
  }
  const faults: { reason: WeakPasswordReason; message: string }[] = []
  if (!isLongEnough(password, rule.minimumLength)) {
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
  // The check assumes a sufficient length: a password that is only too short lacks no characters.
  if (strengthOf(kindsIn(password) + 1) < rule.minimumStrength) {
    faults.push({ reason: 'characters', message: TOO_FEW_KINDS })
  }
  if (faults.length === 0) return { kind: 'fine' }
  return {
    kind: 'weak',
    message: faults.map(({ message }) => message).join(' '),
    reasons: [...new Set(faults.map(({ reason }) => reason))],
  }
}

function containsOneOf(password: string, group: string): boolean {
  return [...group].some((character) => password.includes(character))
}

/** False for a text that cannot be a password: bcrypt ignores everything after 72 bytes or a NUL. */
export function isUsablePassword(password: string): boolean {
  return Buffer.byteLength(password) <= MAX_BYTES && !password.includes('\0')
}
