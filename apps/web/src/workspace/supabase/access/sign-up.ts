import type { SignUpAccess, SignUpInput } from '@cairn/workspace/port/access'
import type { AskAuth } from '../client/ask-auth.ts'
import type { Page } from './page.ts'

/** Signing up with address and password. */
export function createSignUpAccess(askAuth: AskAuth, page: Page): SignUpAccess {
  const addressOf = (path: string) => `${page.url().origin}${path}`

  return {
    async signUp(input) {
      const { email, password, returnTo } = input
      const options = { emailRedirectTo: addressOf(returnTo), data: signUpMetadata(input) }
      await askAuth((auth) => auth.signUp({ email, password, options }))
    },

    async resendConfirmation(email, returnTo) {
      const options = { emailRedirectTo: addressOf(returnTo) }
      await askAuth((auth) => auth.resend({ type: 'signup', email, options }))
    },
  }
}

/** The user metadata of a sign-up (DATA-04 to DATA-06). The server takes the names from it, and nothing else. */
function signUpMetadata({ firstName, lastName, accountName, language }: SignUpInput) {
  return {
    name: `${firstName} ${lastName}`.trim(),
    first_name: firstName,
    last_name: lastName,
    is_first_domain_user: accountName !== null,
    ...(accountName === null ? {} : { account_name: accountName }),
    // English is what holds without a word.
    ...(language !== 'en' && { language }),
  }
}
