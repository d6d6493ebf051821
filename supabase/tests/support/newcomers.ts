import { randomUUID } from 'node:crypto'
import { confirmPerson, ID, type Person } from './cast.ts'
import type { Stage } from './stage.ts'

/** Why an invitation was not accepted. */
export const INVALID = 'This invitation has expired or is no longer valid.'
export const NOT_YOURS = 'This invitation was sent to another address.'
const REFUSALS: Readonly<Record<string, string>> = {
  [INVALID]: 'invitation.expired',
  [NOT_YOURS]: 'invitation.other_address',
}
export const refusedBecause = (error: string) => ({
  success: false,
  account_name: null,
  error,
  refusal: REFUSALS[error],
})
export const refusedAsMemberOf = (account: string) => ({
  ...refusedBecause(`You already belong to ${account}.`),
  refusal: `invitation.already_member ${JSON.stringify({ account }).replace(':', ': ')}`,
})

export const freshEmail = () => `${randomUUID()}@new.test`

/** The profile and the membership of a person. */
interface ProfileAndMembership {
  name: string
  job_role: string | null
  department: string | null
  account_id: string | null
  role: string | null
  permission_level: string | null
  member_department: string | null
}

/** Tools for people who are about to join: their arrangement, their acts and the results. */
export function newcomers(stage: () => Stage) {
  return { ...invitations(stage), ...joining(stage) }
}

/** The acts of admins, directly in the database. */
function invitations(stage: () => Stage) {
  async function tokenOf(id: string): Promise<string> {
    const [row] = await stage().admin<[{ token: string }]>`select private.invitation_token(${id}) as token`
    return row.token
  }

  return {
    tokenOf,

    /** Adds an open invitation directly to the database. */
    async arrangeInvitation(
      email: string,
      {
        account = ID.acme,
        level = 'user',
        by = ID.deputy,
      }: { account?: string; level?: string; by?: string } = {},
    ): Promise<{ id: string; token: string }> {
      const id = randomUUID()
      await stage().admin`
        insert into public.pending_invitations
          (id, account_id, email, name, job_role, department, permission_level, invited_by)
        values (${id}, ${account}, ${email}, 'Nina Invited', 'Designer', 'Design', ${level}, ${by})`
      return { id, token: await tokenOf(id) }
    },

    /** Ends an invitation: sets the time in `column` (accepted, revoked or expired) to a moment ago. */
    async end(id: string, column: string): Promise<void> {
      const { admin } = stage()
      await admin`
        update public.pending_invitations set ${admin(column)} = now() - interval '1 second' where id = ${id}`
    },

    async stateOf(id: string): Promise<{ accepted: boolean; revoked: boolean } | undefined> {
      const [row] = await stage().admin<{ accepted: boolean; revoked: boolean }[]>`
        select accepted_at is not null as accepted, declined_at is not null as revoked
        from public.pending_invitations where id = ${id}`
      return row
    },
  }
}

/** The acts of the newcomers, and their results. */
function joining(stage: () => Stage) {
  return {
    /** Adds a new person with a confirmed address. */
    async confirm(email: string, metadata: Record<string, unknown> = {}): Promise<{ id: string }> {
      const id = randomUUID()
      await confirmPerson(stage().auth, { id, email, metadata })
      return { id }
    },

    async accept(person: Person, token: string | null, email: string | null): Promise<unknown> {
      const [row] = await stage().as(
        person,
        (tx) => tx`select public.accept_invitation(${token}, ${email}) as answer`,
        { keep: true },
      )
      return row?.['answer']
    },

    /** Asks for the account of the person's domain. Returns the account that they joined. */
    async joinByDomain(person: Person): Promise<unknown> {
      const [row] = await stage().as(
        person,
        (tx) => tx`select public.join_account_of_my_domain() as account`,
        { keep: true },
      )
      return row?.['account']
    },

    async placeOf({ id }: { id: string }): Promise<ProfileAndMembership | undefined> {
      const [row] = await stage().admin<ProfileAndMembership[]>`
        select p.name, p.job_role, p.department, m.account_id, m.role, m.permission_level,
          m.department as member_department
        from public.profiles p left join public.account_members m on m.user_id = p.id where p.id = ${id}`
      return row
    },
  }
}
