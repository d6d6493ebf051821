import {
  Client,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import type { SupabaseClient } from '@supabase/supabase-js'
import { decide } from './oauth-person.ts'

const CALLBACK = 'http://127.0.0.1:8766/callback'

/** The store for an assistant's client, tokens and secrets, in the form that the SDK requires. */
class Keeper implements OAuthClientProvider {
  readonly redirectUrl = CALLBACK
  readonly clientMetadata: OAuthClientMetadata = {
    client_name: 'Desk Assistant',
    redirect_uris: [CALLBACK],
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
  }
  /** The address of its metadata document; without one it registers. */
  readonly clientMetadataUrl?: string
  /** The address to which the SDK would have led the browser. */
  sentTo: URL | undefined
  #client: StoredOAuthClientInformation | undefined
  #tokens: StoredOAuthTokens | undefined
  #verifier = ''

  constructor(document: string | undefined) {
    if (document !== undefined) this.clientMetadataUrl = document
  }

  clientInformation() {
    return this.#client
  }
  saveClientInformation(client: StoredOAuthClientInformation) {
    this.#client = client
  }
  tokens() {
    return this.#tokens
  }
  saveTokens(tokens: StoredOAuthTokens) {
    this.#tokens = tokens
  }
  redirectToAuthorization(url: URL) {
    this.sentTo = url
  }
  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier
  }
  codeVerifier() {
    return this.#verifier
  }
}

/** An assistant that a person has connected by signing in. */
export interface ConnectedAssistant {
  assistant: Client
  clientId: string
  accessToken: string
  /** The address to which it sent the person. */
  asked: URL
}

/**
 * Connects the SDK's own client as a person does: it discovers where to sign in, registers or names its document, and
 * asks. The person allows all of its request, or less.
 */
export async function connectedBy(
  person: SupabaseClient,
  url: string,
  allowed: string | null = null,
  document?: string,
): Promise<ConnectedAssistant> {
  const keeper = new Keeper(document)
  const tools = new URL('/mcp', url)
  const first = new StreamableHTTPClientTransport(tools, { authProvider: keeper })
  const info = { name: 'desk-assistant', version: '1.0.0' }
  const refused: unknown = await new Client(info).connect(first).then(
    () => null,
    (error: unknown) => error,
  )
  if (!(refused instanceof UnauthorizedError) || keeper.sentTo === undefined)
    throw new Error('The client was not sent to a person.', { cause: refused })
  const address = new URL(keeper.sentTo)
  if (allowed !== null) address.searchParams.set('scope', allowed)
  const back = await decide(person, address)
  await first.finishAuth(back.searchParams)
  const assistant = new Client(info)
  await assistant.connect(new StreamableHTTPClientTransport(tools, { authProvider: keeper }))
  return {
    assistant,
    clientId: keeper.clientInformation()?.client_id ?? '',
    accessToken: keeper.tokens()?.access_token ?? '',
    asked: keeper.sentTo,
  }
}
