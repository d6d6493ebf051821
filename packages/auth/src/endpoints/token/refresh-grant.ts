import { z } from 'zod'
import {
  refreshTokenAlreadyUsed,
  refreshTokenNotFound,
  sessionExpired,
  userBanned,
  validationFailed,
} from '../../errors/auth-errors.ts'
import { optionalText, readBody } from '../../http/body.ts'
import { type Call, deviceOf } from '../../http/call.ts'
import { NO_SESSION_LIMITS, type SessionRow } from '../../model/session.ts'
import { refreshOutcome } from '../../rules/refresh.ts'
import { advanceSession, deleteSession, lockSession } from '../../store/sessions.ts'
import { advanceIfCurrent } from '../../store/signed-in.ts'
import type { Transaction } from '../../store/transaction.ts'
import type { RefreshTokenContent } from '../../tokens/refresh-tokens.ts'
import type { Services } from '../services.ts'
import { claimsOf, type Grant, grantResponse, makeGrant } from '../shared/grant.ts'

const bodySchema = z.object({ refresh_token: optionalText })

type Outcome = { kind: 'granted'; grant: Grant } | { kind: 'expired' | 'reused' | 'not-found' | 'banned' }

/**
 * POST /token?grant_type=refresh_token: the session continues with a new pair of tokens, and the old refresh token is
 * used up. When it is sent again within 10 s, the answer is the same successor (several tabs, a lost answer). After
 * that, or when it is an even older token, it counts as stolen and the session ends.
 */
export async function refreshGrant(services: Services, call: Call): Promise<Response> {
  const body = await readBody(call, bodySchema)
  if (body.refresh_token === null) throw validationFailed('refresh_token required')
  const token = services.refreshTokens.read(body.refresh_token)
  if (token === null) throw refreshTokenNotFound()
  const usual = await usualRefresh(services, call, token)
  if (usual !== null) return grantResponse(services, usual)
  const outcome = await services.database.transaction((tx) => continueSession(services, tx, call, token))
  switch (outcome.kind) {
    case 'granted':
      return grantResponse(services, outcome.grant)
    case 'reused':
      services.observe({
        kind: 'refresh-token-reused',
        requestId: call.requestId,
        sessionId: token.sessionId,
      })
      throw refreshTokenAlreadyUsed()
    case 'expired':
      throw sessionExpired()
    case 'banned':
      throw userBanned(400)
    case 'not-found':
      throw refreshTokenNotFound()
  }
}

/**
 * The usual refresh, with the current token, in one statement. null in every other case, and where the product has a
 * hook for the claims, which has to run in the same transaction.
 */
async function usualRefresh(
  services: Services,
  call: Call,
  token: RefreshTokenContent,
): Promise<Grant | null> {
  if (services.settings.hooks.customAccessToken !== undefined) return null
  const limits = services.settings.sessions ?? NO_SESSION_LIMITS
  const advanced = await services.database.statement((sql) =>
    advanceIfCurrent(sql, token, { device: deviceOf(call), limits }),
  )
  if (advanced === null) return null
  const { account, session } = advanced
  return { account, session, claims: claimsOf(services, advanced) }
}

/** Locks the session. Returns refusals instead of throwing them: the end of a session has to be committed. */
async function continueSession(
  services: Services,
  tx: Transaction,
  call: Call,
  token: RefreshTokenContent,
): Promise<Outcome> {
  const session = await lockSession(tx, token.sessionId)
  if (session === null) return { kind: 'not-found' }
  switch (outcomeFor(token, session)) {
    case 'not-issued':
      return { kind: 'not-found' }
    case 'expired':
      return { kind: 'expired' }
    case 'reused':
      await deleteSession(tx, session.id)
      return { kind: 'reused' }
    case 'repeat':
      return grant(services, tx, call, session)
    case 'rotate': {
      const counter = session.refresh_token_counter + 1
      await advanceSession(tx, session.id, {
        counter,
        device: deviceOf(call),
        limits: services.settings.sessions ?? NO_SESSION_LIMITS,
      })
      return grant(services, tx, call, { ...session, refresh_token_counter: counter })
    }
  }
}

function outcomeFor(token: RefreshTokenContent, session: SessionRow) {
  return refreshOutcome(token.counter, {
    currentCounter: session.refresh_token_counter,
    refreshedAtMs: session.refreshed_at?.getTime() ?? null,
    notAfterMs: session.not_after?.getTime() ?? null,
    nowMs: session.now.getTime(),
  })
}

async function grant(services: Services, tx: Transaction, call: Call, session: SessionRow): Promise<Outcome> {
  const made = await makeGrant(services, tx, call, { session, method: 'token_refresh' })
  const bannedUntil = made.account.user.banned_until
  if (bannedUntil !== null && bannedUntil > session.now) return { kind: 'banned' }
  return { kind: 'granted', grant: made }
}
