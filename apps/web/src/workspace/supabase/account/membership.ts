import { NotSignedIn, WorkspaceError } from '@cairn/workspace/errors'
import { phrase } from '@cairn/workspace/lib/phrase'
import { LEVELS } from '@cairn/workspace/port/permission-level'
import type { Account, Membership, MembershipPart, PermissionLevel } from '@cairn/workspace/port/workspace'
import { z } from 'zod/mini'
import { ask, askJson } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'

const profile = z.object({ permission_level: z.catch(z.optional(z.enum(LEVELS)), undefined) })
const profileAnswer = z.union([z.array(profile), profile])

/** The user who is signed in, and their account. */
interface Caller {
  personId: string
  accountId: string
}

/** @throws WorkspaceError 'No account found for user' for a user who belongs to no account. */
export type FindCaller = () => Promise<Caller>

/**
 * The membership part, and the look-up by which the other parts learn the caller's account. The look-up asks the server
 * once for each person; it only says which rows to ask for, which of them are given the server decides each time.
 */
export function createMembership(connect: Connect): {
  membership: MembershipPart
  findCaller: FindCaller
  /** Says which account the caller belongs to now: it may be another one than was looked up. */
  noteAccount: (account: Account | null) => void
} {
  let known: Caller | null = null

  async function mine(): Promise<Membership> {
    const personId = await signedInId(connect)
    const [row] = await ask(connect, (supabase) =>
      supabase
        .from('account_members')
        .select('account_id, permission_level')
        .eq('user_id', personId)
        .limit(1),
    )
    if (!row) return { account: null, permissionLevel: await levelOfProfile(connect) }
    known = { personId, accountId: row.account_id }
    return {
      account: await accountById(connect, row.account_id),
      permissionLevel: levelOf(row.permission_level),
    }
  }

  async function findCaller(): Promise<Caller> {
    const personId = await signedInId(connect)
    if (known?.personId !== personId) known = null
    if (!known) await mine()
    if (!known) throw new WorkspaceError(phrase('No account found for user'), { kind: 'not-found' })
    return known
  }

  function noteAccount(account: Account | null): void {
    if (known && known.accountId !== account?.id) known = null
  }

  return { membership: { mine }, findCaller, noteAccount }
}

/** @throws NotSignedIn when the session is over. */
export async function signedInId(connect: Connect): Promise<string> {
  const { supabase } = await connect()
  const { data } = await supabase.auth.getSession()
  if (!data.session) throw new NotSignedIn(phrase('Your session has ended. Please sign in again.'))
  return data.session.user.id
}

function accountById(connect: Connect, id: string): Promise<Account> {
  return ask(connect, (supabase) => supabase.from('accounts').select('id, name').eq('id', id).single())
}

/** The level of the caller's profile counts where there is no membership; without that, viewer. */
async function levelOfProfile(connect: Connect): Promise<PermissionLevel> {
  const answer = await askJson(connect, (supabase) => supabase.rpc('get_my_profile'), profileAnswer)
  const own = Array.isArray(answer) ? answer[0] : answer
  return own?.permission_level ?? 'viewer'
}

/** A newer server may know other levels. */
function levelOf(word: string): PermissionLevel {
  return LEVELS.find((level) => level === word) ?? 'viewer'
}
