import type { CallbackError } from '@cairn/workspace/port/access'
import type { TFunction } from 'i18next'
import type { ToastInput } from '@/ui/feedback/toast-store.ts'

/** The toast for a sign-in with a provider that came back without success: what happened, and what to do. */
export function callbackErrorToast(error: CallbackError, t: TFunction): ToastInput {
  return { variant: 'destructive', title: t('Error signing in'), description: errorText(error, t) }
}

function errorText({ code, description }: CallbackError, t: TFunction): string {
  switch (code) {
    case 'access_denied':
      return t('The sign-in was cancelled or refused. Try again, or sign in another way.')
    case 'bad_oauth_state':
    case 'flow_state_not_found':
    case 'flow_state_expired':
    case 'bad_code_verifier':
      return t('The sign-in took too long or was started in another browser. Please try again.')
    case 'bad_oauth_callback':
    case 'server_error':
      return t('The sign-in provider did not confirm the sign-in. Please try again, or sign in another way.')
    case 'provider_email_missing':
      return t('The sign-in provider gave no email address. Ask your administrator to share it with Cairn.')
    case 'provider_email_needs_verification':
      return t(
        'The sign-in provider does not vouch for your email address. Confirm it there, or ask your administrator: the setting trust_email of the provider decides.',
      )
    case 'otp_expired':
      return t('This link has already been used or is too old. Please request a new one.')
    case 'signup_disabled':
      return t('There is no account for you here yet, and signing up is switched off.')
    case 'user_banned':
      return t('This account is blocked. Please ask your administrator.')
    default:
      return oneLine(description) || t('Something went wrong. Please try again.')
  }
}

const MAX_LENGTH = 200

/** An attacker can put words into an address: they are shown as text, in one line, cut after so many characters. */
function oneLine(description: string): string {
  const line = description.replace(/[\p{C}\s]+/gu, ' ').trim()
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line
}
