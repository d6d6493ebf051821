import { AccessError } from '@cairn/workspace/errors'
import type { SignInAccess } from '@cairn/workspace/port/access'
import { z } from 'zod/mini'
import type { AskAuth } from '../client/ask-auth.ts'
import type { Connect } from '../client/client.ts'
import { askOwnAuth } from '../client/own-auth.ts'
import { logSuccessfulLogin, recordFailedLogin, refuseWhenRateLimited } from '../security/login-attempts.ts'
import { userSessionOf } from './user-session.ts'

/** Signing in with password and second factor, with the records of attempts that the product asks for. */
export function createSignInAccess(connect: Connect, askAuth: AskAuth): SignInAccess {
  async function challengeFactor(factorId: string): Promise<string> {
    // The official client's own call reads what comes along for a key with a part that is left out of the build.
    const path = `/factors/${encodeURIComponent(factorId)}/challenge`
    const { id } = await askOwnAuth(connect, ['POST', path], z.object({ id: z.string() }), {})
    return id
  }

  return {
    async signIn({ email, password }) {
      await refuseWhenRateLimited(connect, email)
      const { session } = await askAuth((auth) => auth.signInWithPassword({ email, password })).catch(
        (error: unknown) => {
          if (isServerRefusal(error)) recordFailedLogin(connect, email)
          throw error
        },
      )
      if (userSessionOf(session).requiredFactors.length === 0) logSuccessfulLogin(connect, email)
    },

    challengeFactor,

    async verifyFactor({ factorId, challengeId, code }) {
      const challenge = challengeId ?? (await challengeFactor(factorId))
      const { user } = await askAuth((auth) => auth.mfa.verify({ factorId, challengeId: challenge, code }))
      if (user.email) logSuccessfulLogin(connect, user.email)
    },
  }
}

const serverRefused = z.object({ name: z.literal('AuthApiError') })

/** Whether the server decided against the attempt, unlike a server that cannot answer. */
function isServerRefusal(error: unknown): boolean {
  return error instanceof AccessError && serverRefused.safeParse(error.cause).success
}
