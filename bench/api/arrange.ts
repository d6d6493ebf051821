import { arrangePerson, REAL_HASH } from '@cairn/testing/people'
import type { ServerProcess } from '@cairn/testing/server-process'
import postgres from 'postgres'
import { tokenOf } from '../support/caller.ts'

const SYSTEMS = 50

/** The sender of the requests, and one of the systems of their account. */
export interface Member {
  token: string
  publishableKey: string
  systemId: string
}

/** Arranges a member of an account with fifty systems, owned by one of them and known to the other. */
export async function arrangeMember(server: ServerProcess): Promise<Member> {
  const database = postgres({ ...server.admin(), ssl: false, max: 1 })
  const founder = await arrangePerson(database, {
    email: 'founder@bench.example',
    name: 'Founder',
    passwordHash: REAL_HASH,
  })
  const member = await arrangePerson(database, {
    email: 'member@bench.example',
    name: 'Member',
    passwordHash: REAL_HASH,
  })
  await database`update public.account_members set permission_level = 'user' where user_id = ${member.id}`
  const [system] = await database<{ id: string }[]>`
    insert into public.systems (account_id, name, description, created_by, owner_id)
    select m.account_id, 'System ' || n, 'Keeps what the team needs at hand, number ' || n, m.user_id, ${founder.id}
    from public.account_members m, generate_series(1, ${SYSTEMS}::int) n
    where m.user_id = ${member.id}
    returning id`
  await database`
    insert into public.system_experts (account_id, system_id, expert_id)
    select account_id, id, ${member.id} from public.systems`
  // The measurement is about speed, not about the limit of one person.
  await database`alter table public.knowledge_articles disable trigger knowledge_articles_limit`
  await database`analyze`
  await database.end()
  const token = await tokenOf(server, member.email)
  return { token, publishableKey: server.publishableKey, systemId: system?.id ?? '' }
}
