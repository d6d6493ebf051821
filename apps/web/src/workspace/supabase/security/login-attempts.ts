import { RateLimited } from '@cairn/workspace/errors'
import { z } from 'zod/mini'
import { logFailure } from '@/lib/log.ts'
import { ask } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'

const rateLimitAnswer = z.object({ allowed: z.boolean(), retry_after_seconds: z.catch(z.number(), 0) })

/**
 * Asks whether a sign-in may be tried. A check that fails is logged and lets the attempt pass: the server counts attempts
 * itself.
 * @throws RateLimited when the server says to wait.
 */
export async function refuseWhenRateLimited(connect: Connect, email: string): Promise<void> {
  const parameters = { email_param: email.toLowerCase(), ip_param: null }
  const answer = await ask(
    connect,
    (supabase) => supabase.rpc('check_login_rate_limit', parameters),
    rateLimitAnswer,
  ).catch((error: unknown) => {
    logFailure('checking the sign-in limit', error)
    return null
  })
  if (answer && !answer.allowed) throw new RateLimited(answer.retry_after_seconds)
}

/** Reports a failed sign-in. The server keeps it as a browser's report, not as its own record. */
export function recordFailedLogin(connect: Connect, email: string): void {
  const row = { email: email.toLowerCase(), success: false, attempted_at: new Date().toISOString() }
  ask(connect, (supabase) => supabase.from('login_attempts').insert(row), z.null()).catch((error: unknown) =>
    logFailure('recording a failed sign-in', error),
  )
}

/** Reports a successful sign-in of the user. */
export function logSuccessfulLogin(connect: Connect, email: string): void {
  const parameters = { email_param: email.toLowerCase() }
  ask(connect, (supabase) => supabase.rpc('log_successful_login', parameters), z.unknown()).catch(
    (error: unknown) => logFailure('recording a sign-in', error),
  )
}
