import type { ProviderTrial } from '@cairn/workspace/port/provider-trials'
import type { TFunction } from 'i18next'
import { errorMessage } from '@/i18n/error-message.ts'
import { providerLabel } from '@/shared/provider-label.ts'

/** The sentence about what a sign-in would come to, with what to do about a refusal. */
export function outcomeText({ outcome, provider }: ProviderTrial, t: TFunction): string {
  switch (outcome.kind) {
    case 'own':
      return t('A sign-in opens your own account.')
    case 'member':
      return t('A sign-in opens another account that exists.')
    case 'new':
      return t('A sign-in creates a new account.')
    case 'refused':
      return refusalText(outcome, provider, t)
  }
}

function refusalText(
  { code, message }: { code: string; message: string },
  provider: string,
  t: TFunction,
): string {
  const setting = `[auth.external.${provider}] trust_email`
  switch (code) {
    case 'provider_email_needs_verification':
      return t(
        'Refused: nobody vouches for the address. If you manage all addresses there, the operator can set {{setting}} = true.',
        { setting },
      )
    case 'provider_email_missing':
      return t('Refused: {{provider}} gave no address. Allow the scope email there.', {
        provider: providerLabel(provider),
      })
    case 'signup_disabled':
      return t('Refused: no account has this address, and signing up is switched off.')
    case 'user_banned':
      return t('Refused: this account is blocked.')
    default:
      return t('Refused: {{reason}}', { reason: errorMessage({ message }, t) })
  }
}

/** The rule by which the address counts as verified, or does not. */
export function addressText({ address: { rule, isVerified } }: ProviderTrial, t: TFunction): string {
  switch (rule) {
    case 'no_address':
      return t('The provider gave no address.')
    case 'trust_email':
      return t('Verified: the operator trusts each address of this provider (trust_email).')
    case 'email_verified':
      return isVerified
        ? t('Verified: the provider says so (email_verified).')
        : t('Not verified: the provider does not say so (email_verified).')
    case 'google_domain':
      return isVerified
        ? t('Verified: Google manages the domain of the address.')
        : t('Not verified: Google does not manage the domain of the address.')
    case 'tenant':
      return t('Verified: only one tenant signs in, and it manages its addresses.')
    case 'several_tenants':
      return t('Not verified: several tenants sign in, and none says that it owns the domain (xms_edov).')
    case 'xms_edov':
      return isVerified
        ? t('Verified: the tenant owns the domain (xms_edov).')
        : t('Not verified: the tenant does not own the domain (xms_edov).')
    case 'github':
      return isVerified
        ? t('Verified: GitHub has verified the primary address.')
        : t('Not verified: GitHub has not verified the primary address.')
  }
}
