import type { TFunction } from 'i18next'
import type { SecondFactor } from '@/workspace/port/security.ts'

/** The name of a second factor that has none of its own. */
export function kindOfFactor(kind: SecondFactor['kind'], t: TFunction): string {
  if (kind === 'webauthn') return t('Security key')
  return kind === 'phone' ? t('Phone') : t('Authenticator app')
}
