import { ask, tell } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'

const MINUTE_MS = 60_000
const WINDOW_MS = 15 * MINUTE_MS
const TRIES_IN_A_WINDOW = 5
const MAX_BLOCK_MINUTES = 30
const ACTION = 'password_change'

/**
 * Counts a try of the user, and answers for how many minutes no further one is taken; null while they may go on. It guards
 * nothing, for the server counts by itself (docs/develop/sign-in.md): so whatever goes wrong is no block (SEC-41).
 */
export async function blockedMinutes(
  connect: Connect,
  userId: string,
  nowMs: number,
): Promise<number | null> {
  try {
    return await countTry(connect, userId, nowMs)
  } catch {
    return null
  }
}

async function countTry(connect: Connect, userId: string, nowMs: number): Promise<number | null> {
  const [current] = await ask(connect, (supabase) =>
    supabase
      .from('security_rate_limits')
      .select('id, attempts, blocked_until')
      .eq('user_id', userId)
      .eq('action_type', ACTION)
      // A block may outlast the window in which it began.
      .or(
        `window_start.gte.${new Date(nowMs - WINDOW_MS).toISOString()},blocked_until.gt.${new Date(nowMs).toISOString()}`,
      )
      .order('window_start', { ascending: false })
      .limit(1),
  )
  if (!current) {
    const row = {
      user_id: userId,
      action_type: ACTION,
      attempts: 1,
      window_start: new Date(nowMs).toISOString(),
    }
    await tell(connect, (supabase) => supabase.from('security_rate_limits').insert(row))
    return null
  }
  const blockedForMs = current.blocked_until === null ? 0 : Date.parse(current.blocked_until) - nowMs
  if (blockedForMs > 0) return Math.ceil(blockedForMs / MINUTE_MS)
  const change = (values: { attempts: number } | { blocked_until: string }) =>
    tell(connect, (supabase) => supabase.from('security_rate_limits').update(values).eq('id', current.id))
  if (current.attempts < TRIES_IN_A_WINDOW) {
    await change({ attempts: current.attempts + 1 })
    return null
  }
  const minutes = Math.min(current.attempts * 2, MAX_BLOCK_MINUTES)
  await change({ blocked_until: new Date(nowMs + minutes * MINUTE_MS).toISOString() })
  return minutes
}

/** A change that succeeded begins the count anew (GAP-18). */
export async function forgetTries(connect: Connect, userId: string): Promise<void> {
  await tell(connect, (supabase) =>
    supabase.from('security_rate_limits').delete().eq('user_id', userId).eq('action_type', ACTION),
  )
}
