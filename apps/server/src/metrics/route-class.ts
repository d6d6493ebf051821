/** First parts of the paths below `/auth/v1` that are told apart; all others are one class. */
const OF_AUTH: ReadonlySet<string> = new Set([
  'admin',
  'authorize',
  'callback',
  'factors',
  'health',
  'invite',
  'logout',
  'magiclink',
  'oauth',
  'otp',
  'passkeys',
  'reauthenticate',
  'recover',
  'resend',
  'security-changes',
  'settings',
  'signup',
  'sso',
  'token',
  'user',
  'verify',
])

/** The classes by the beginning of the path. The first match counts. */
const BEGINNINGS = [
  ['/rest/v1/rpc/', 'rest rpc'],
  ['/rest/v1', 'rest'],
  ['/functions/v1', 'functions'],
  ['/mcp', 'mcp'],
  ['/p/', 'heartbeats'],
  ['/calendar/', 'calendars'],
  ['/assets/', 'assets'],
  ['/unsubscribe', 'unsubscribe'],
  ['/outbox', 'outbox'],
  ['/.well-known/', 'well-known'],
  ['/healthz', 'health'],
  ['/readyz', 'health'],
] as const

const AUTH = '/auth/v1/'

/**
 * The class of a path: one of some thirty, whatever the path holds. A path itself is never a label, for it names records
 * and holds secrets, and whoever sends requests could make any number of them.
 */
export function routeClass(path: string): string {
  if (path.startsWith(AUTH)) {
    const end = path.indexOf('/', AUTH.length)
    const part = path.slice(AUTH.length, end === -1 ? undefined : end)
    return OF_AUTH.has(part) ? `auth ${part}` : 'auth other'
  }
  return BEGINNINGS.find(([beginning]) => path.startsWith(beginning))?.[1] ?? 'pages'
}
