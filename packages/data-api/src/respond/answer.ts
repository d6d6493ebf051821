import type { AnswerBody } from './outcome.ts'

/** An answer before it is sent: it can be kept as well. */
export interface Answer {
  status: number
  headers: Headers
  body: AnswerBody | null
}

export function toResponse({ status, headers, body }: Answer): Response {
  return new Response(body, { status, headers })
}
