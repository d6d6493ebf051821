import { z } from 'zod/mini'
import type { OwnSession, SecurityPart } from '../port/security.ts'
import { createAskAuth } from './access-client.ts'
import type { Connect } from './client.ts'
import { askOwnAuth } from './own-auth.ts'

const sessionRow = z.object({
  id: z.string(),
  created_at: z.string(),
  last_used_at: z.string(),
  user_agent: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  current: z.boolean(),
})
const sessionsAnswer = z.object({ sessions: z.array(sessionRow) })

/** Factors by the official client; recovery codes and the list of sessions are additions of our server. */
export function createSecurity(connect: Connect): SecurityPart {
  const askAuth = createAskAuth(connect)

  return {
    async factors() {
      const { all } = await askAuth((auth) => auth.mfa.listFactors())
      return all.flatMap(({ id, status, factor_type: kind, friendly_name: name = '', created_at }) =>
        status === 'verified' && (kind === 'totp' || kind === 'phone')
          ? [{ id, kind, name, addedAt: new Date(created_at) }]
          : [],
      )
    },

    async beginFactor(name) {
      const { id, totp } = await askAuth((auth) =>
        auth.mfa.enroll({ factorType: 'totp', friendlyName: name, issuer: 'Cairn' }),
      )
      return { id, qrCode: totp.qr_code, secret: totp.secret }
    },

    async finishFactor(factorId, code) {
      await askAuth((auth) => auth.mfa.challengeAndVerify({ factorId, code }))
    },

    async removeFactor(factorId) {
      await askAuth((auth) => auth.mfa.unenroll({ factorId }))
      // The token still says that it was shown. The new one asks for what is left to show.
      await askAuth((auth) => auth.refreshSession())
    },

    async recoveryCodesLeft() {
      const path = ['GET', '/factors/recovery-codes'] as const
      const { remaining } = await askOwnAuth(connect, path, z.object({ remaining: z.number() }))
      return remaining
    },

    async newRecoveryCodes() {
      const path = ['POST', '/factors/recovery-codes'] as const
      const { codes } = await askOwnAuth(connect, path, z.object({ codes: z.array(z.string()) }))
      return codes
    },

    async sessions() {
      const { sessions } = await askOwnAuth(connect, ['GET', '/user/sessions'], sessionsAnswer)
      return sessions.map(sessionOf)
    },

    async endSession(id) {
      await askOwnAuth(connect, ['DELETE', `/user/sessions/${encodeURIComponent(id)}`], z.unknown())
    },

    async endOtherSessions() {
      await askAuth(async (auth) => ({ data: null, ...(await auth.signOut({ scope: 'others' })) }))
    },
  }
}

function sessionOf(row: z.infer<typeof sessionRow>): OwnSession {
  return {
    id: row.id,
    userAgent: row.user_agent,
    address: row.ip,
    signedInAt: new Date(row.created_at),
    lastUsedAt: new Date(row.last_used_at),
    isCurrent: row.current,
  }
}
