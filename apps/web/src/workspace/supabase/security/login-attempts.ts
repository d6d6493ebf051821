import { RateLimited } from '@cairn/workspace/errors'
import { z } from 'zod/mini'
import { logFailure } from '@/lib/log.ts'
import { askJson, tell } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import { renamed } from '../rows/renamed.ts'

const rateLimitAnswer = renamed({ allowed: z.boolean(), retryAfterSeconds: z.catch(z.number(), 0) })

/**
 * Asks whether a sign-in may be tried. A check that fails is logged and lets the attempt pass: the server counts attempts
 * itself.
 * @throws RateLimited when the server says to wait.
 */
export async function refuseWhenRateLimited(connect: Connect, email: string): Promise<void> {
  const parameters = { email_param: email.toLowerCase(), ip_param: null }
  const answer = await askJson(
    connect,
    (supabase) => supabase.rpc('check_login_rate_limit', parameters),
    rateLimitAnswer,
  ).catch((error: unknown) => {
    logFailure('checking the sign-in limit', error)
    return null
  })
  if (answer && !answer.allowed) throw new RateLimited(answer.retryAfterSeconds)
}

/** Reports a failed sign-in. The server keeps it as a browser's report, not as its own record. */
export function recordFailedLogin(connect: Connect, email: string): void {
  const row = { email: email.toLowerCase(), success: false, attempted_at: new Date().toISOString() }
  tell(connect, (supabase) => supabase.from('login_attempts').insert(row)).catch((error: unknown) =>
    logFailure('recording a failed sign-in', error),
  )
}

/** Reports a successful sign-in of the user. */
export function logSuccessfulLogin(connect: Connect, email: string): void {
  const parameters = { email_param: email.toLowerCase() }
  tell(connect, (supabase) => supabase.rpc('log_successful_login', parameters)).catch((error: unknown) =>
    logFailure('recording a sign-in', error),
  )
}
