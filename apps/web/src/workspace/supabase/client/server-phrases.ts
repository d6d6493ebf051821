import { type Phrase, phrase } from '@cairn/workspace/lib/phrase'

/**
 * The sentences that hooks and hints add to the codes of refusals. They are in English; `asPhrase` of such a sentence
 * finds its translation. A test compares the list with the sentences of the schemas.
 */
export const SERVER_PHRASES: readonly Phrase[] = [
  phrase('Too many failed attempts. Please wait 1 minute before trying again.'),
  phrase('An account needs an admin. Make another member an admin first.'),
  phrase('Sign up with this email domain is not permitted.'),
]

/** In the words of Supabase Auth, as far as no screen has a better sentence. */
export const AUTH_PHRASES: readonly Phrase[] = [
  phrase('To confirm a change of address, sign in to its account and open the link there'),
  phrase('A user with this email address has already been registered'),
  phrase('Anonymous users cannot register passkeys'),
  phrase('Challenge has expired'),
  phrase('Challenge not found or already used'),
  phrase('Credential verification failed'),
  phrase('Email link is invalid or has expired'),
  phrase('Email not confirmed'),
  phrase('Error confirming user'),
  phrase('Factor not found'),
  phrase('Invalid MFA Phone code entered'),
  phrase('Invalid Refresh Token: Already Used'),
  phrase('Invalid Refresh Token: Refresh Token Not Found'),
  phrase('Invalid Refresh Token: Session Expired'),
  phrase('Invalid TOTP code entered'),
  phrase('Invalid WebAuthn response'),
  phrase('Invalid login credentials'),
  phrase('MFA challenge has expired, verify against another challenge or create a new challenge.'),
  phrase('Maximum number of enrolled factors reached, unenroll to continue'),
  phrase('Maximum number of passkeys reached'),
  phrase('New password should be different from the old password.'),
  phrase('New password should be different from your last 5 passwords.'),
  phrase('No SSO provider assigned for this domain'),
  phrase('OAuth state not found or expired'),
  phrase('Passkey not found'),
  phrase('Passkeys are disabled'),
  phrase(
    'Password should contain more of these: an uppercase letter, a lowercase letter, a number, a special character.',
  ),
  phrase(
    "This password was never confirmed, because the email of the sign-up was opened elsewhere. Set a new one with 'Forgot password?'.",
  ),
  phrase('Password is known to be weak and easy to guess, please choose a different one.'),
  phrase('Request rate limit reached'),
  phrase('SSO Provider is currently disabled'),
  phrase('SSO users cannot register passkeys'),
  phrase('Session from session_id claim in JWT does not exist'),
  phrase('Signups not allowed for this instance'),
  phrase('The current password is not right.'),
  phrase('The identity provider may not sign in people with an email address of this domain'),
  phrase('The provider did not confirm the sign-in'),
  phrase('The service is busy or restarting, please try again'),
  phrase('There is no such session'),
  phrase('This app is not connected'),
  phrase('This credential is already registered'),
  phrase('This is not the password that was chosen at sign-up'),
  phrase('To add a passkey, send the current password or sign in again first.'),
  phrase('To change the password, send the current one or sign in again first.'),
  phrase('Token has expired or is invalid'),
  phrase('Unable to validate email address: invalid format'),
  phrase('Unsupported provider: provider is not enabled'),
  phrase('Updating email, phone, password of a SSO account only possible via SSO'),
  phrase('User already registered'),
  phrase('User is banned'),
  phrase('User not found'),
  phrase('Verification code invalid or expired.'),
]
