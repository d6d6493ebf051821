import type { NoPing } from './address.ts'

/** Those who call are scripts: a line of text is what they can show. */
export function said(text: string, status: number, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(text, { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers } })
}

export const OK = () => said('OK', 200)

const STATUS = { 'not found': 404, 'invalid url format': 400 } as const satisfies Record<NoPing, number>

export const noPing = (reason: NoPing) => said(reason, STATUS[reason])

export const wrongMethod = (allowed: string) => said('method not allowed', 405, { allow: allowed })

export const tooMany = (retryAfter: number | string) =>
  said('too many calls', 429, { 'retry-after': String(retryAfter) })
