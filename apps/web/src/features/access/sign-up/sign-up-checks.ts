import type { TFunction } from 'i18next'
import { MINIMUM_STRENGTH, passwordStrength, SIGN_UP_PASSWORD } from '@/lib/passwords/password-strength.ts'

/** The values of the form. */
export interface SignUpValues {
  firstName: string
  lastName: string
  email: string
  password: string
  confirmation: string
  accountName: string
}

/** The server's answer about the address's domain. */
export interface DomainStatus {
  blacklisted: boolean
  first: boolean
}

/** The status where the server cannot be asked: it decides at the confirmation in any case. */
export const UNKNOWN_DOMAIN: DomainStatus = { blacklisted: false, first: false }

export type SignUpCheck = 'blacklist' | 'names' | 'match' | 'strength' | 'account-name'

/** The first check that fails, in the specified order; null when all pass. */
export function firstFailedCheck(values: SignUpValues, domain: DomainStatus): SignUpCheck | null {
  if (domain.blacklisted) return 'blacklist'
  if (!values.firstName.trim() || !values.lastName.trim()) return 'names'
  if (values.password !== values.confirmation) return 'match'
  if (isTooWeak(values.password)) return 'strength'
  if (domain.first && !values.accountName.trim()) return 'account-name'
  return null
}

/** Whether a password is refused at sign-up for its strength (AUTH-32). */
export function isTooWeak(password: string): boolean {
  return passwordStrength(password, SIGN_UP_PASSWORD).score < MINIMUM_STRENGTH
}

/** Returns the field that gets the focus. */
export function fieldOf(check: SignUpCheck, values: SignUpValues): keyof SignUpValues {
  switch (check) {
    case 'blacklist':
      return 'email'
    case 'names':
      return values.firstName.trim() ? 'lastName' : 'firstName'
    case 'match':
      return 'confirmation'
    case 'strength':
      return 'password'
    case 'account-name':
      return 'accountName'
  }
}

/** The title and the description of the toast for a failed check. */
export function checkMessage(check: SignUpCheck, t: TFunction): { title: string; description: string } {
  switch (check) {
    case 'blacklist':
      return {
        title: t('Registration not allowed'),
        description: t('Sign up with this email domain is not permitted.'),
      }
    case 'names':
      return { title: t('Name is required'), description: t('Please enter both your first and last name.') }
    case 'match':
      return { title: t('Passwords do not match'), description: t('Please make sure your passwords match.') }
    case 'strength':
      return {
        title: t('Password too weak'),
        description: t('Please create a stronger password that meets more requirements.'),
      }
    case 'account-name':
      return {
        title: t('Account name is required'),
        description: t('As the first user from your domain, please provide an account name.'),
      }
  }
}
