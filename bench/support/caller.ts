import { PASSWORD } from '@cairn/testing/people'
import type { ServerProcess } from '@cairn/testing/server-process'
import { z } from 'zod'

const session = z.object({ access_token: z.string() })
const made = z.object({ token: z.string() })

/** For a server at whose speed one looks, and not at how often a token may ask. */
export const WITHOUT_LIMIT = {
  API_REQUESTS_PER_MINUTE: '1000000',
  API_REQUESTS_PER_MINUTE_OF_ACCOUNT: '1000000',
}

/** Signs an arranged person in. */
export async function tokenOf(
  { url, publishableKey }: Pick<ServerProcess, 'url' | 'publishableKey'>,
  email: string,
): Promise<string> {
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  return session.parse(await answer.json()).access_token
}

/** An API token of a signed-in person, with these scopes. */
export async function makeToken(
  { url }: Pick<ServerProcess, 'url'>,
  person: { token: string; publishableKey: string },
  scopes: readonly string[],
): Promise<string> {
  const answer = await fetch(`${url}/rest/v1/rpc/make_api_token`, {
    method: 'POST',
    headers: {
      apikey: person.publishableKey,
      authorization: `Bearer ${person.token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ name: 'Bench', scopes, days: 30 }),
  })
  return made.parse(await answer.json()).token
}

/** A person who asks the data API over HTTP. */
export interface HttpCaller {
  call(procedure: string, values: object, signal?: AbortSignal): Promise<unknown>
  get(path: string): Promise<unknown>
}

export async function signedIn(server: ServerProcess, email: string): Promise<HttpCaller> {
  const { url, publishableKey } = server
  const headers = {
    apikey: publishableKey,
    authorization: `Bearer ${await tokenOf(server, email)}`,
    'content-type': 'application/json',
  }
  async function ask(path: string, init: RequestInit): Promise<unknown> {
    const answer = await fetch(`${url}/rest/v1${path}`, { ...init, headers })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    // A procedure that gives nothing has no body.
    const text = await answer.text()
    return text === '' ? null : JSON.parse(text)
  }
  return {
    call: (procedure, values, signal) =>
      ask(`/rpc/${procedure}`, {
        method: 'POST',
        body: JSON.stringify(values),
        ...(signal !== undefined && { signal }),
      }),
    get: (path) => ask(path, {}),
  }
}
