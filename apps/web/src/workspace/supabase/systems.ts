import { z } from 'zod/mini'
import { NotSignedIn, WorkspaceError } from '../errors.ts'
import type { NewSystem, System, SystemChange, SystemsPart } from '../port/systems.ts'
import { ask } from './ask.ts'
import type { Connect } from './client.ts'
import type { FindStanding } from './membership.ts'

const COLUMNS =
  'id, name, description, owner_id, account_id, status, details, created_by, created_at, updated_at'

/** The most rows that the data API gives for one request. */
const PAGE_ROWS = 1000

const systemRow = z.pipe(
  z.object({
    id: z.string(),
    name: z.string(),
    description: z.nullable(z.string()),
    owner_id: z.nullable(z.string()),
    account_id: z.string(),
    status: z.nullable(z.string()),
    details: z.nullable(z.record(z.string(), z.unknown())),
    created_by: z.nullable(z.string()),
    created_at: z.string(),
    updated_at: z.string(),
  }),
  z.transform(
    (row): System => ({
      id: row.id,
      name: row.name,
      description: row.description ?? '',
      ownerId: row.owner_id,
      accountId: row.account_id,
      status: row.status,
      details: row.details ?? {},
      createdBy: row.created_by,
      createdAt: new Date(row.created_at),
      updatedAt: new Date(row.updated_at),
    }),
  ),
)
const systemRows = z.array(systemRow)
const touched = z.object({ id: z.string() })
const expertRows = z.array(z.object({ expert_id: z.string() }))

/** The account's systems and the people who know them. */
export function createSystems(connect: Connect, standing: FindStanding): SystemsPart {
  return {
    list: async (onStart) => allSystems(connect, (await standing()).accountId, onStart),

    async add(input) {
      const { personId, accountId } = await standing()
      const row = {
        ...columnsOf(input),
        created_by: personId,
        status: 'active',
        account_id: accountId,
      }
      const stored = ask(
        connect,
        (supabase) => supabase.from('systems').insert(row).select(COLUMNS).single(),
        systemRow,
      )
      return stored.catch(nameTheConflict)
    },

    async update(id, change: SystemChange) {
      const row = { ...columnsOf(change), status: change.status, updated_at: new Date().toISOString() }
      const stored = ask(
        connect,
        (supabase) => supabase.from('systems').update(row).eq('id', id).select(COLUMNS).single(),
        systemRow,
      )
      return stored.catch(nameTheConflict)
    },

    async remove(id) {
      await ask(
        connect,
        (supabase) => supabase.from('systems').delete().eq('id', id).select('id').single(),
        touched,
      )
    },

    async experts(systemId) {
      const rows = await ask(
        connect,
        (supabase) => supabase.from('system_experts').select('expert_id').eq('system_id', systemId),
        expertRows,
      )
      return rows.map((row) => row.expert_id)
    },

    async addExpert(systemId, personId) {
      const { personId: assignedBy } = await standing().catch(askToSignIn)
      const row = { system_id: systemId, expert_id: personId, assigned_by: assignedBy }
      await ask(connect, (supabase) => supabase.from('system_experts').insert(row), z.null())
    },

    async removeExpert(systemId, personId) {
      await ask(
        connect,
        (supabase) =>
          supabase
            .from('system_experts')
            .delete()
            .eq('system_id', systemId)
            .eq('expert_id', personId)
            .select('expert_id')
            .single(),
        z.object({ expert_id: z.string() }),
      )
    },
  }
}

/**
 * Reads page after page, each from the last name on: a system that comes or goes meanwhile neither doubles a row nor
 * hides one, and the last page costs the server as little as the first. Names are unique within an account.
 */
async function allSystems(
  connect: Connect,
  accountId: string,
  onStart?: (first: readonly System[]) => void,
): Promise<readonly System[]> {
  const systems: System[] = []
  for (;;) {
    const last = systems.at(-1)
    const page = await ask(
      connect,
      (supabase) => {
        const query = supabase.from('systems').select(COLUMNS).eq('account_id', accountId)
        return (last ? query.gt('name', last.name) : query).order('name').limit(PAGE_ROWS)
      },
      systemRows,
    )
    systems.push(...page)
    if (page.length < PAGE_ROWS) return systems
    if (!last) onStart?.(page)
  }
}

function columnsOf({ name, description, ownerId }: NewSystem) {
  return { name, description, owner_id: ownerId }
}

/** The one thing about a system that must be unique is its name. */
function nameTheConflict(error: unknown): never {
  if (error instanceof WorkspaceError && error.kind === 'conflict') {
    const { requestId } = error
    throw new WorkspaceError('A system with this name already exists.', {
      kind: 'conflict',
      requestId,
      cause: error,
    })
  }
  throw error
}

/** Whoever is signed out learns what the sign-in was needed for. */
function askToSignIn(error: unknown): never {
  throw error instanceof NotSignedIn ? new NotSignedIn('You must be logged in to add experts') : error
}
