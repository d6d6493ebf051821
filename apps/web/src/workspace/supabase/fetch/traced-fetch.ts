type Fetch = typeof fetch

const REQUEST_ID_HEADER = 'x-request-id'

/**
 * Wraps `fetch` so that a failed answer carries its request id where the official client keeps it: data errors are the
 * answer's JSON, so the id goes into it as `request_id`. Auth errors keep only message and code; their last id is
 * remembered aside. An answer that is not JSON (some proxy's page) becomes a sentence instead of being shown as text.
 */
export function createTracedFetch(send: Fetch): { fetch: Fetch; lastAuthFailure: () => string | null } {
  let lastAuthFailure: string | null = null

  const traced: Fetch = async (input, init) => {
    const response = await send(input, init)
    if (response.ok) return response
    const requestId = response.headers.get(REQUEST_ID_HEADER)
    if (isAuthRequest(input)) lastAuthFailure = requestId
    return tagged(response, requestId)
  }
  return { fetch: traced, lastAuthFailure: () => lastAuthFailure }
}

async function tagged(response: Response, requestId: string | null): Promise<Response> {
  const body = jsonObject(await response.text()) ?? {
    message: 'The server sent an unexpected answer. Please try again.',
  }
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  headers.delete('content-encoding')
  const { status, statusText } = response
  return new Response(JSON.stringify({ ...body, request_id: requestId }), { status, statusText, headers })
}

function jsonObject(text: string): object | null {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' ? parsed : null
  } catch {
    return null
  }
}

function isAuthRequest(input: Parameters<Fetch>[0]): boolean {
  const url = input instanceof Request ? input.url : String(input)
  return new URL(url).pathname.includes('/auth/v1/')
}
