import {
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'

/** The revisions of the protocol before 2026-07-28, or that one. */
export type Era = 'legacy' | 'modern'

/**
 * Answers a message of the protocol, whatever its `Accept` says: as the protocol's own handler does where the client
 * takes a stream of events, and as one JSON document otherwise.
 * Source: Model Context Protocol 2025-11-25, Transports, Sending Messages to the Server
 */
export async function answerMessage(
  request: Request,
  openServer: (of: { era: Era }) => McpServer,
): Promise<Response> {
  const takesEvents = (request.headers.get('accept') ?? '').toLowerCase().includes('text/event-stream')
  request.headers.set('accept', 'application/json, text/event-stream')
  if (takesEvents) return createMcpHandler(openServer, { legacy: 'stateless' }).fetch(request)
  if (await isLegacyRequest(request)) return answerAsJson(request, openServer({ era: 'legacy' }))
  return createMcpHandler(openServer, { legacy: 'reject', responseMode: 'json' }).fetch(request)
}

/** Answers a message of the protocol's revisions before 2026-07-28. */
async function answerAsJson(request: Request, server: McpServer): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    return await transport.handleRequest(request)
  } finally {
    await server.close()
  }
}
