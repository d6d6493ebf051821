import type { MailAccess } from '@cairn/workspace/port/access'
import type { AskAuth } from '../client/ask-auth.ts'
import { passwordAttributes } from '../client/password-attributes.ts'
import type { Page } from './page.ts'

/** Codes by mail, and what a mail is asked for. Asking for a code never creates a user. */
export function createMailAccess(
  askAuth: AskAuth,
  page: Page,
): Pick<MailAccess, 'sendCode' | 'redeemCode' | 'setPassword'> {
  const origin = () => page.url().origin

  return {
    async sendCode(purpose, email) {
      if (purpose === 'recovery') {
        const redirectTo = `${origin()}/auth/new-password`
        await askAuth((auth) => auth.resetPasswordForEmail(email, { redirectTo }))
        return
      }
      const options = { shouldCreateUser: false, emailRedirectTo: `${origin()}/` }
      await askAuth((auth) => auth.signInWithOtp({ email, options }))
    },

    async redeemCode(purpose, { email, code }) {
      const type = purpose === 'recovery' ? 'recovery' : 'email'
      await askAuth((auth) => auth.verifyOtp({ email, token: code, type }))
    },

    async setPassword(password, { keepsPrograms }) {
      await askAuth((auth) => auth.updateUser(passwordAttributes(password, keepsPrograms)))
    },
  }
}
