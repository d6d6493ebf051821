import { WorkspaceError } from '@cairn/workspace/errors'
import { LEVELS } from '@cairn/workspace/port/permission-level'
import { CATALOGUE_KINDS, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { MemberCard, MemberProfile, TeamEntry, TeamPart } from '@cairn/workspace/port/team'
import { z } from 'zod/mini'
import { logFailure } from '@/lib/log.ts'
import type { FindCaller } from '../account/membership.ts'
import { ask, askJson, tell } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import { handoverArgument } from '../records/handovers.ts'
import { moment, renamed } from '../rows/renamed.ts'
import { teamParameters } from '../rows/team-parameters.ts'
import { teamsOf } from './teams.ts'

const level = z.catch(z.enum(LEVELS), 'viewer')
const shownOfPerson = {
  id: z.string(),
  name: z.string(),
  avatar: z.nullable(z.string()),
  jobRole: z.nullable(z.string()),
  department: z.nullable(z.string()),
}
const entryFields = {
  ...shownOfPerson,
  permissionLevel: level,
  knowledgeAreas: z.array(z.string()),
  contributionCount: z.number(),
}
const entryRow = renamed({ ...entryFields, isPending: z.boolean() })
const foundEntries = z.object({ all: z.number(), total: z.number(), items: z.array(entryRow) })
const profileRow = renamed({
  ...entryFields,
  displayEmail: z.nullable(z.string()),
  bio: z.nullable(z.string()),
  joinedAt: moment,
})
const seenRows = z.array(renamed({ ...shownOfPerson, displayEmail: z.nullable(z.string()) }))
const foundRecords = z.object({
  total: z.number(),
  items: z.array(z.object({ kind: z.enum(CATALOGUE_KINDS), id: z.string(), name: z.string() })),
})

/** The directory, and what is done about members. */
export function createMembers(
  connect: Connect,
  findCaller: FindCaller,
): Omit<TeamPart, 'members' | 'invited'> {
  return {
    ...createDirectory(connect, findCaller),
    ...createProfiles(connect),
    ...createMemberChanges(connect, findCaller),
    ...createSignInChanges(connect),
  }
}

function createDirectory(
  connect: Connect,
  findCaller: FindCaller,
): Pick<TeamPart, 'find' | 'departments' | 'seen'> {
  return {
    async find(search, skip) {
      const build = askJson(
        connect,
        (supabase) => supabase.rpc('find_members', { ...teamParameters(search), skip }),
        foundEntries,
      )
      const { all, total, items } = await build.catch(async (error: unknown) => {
        await noteFailure(connect, findCaller, error)
        throw error
      })
      return { all, total, items: items.map(entryOf) }
    },

    async seen(limit) {
      const { accountId } = await findCaller()
      const rows = await askJson(
        connect,
        (supabase) =>
          supabase.rpc('get_secure_team_member_profiles', { account_id_param: accountId }).limit(limit),
        seenRows,
      )
      return rows.map(({ avatar: avatarUrl, displayEmail: email, ...person }) => ({
        ...person,
        ...{ avatarUrl, email, bio: null },
      }))
    },

    departments: () =>
      askJson(connect, (supabase) => supabase.rpc('get_team_departments'), z.array(z.string())),
  }
}

/**
 * Enters into the audit log that the team could not be read, where the server refused it. That this fails too is only
 * worth a warning.
 */
async function noteFailure(connect: Connect, findCaller: FindCaller, error: unknown): Promise<void> {
  if (!(error instanceof WorkspaceError) || error.kind === 'offline' || error.kind === 'unavailable') return
  try {
    const { accountId } = await findCaller()
    const entry = {
      account_id: accountId,
      action: 'team_data_access_failed',
      resource_type: 'team_profiles',
      details: { error: error.message, security_context: 'protected_profile_access' },
    }
    await tell(connect, (supabase) => supabase.from('security_audit_log').insert(entry))
  } catch (failure) {
    logFailure('noting that the team could not be read', failure)
  }
}

function entryOf({ isPending, ...row }: z.output<typeof entryRow>): TeamEntry {
  const person = personOf(row)
  if (!isPending) return { ...person, isPending: false }
  // Invited people have no details yet, and get defaults; details that a member leaves out stay empty.
  const { jobRole, department, ...shown } = person
  return {
    ...shown,
    jobRole: jobRole ?? 'Team Member',
    department: department ?? 'General',
    isPending: true,
  }
}

function personOf<Row extends Omit<z.output<typeof entryRow>, 'isPending'>>({ avatar, ...row }: Row) {
  return {
    ...row,
    name: row.name || 'Team Member',
    avatarUrl: avatar,
    jobRole: row.jobRole || null,
    department: row.department || null,
  }
}

function createProfiles(connect: Connect): Pick<TeamPart, 'profile' | 'card' | 'records'> {
  const records: TeamPart['records'] = (id, relation, kinds, skip) =>
    askJson(
      connect,
      (supabase) =>
        supabase.rpc('get_member_records', { target_user_id: id, relation, kinds: [...kinds], skip }),
      foundRecords,
    )
  return {
    records,

    async card(id, kinds) {
      if (!z.guid().safeParse(id).success) return null
      const [[row], owned, teams] = await Promise.all([
        askJson(
          connect,
          (supabase) => supabase.rpc('get_member_profile', { target_user_id: id }),
          z.array(profileRow),
        ),
        ownedOf(records, id, kinds),
        teamsOf(connect, id),
      ])
      return row ? { ...profileOf(row), owned, teams } : null
    },

    async profile(id) {
      if (!z.guid().safeParse(id).success) return null
      const [[row], teams] = await Promise.all([
        askJson(
          connect,
          (supabase) => supabase.rpc('open_member_profile', { target_user_id: id }),
          z.array(profileRow),
        ),
        teamsOf(connect, id),
      ])
      return row ? { ...profileOf(row), teams } : null
    },
  }
}

/** Counts the records of each kind that a member owns. */
function ownedOf(
  records: TeamPart['records'],
  id: string,
  kinds: readonly CatalogueKind[],
): Promise<MemberCard['owned']> {
  return Promise.all(
    kinds.map(async (kind) => ({ kind, total: (await records(id, 'owner', [kind], 0)).total })),
  )
}

function profileOf({
  displayEmail: email,
  bio,
  ...row
}: z.output<typeof profileRow>): Omit<MemberProfile, 'teams'> {
  return { ...personOf(row), email, bio: bio || null }
}

function createMemberChanges(
  connect: Connect,
  findCaller: FindCaller,
): Pick<TeamPart, 'update' | 'setLevel' | 'remove'> {
  return {
    async update(id, { name, jobRole, department, knowledgeAreas, permissionLevel }, handover) {
      await tell(connect, (supabase) =>
        supabase.rpc('update_member', {
          target_user_id: id,
          ...(name !== undefined && { new_name: name }),
          ...(jobRole !== undefined && { new_job_role: jobRole }),
          ...(department !== undefined && { new_department: department }),
          ...(knowledgeAreas !== undefined && { new_knowledge_areas: [...knowledgeAreas] }),
          ...(permissionLevel !== undefined && { new_permission_level: permissionLevel }),
          ...(handover && { handover: handoverArgument(handover) }),
        }),
      )
    },

    async setLevel(id, newLevel, handover) {
      const { accountId } = await findCaller()
      await tell(connect, (supabase) =>
        supabase.rpc('secure_update_user_permission', {
          target_user_id: id,
          new_permission_level: newLevel,
          target_account_id: accountId,
          ...(handover && { handover: handoverArgument(handover) }),
        }),
      )
    },

    async remove(id, handover) {
      await tell(connect, (supabase) =>
        supabase.rpc('remove_member', {
          target_user_id: id,
          ...(handover && { handover: handoverArgument(handover) }),
        }),
      )
    },
  }
}

function createSignInChanges(connect: Connect): Pick<TeamPart, 'endSessions' | 'removeSecondFactor'> {
  return {
    endSessions: (id) =>
      ask(connect, (supabase) => supabase.rpc('end_member_sessions', { target_user_id: id })),

    removeSecondFactor: (id) =>
      ask(connect, (supabase) => supabase.rpc('remove_member_second_factor', { target_user_id: id })),
  }
}
