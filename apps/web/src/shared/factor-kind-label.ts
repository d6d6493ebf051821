import type { SecondFactor } from '@cairn/workspace/port/security'
import type { TFunction } from 'i18next'

/** The name of a second factor to which the user gave none. */
export function factorKindLabel(kind: SecondFactor['kind'], t: TFunction): string {
  if (kind === 'webauthn') return t('Security key')
  return kind === 'phone' ? t('Phone') : t('Authenticator app')
}
