/** An answer before it is sent: it can be kept as well. */
export interface Answer {
  status: number
  headers: Headers
  body: string | Uint8Array<ArrayBuffer> | null
}

export function toResponse({ status, headers, body }: Answer): Response {
  return new Response(body, { status, headers })
}
