import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { z } from 'zod'
import type { SignedIn } from './cairn.ts'

/** The protocol as an assistant speaks it: the present one, or the one before, which begins with a handshake. */
export type Era = '2026-07-28' | '2025-11-25'

/** The SDK's own client at Cairn's tools, with a token. */
export async function assistantOf(url: string, token: string, era: Era = '2026-07-28'): Promise<Client> {
  const client = new Client(
    { name: 'test-assistant', version: '1.0.0' },
    { versionNegotiation: { mode: era === '2026-07-28' ? { pin: era } : 'legacy' } },
  )
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', url), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    }),
  )
  return client
}

const made = z.object({ token: z.string() })

/** A token of a person with these scopes. */
export async function tokenOf(
  { client }: Pick<SignedIn, 'client'>,
  scopes: readonly string[],
): Promise<string> {
  const { data, error } = await client.rpc('make_api_token', { name: 'Assistant', scopes, days: 30 })
  if (error !== null) throw error
  return made.parse(data).token
}

/** Everything that an assistant can be given to read. */
export const ALL_READ = [
  'systems:read',
  'automations:read',
  'agents:read',
  'solutions:read',
  'people:read',
] as const
