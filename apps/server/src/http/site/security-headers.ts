import type { ServerResponse } from 'node:http'

/** The page may load and reach only its own origin, and no other page may frame it. */
export function pagePolicy(publicUrl: string): string {
  const websocket = publicUrl.replace(/^http/, 'ws')
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: https:",
    "font-src 'self'",
    `connect-src 'self' ${publicUrl} ${websocket}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

const DENIED_FEATURES = 'camera=(), microphone=(), geolocation=(), payment=(), usb=()'

/**
 * The headers that every answer carries. They go to Node's response before any handler runs, so that no answer has to
 * be
 * taken apart for them; what a handler sets itself (the page its policy, files their caching) stands above them.
 */
export function securityHeaders(publicUrl: string) {
  const headers = new Map([
    ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
    ['cache-control', 'no-store'],
    ['permissions-policy', DENIED_FEATURES],
    ['referrer-policy', 'no-referrer'],
    ['x-content-type-options', 'nosniff'],
    ['cross-origin-opener-policy', 'same-origin'],
    ['cross-origin-resource-policy', 'same-origin'],
    ...(publicUrl.startsWith('https://') ? [['strict-transport-security', 'max-age=31536000'] as const] : []),
  ])
  return (outgoing: ServerResponse, requestId: string): void => {
    outgoing.setHeaders(headers)
    outgoing.setHeader('x-request-id', requestId)
  }
}
