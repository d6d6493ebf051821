import { type Prepared, prepare } from '@cairn/data-api/prepare'
import type { HttpRequest } from '@cairn/data-api/request/http-request'
import { introspect } from '@cairn/data-api/schema-cache/introspect'
import type { Caller, CallerWork } from '@cairn/postgres/pool/caller'
import { openPool } from '@cairn/postgres/pool/pool'
import type { ServerProcess } from '@cairn/testing/server-process'
import { z } from 'zod'
import type { Member } from './arrange.ts'

/** A request as a member sends it. */
export interface SentRequest {
  title: string
  http: HttpRequest & { method: 'GET' | 'POST' }
  member: Member
}

/** The same, as the server prepares it. */
export interface ApiCase extends SentRequest {
  prepared: Extract<Prepared, { statement: object }>
}

interface Asked {
  title: string
  method: 'GET' | 'POST'
  url: string
  body?: string
  prefer?: string
}

const COLUMNS = 'id,name,description,owner_id,status,created_at'

function asked({ systemId }: Member): Asked[] {
  return [
    { title: 'List of 50', method: 'GET', url: `/systems?select=${COLUMNS}&order=name&limit=50` },
    { title: 'One row by its id', method: 'GET', url: `/systems?select=${COLUMNS}&id=eq.${systemId}` },
    {
      title: 'Insert, returning the row',
      method: 'POST',
      url: '/knowledge_articles?select=id,title,created_at',
      body: JSON.stringify({ title: 'How to restart it', content: 'Turn it off and on again.' }),
      prefer: 'return=representation',
    },
    {
      title: 'List of 50 with two embedded',
      method: 'GET',
      url: `/systems?select=${COLUMNS},system_experts(expert_id),knowledge_articles(id,title)&order=name&limit=50`,
    },
    { title: 'Procedure', method: 'POST', url: '/rpc/get_dashboard_counts', body: '{}' },
  ]
}

/** The requests that are measured. */
export const requestsOf = (member: Member): SentRequest[] =>
  asked(member).map(({ title, method, url, body = null, prefer }) => {
    const headers = new Headers(prefer === undefined ? {} : { prefer })
    return { title, http: { id: 'bench', method, url, headers, body, forwardedHeaders: {} }, member }
  })

/** The same, prepared for the bare database. */
export async function apiCases(server: ServerProcess, member: Member): Promise<ApiCase[]> {
  const pool = openPool({ target: server.admin(), size: 1, name: 'bench' })
  const cache = await introspect(pool, ['public'])
  await pool.close()
  return requestsOf(member).map((request) => {
    const options = { schemas: ['public'], rollback: false, limits: { maxRows: 1_000, aggregates: false } }
    const prepared = prepare(cache, request.http, options)
    if (prepared.statement === null) throw new Error('Only what asks the database is measured.')
    return { ...request, prepared }
  })
}

export function headersOf({ http, member }: SentRequest): Record<string, string> {
  return {
    apikey: member.publishableKey,
    authorization: `Bearer ${member.token}`,
    ...Object.fromEntries(http.headers instanceof Headers ? http.headers : []),
    ...(http.body === null ? {} : { 'content-type': 'application/json' }),
  }
}

const tokenClaims = z.looseObject({ session_id: z.string() })

/** The transaction that the server makes of a request, taken from its own steps. */
export function transactionOf({ http, member, prepared }: ApiCase): { caller: Caller; work: CallerWork } {
  const payload = Buffer.from(member.token.split('.')[1] ?? '', 'base64url').toString()
  const claims = tokenClaims.parse(JSON.parse(payload))
  return {
    caller: { role: 'authenticated', claims, sessionId: claims.session_id },
    work: {
      statement: prepared.statement,
      readOnly: http.method === 'GET',
      request: {
        method: http.method,
        path: http.url.replace(/\?.*/, ''),
        headers: { accept: '*/*', 'x-forwarded-for': '127.0.0.1' },
      },
    },
  }
}
