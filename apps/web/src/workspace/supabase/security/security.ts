import type { OwnSession, SecurityPart } from '@cairn/workspace/port/security'
import { z } from 'zod/mini'
import { type AskAuth, createAskAuth } from '../client/ask-auth.ts'
import type { Connect } from '../client/client.ts'
import { askOwnAuth } from '../client/own-auth.ts'
import { moment, renamed } from '../rows/renamed.ts'
import { createConnectedApps } from './connected-apps.ts'
import { createGroupRules } from './group-rules.ts'
import { addKey } from './key-factors.ts'
import { createPasskeys } from './passkeys.ts'
import { createProviderTrials } from './provider-trials.ts'

const sessionRow = renamed({
  id: z.string(),
  createdAt: moment,
  lastUsedAt: moment,
  userAgent: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  current: z.boolean(),
})
const newApp = z.object({ id: z.string(), totp: renamed({ qrCode: z.string(), secret: z.string() }) })
const sessionsAnswer = z.object({ sessions: z.array(sessionRow) })

/** Second factors, recovery codes, sessions and apps of the signed-in user. */
export function createSecurity(connect: Connect): SecurityPart {
  const askAuth = createAskAuth(connect)
  return {
    ...createFactors(connect, askAuth),
    addKey: (input) => addKey({ connect, askAuth }, input),
    ...createRecoveryCodes(connect),
    ...createPasskeys(connect, askAuth),
    ...createSessions(connect),
    apps: createConnectedApps(askAuth),
    trials: createProviderTrials(connect),
    groups: createGroupRules(connect),
  }
}

function createFactors(
  connect: Connect,
  askAuth: AskAuth,
): Pick<SecurityPart, 'factors' | 'beginFactor' | 'finishFactor' | 'removeFactor'> {
  return {
    async factors() {
      const { all } = await askAuth((auth) => auth.mfa.listFactors())
      return all.flatMap(
        ({ id, status, factor_type: kind, friendly_name: name = '', created_at, updated_at }) =>
          status === 'verified' && (kind === 'totp' || kind === 'phone' || kind === 'webauthn')
            ? [{ id, kind, name, addedAt: new Date(created_at), lastUsedAt: new Date(updated_at) }]
            : [],
      )
    },

    async beginFactor({ name, password }) {
      const { id, totp } = await askOwnAuth(connect, ['POST', '/factors'], newApp, {
        factor_type: 'totp',
        friendly_name: name,
        issuer: 'Cairn',
        ...(password !== null && { current_password: password }),
      })
      const qrCode = `data:image/svg+xml;utf-8,${totp.qrCode}`
      return { id, qrCode, secret: totp.secret }
    },

    async finishFactor(factorId, code) {
      await askAuth((auth) => auth.mfa.challengeAndVerify({ factorId, code }))
    },

    async removeFactor(factorId) {
      await askAuth((auth) => auth.mfa.unenroll({ factorId }))
      // The present token still claims the assurance level of the removed factor.
      await askAuth((auth) => auth.refreshSession())
    },
  }
}

/** An addition of our server: the official client has no call for it. */
function createRecoveryCodes(connect: Connect): Pick<SecurityPart, 'recoveryCodesLeft' | 'newRecoveryCodes'> {
  return {
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
  }
}

/** The list of sessions, ending one of them, keeping programs and the proof by password are additions of our server. */
function createSessions(
  connect: Connect,
): Pick<SecurityPart, 'sessions' | 'endSession' | 'endOtherSessions' | 'prove'> {
  return {
    async sessions() {
      const { sessions } = await askOwnAuth(connect, ['GET', '/user/sessions'], sessionsAnswer)
      return sessions.map(sessionOf)
    },

    async endSession(id) {
      await askOwnAuth(connect, ['DELETE', `/user/sessions/${encodeURIComponent(id)}`], z.unknown())
    },

    async endOtherSessions({ keepsPrograms }) {
      const path = `/logout?scope=others&keep_programs=${keepsPrograms}`
      await askOwnAuth(connect, ['POST', path], z.unknown())
    },

    async prove(password) {
      await askOwnAuth(connect, ['POST', '/reauthenticate'], z.unknown(), { current_password: password })
    },
  }
}

function sessionOf(row: z.output<typeof sessionRow>): OwnSession {
  const { createdAt: signedInAt, ip: address, current: isCurrent, ...session } = row
  return { ...session, signedInAt, address, isCurrent }
}
