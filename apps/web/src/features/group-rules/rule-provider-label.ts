import { SINGLE_SIGN_ON } from '@cairn/workspace/port/group-rules'
import type { TFunction } from 'i18next'
import { providerLabel } from '@/shared/provider-label.ts'

/** The provider of a rule in words. */
export function ruleProviderLabel(provider: string, t: TFunction): string {
  return provider === SINGLE_SIGN_ON ? t('Single sign-on') : providerLabel(provider)
}
