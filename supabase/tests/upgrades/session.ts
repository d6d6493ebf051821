import { PASSWORD } from '@cairn/testing/people'
import type { ServerProcess } from '@cairn/testing/server-process'
import { z } from 'zod'

const tokenSchema = z.object({ access_token: z.string() })
const idsSchema = z.array(z.object({ id: z.string() }))

/** A person who is signed in at a server. */
export interface Session {
  post(path: string, body: unknown): Promise<{ id: string }[]>
  patch(path: string, body: unknown): Promise<{ id: string }[]>
  /** Calls a procedure, and returns what it answers. */
  call(procedure: string, body: unknown): Promise<unknown>
}

/** Signs a person of the cast in. */
export async function signIn(cairn: ServerProcess, email: string): Promise<Session> {
  const answer = await post(cairn, '/auth/v1/token?grant_type=password', { email, password: PASSWORD })
  const { access_token } = tokenSchema.parse(JSON.parse(answer))
  const ask = async (method: string, path: string, body: unknown): Promise<unknown> => {
    const returned = await request(cairn, `/rest/v1/${path}`, { method, body, token: access_token })
    return returned === '' ? null : JSON.parse(returned)
  }
  const write = (method: string) => async (path: string, body: unknown) => {
    const rows = idsSchema.safeParse(await ask(method, path, body))
    return rows.success ? rows.data : []
  }
  return {
    post: write('POST'),
    patch: write('PATCH'),
    call: (procedure, body) => ask('POST', `rpc/${procedure}`, body),
  }
}

/** Asks a server as a visitor. */
export const post = (cairn: ServerProcess, path: string, body: unknown): Promise<string> =>
  request(cairn, path, { method: 'POST', body, token: null })

async function request(
  { url, publishableKey }: ServerProcess,
  path: string,
  { method, body, token }: { method: string; body: unknown; token: string | null },
): Promise<string> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      apikey: publishableKey,
      'content-type': 'application/json',
      prefer: 'return=representation',
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
  return text
}
