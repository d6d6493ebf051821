import type { Auth } from '@cairn/auth/auth'
import type { Privileged } from '@cairn/postgres/pool/privileged'
import { postgresFailure } from '@cairn/postgres/wire/errors'
import type { Context } from 'hono'
import { z } from 'zod'
import type { Env } from '../request/context.ts'
import { invalidToken, NOT_FOR_TOKENS, problemResponse } from '../request/problems.ts'
import { hashOfToken } from './opaque-token.ts'

const claims = z.object({ sub: z.guid() })

/** All that a token opens of `/auth/v1`: whose it is. Everything else there is for people who have signed in. */
export async function ownPerson(
  c: Context<Env>,
  token: string,
  { auth, accounts }: { auth: Auth; accounts: Privileged },
): Promise<Response> {
  const { path, method } = c.req
  if (path !== '/auth/v1/user' || method !== 'GET') return problemResponse(path, NOT_FOR_TOKENS)
  const hash = hashOfToken(token)
  if (hash === null) return problemResponse(path, invalidToken(NO_TOKEN, 'PGRST301'))
  try {
    const [row] = await accounts.statement(
      (sql) => sql<{ claims: string }[]>`select private.claims_of_token(${hash}) as claims`,
    )
    const { sub } = claims.parse(JSON.parse(row?.claims ?? '{}'))
    const person = await auth.personAsJson(sub)
    return person === null
      ? problemResponse(path, invalidToken(NO_PERSON, 'PGRST303'))
      : Response.json(person)
  } catch (error) {
    const failure = postgresFailure(error)
    if (failure?.code !== 'PT401') throw error
    return problemResponse(path, invalidToken(failure.message, 'PGRST303'))
  }
}

export const NO_TOKEN = 'This is no API token of Cairn: it is cut off or mistyped.'
const NO_PERSON = 'The person whose token this is may not sign in.'
