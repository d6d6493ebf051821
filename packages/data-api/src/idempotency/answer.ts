/** An answer before it is sent: it can be kept as well. */
export interface Answer {
  status: number
  /** By their names in small letters. A plain object is the quickest to send; `Headers` check what others wrote. */
  headers: Headers | Record<string, string>
  body: string | Uint8Array<ArrayBuffer> | null
}

/** A response with the length of its body, so that its headers need not be read for it. */
export type SizedResponse = Response & { readonly bodyLength: number }

export function toResponse({ status, headers, body }: Answer): SizedResponse {
  const bodyLength = body === null ? 0 : Buffer.byteLength(body)
  return Object.assign(new Response(body, { status, headers }), { bodyLength })
}
