import type { TFunction } from 'i18next'

/** The requirements of a good password, each of the same weight. */
export const PASSWORD_REQUIREMENTS = ['length', 'uppercase', 'lowercase', 'number', 'special'] as const
export type PasswordRequirement = (typeof PASSWORD_REQUIREMENTS)[number]

/** The rules that fulfill the requirements. */
export interface PasswordRule {
  minimumLength: number
  uppercase: RegExp
  lowercase: RegExp
  number: RegExp
  special: RegExp
  /** The special characters to show; null where every character but letters and digits is special. */
  specialCharacters: string | null
}

/** The rule at sign-up. */
export const SIGN_UP_PASSWORD: PasswordRule = {
  minimumLength: 8,
  uppercase: /\p{Lu}/u,
  lowercase: /\p{Ll}/u,
  number: /\p{Nd}/u,
  special: /[^\p{L}\p{N}]/u,
  specialCharacters: null,
}

/** The rule for a user who changes the password. Characters beside these special ones are allowed. */
export const NEW_PASSWORD: PasswordRule = {
  minimumLength: 12,
  uppercase: /[A-Z]/,
  lowercase: /[a-z]/,
  number: /[0-9]/,
  special: /[@$!%*?&]/,
  specialCharacters: '@$!%*?&',
}

/** The least score with which a visitor can sign up. */
export const MINIMUM_STRENGTH = 60

export type StrengthTone = 'red' | 'orange' | 'yellow' | 'green'

export interface PasswordStrength {
  /** The share of the requirements that are met, in percent, rounded down. */
  score: number
  tone: StrengthTone
  met: readonly PasswordRequirement[]
}

export function passwordStrength(password: string, rule: PasswordRule): PasswordStrength {
  const met = PASSWORD_REQUIREMENTS.filter((requirement) => isMet(requirement, password, rule))
  const score = Math.floor((met.length / PASSWORD_REQUIREMENTS.length) * 100)
  return { score, tone: toneOf(score), met }
}

function isMet(requirement: PasswordRequirement, password: string, rule: PasswordRule): boolean {
  return requirement === 'length'
    ? [...password].length >= rule.minimumLength
    : rule[requirement].test(password)
}

/** Returns the color of the bar for a score. */
export function toneOf(score: number): StrengthTone {
  if (score >= 80) return 'green'
  if (score >= 60) return 'yellow'
  return score >= 40 ? 'orange' : 'red'
}

/** Returns the label of a requirement in the checklist. */
export function requirementLabel(requirement: PasswordRequirement, rule: PasswordRule, t: TFunction): string {
  switch (requirement) {
    case 'length':
      return t('At least {{minimum}} characters', { minimum: rule.minimumLength })
    case 'uppercase':
      return t('One uppercase letter')
    case 'lowercase':
      return t('One lowercase letter')
    case 'number':
      return t('One number')
    case 'special':
      return rule.specialCharacters === null
        ? t('One special character')
        : t('One of {{characters}}', { characters: rule.specialCharacters })
  }
}
