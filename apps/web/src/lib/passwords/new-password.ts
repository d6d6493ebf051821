import { phrase } from '@cairn/workspace/lib/phrase'
import { z } from 'zod/mini'
import { NEW_PASSWORD, PASSWORD_REQUIREMENTS, passwordStrength } from './password-strength.ts'

/**
 * The rule for every password after the first (SEC-19 to SEC-21), as the server has it; earlier passwords are known to the
 * server alone.
 */
export const newPassword = z.string().check(
  z.refine((password) => !missing(password).includes('length'), {
    error: phrase('Password must be at least 12 characters'),
    abort: true,
  }),
  z.refine((password) => missing(password).length === 0, {
    error: phrase('Password must contain uppercase, lowercase, number, and special character'),
  }),
)

function missing(password: string) {
  const { met } = passwordStrength(password, NEW_PASSWORD)
  return PASSWORD_REQUIREMENTS.filter((requirement) => !met.includes(requirement))
}
