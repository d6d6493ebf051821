import type { TFunction } from 'i18next'
import type { StrengthTone } from '@/ui/strength-bar.tsx'

/** What a password should have, each worth the same. */
export const PASSWORD_REQUIREMENTS = ['length', 'uppercase', 'lowercase', 'number', 'special'] as const
export type PasswordRequirement = (typeof PASSWORD_REQUIREMENTS)[number]

/** The score from which on a password is good enough to sign up. */
export const MINIMUM_STRENGTH = 60
const MINIMUM_LENGTH = 8

const TESTS: Record<PasswordRequirement, (password: string) => boolean> = {
  length: (password) => [...password].length >= MINIMUM_LENGTH,
  uppercase: (password) => /\p{Lu}/u.test(password),
  lowercase: (password) => /\p{Ll}/u.test(password),
  number: (password) => /\p{Nd}/u.test(password),
  special: (password) => /[^\p{L}\p{N}]/u.test(password),
}

export interface PasswordStrength {
  /** The share of the requirements that are met, in percent, rounded down. */
  score: number
  tone: StrengthTone
  met: readonly PasswordRequirement[]
}

export function passwordStrength(password: string): PasswordStrength {
  const met = PASSWORD_REQUIREMENTS.filter((requirement) => TESTS[requirement](password))
  const score = Math.floor((met.length / PASSWORD_REQUIREMENTS.length) * 100)
  return { score, tone: toneOf(score), met }
}

/** The bar's colour for a score. */
export function toneOf(score: number): StrengthTone {
  if (score >= 80) return 'green'
  if (score >= 60) return 'yellow'
  return score >= 40 ? 'orange' : 'red'
}

/** A requirement as the checklist says it. */
export function requirementLabel(requirement: PasswordRequirement, t: TFunction): string {
  switch (requirement) {
    case 'length':
      return t('At least 8 characters')
    case 'uppercase':
      return t('One uppercase letter')
    case 'lowercase':
      return t('One lowercase letter')
    case 'number':
      return t('One number')
    case 'special':
      return t('One special character')
  }
}
