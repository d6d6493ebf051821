import { z } from 'zod/mini'
import { AccessError } from '../errors.ts'
import type { MailAccess } from '../port/access.ts'
import type { AskAuth } from './access-client.ts'
import type { Page } from './page.ts'

const linkType = z.enum(['signup', 'invite', 'magiclink', 'recovery', 'email_change', 'email'])

/** Links and codes by mail. Asking for a code never creates a user. */
export function createMailAccess(askAuth: AskAuth, page: Page): MailAccess {
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

    async confirm({ tokenHash, type }) {
      const link = linkType.safeParse(type)
      if (!link.success) throw new AccessError('This link is not one of ours.', { kind: 'invalid' })
      const redeemed = await askAuth((auth) => auth.verifyOtp({ token_hash: tokenHash, type: link.data }))
      if (redeemed.session) return 'signed-in'
      if (link.data === 'email_change') return 'email-change-pending'
      throw new AccessError('This link did not sign you in.', { kind: 'invalid' })
    },

    async setPassword(password) {
      await askAuth((auth) => auth.updateUser({ password }))
    },
  }
}
