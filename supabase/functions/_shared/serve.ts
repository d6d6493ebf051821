import type { CallProcedure, ServerFunction } from './server-function.ts'

/** Pages of any origin may call: what a function does depends on the caller's token, never on a cookie. */
const CROSS_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'authorization, x-client-info, apikey, content-type',
  'access-control-expose-headers': 'x-record-count',
}

interface Serving {
  /**
   * Whether the bearer token is for the function alone: the database request then has only the API key, and no person.
   */
  asNobody?: boolean
}

/** Serves a function in Supabase's runtime, from the environment that it provides. */
export function serve(handle: ServerFunction, { asNobody = false }: Serving = {}): void {
  const url = fromEnvironment('SUPABASE_URL')
  const anonKey = fromEnvironment('SUPABASE_ANON_KEY')
  Deno.serve(async (request) => {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: CROSS_ORIGIN })
    const answer = await handle(
      request,
      callingAs(request, url, anonKey, asNobody ? ['x-forwarded-for'] : PASSED_ON),
    )
    for (const [name, value] of Object.entries(CROSS_ORIGIN)) answer.headers.set(name, value)
    return answer
  })
}

function fromEnvironment(name: string): string {
  const value = Deno.env.get(name)
  if (value === undefined) throw new Error(`${name} is not set.`)
  return value
}

/** The headers that identify the caller and their network to the database: limits count by peer. */
const PASSED_ON = ['authorization', 'apikey', 'x-forwarded-for']

function callingAs(
  request: Request,
  url: string,
  anonKey: string,
  passedOn: readonly string[],
): CallProcedure {
  const headers = new Headers({ 'content-type': 'application/json', apikey: anonKey })
  for (const name of passedOn) {
    const value = request.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  return (name, args) =>
    fetch(`${url}/rest/v1/rpc/${name}`, { method: 'POST', headers, body: JSON.stringify(args) })
}
