import { arrangePerson } from '@cairn/testing/people'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cairn, freshDomain, openCairn, type SignedIn } from './support/cairn.ts'

let cairn: Cairn
let ada: SignedIn
let rex: SignedIn
let accountId: string

/** The calls of the screens, as the official client sends them. */
beforeAll(async () => {
  cairn = await openCairn()
  const domain = freshDomain()
  const person = await arrangePerson(cairn.database, { email: `ada@${domain}`, name: 'Ada Admin' })
  ada = await cairn.signedIn(person)
  rex = await cairn.signedIn(
    await arrangePerson(cairn.database, { email: `rex@${freshDomain()}`, name: 'Rex Rival' }),
  )
  const { data } = await ada.client.from('account_members').select('account_id').limit(1).single()
  accountId = String(data?.account_id)
})
afterAll(() => cairn?.close())

async function added(client: SupabaseClient, table: string, row: object): Promise<string> {
  const { data, error } = await client.from(table).insert(row).select('id').single()
  expect(error).toBeNull()
  return String(data?.id)
}

describe('the calls of the catalogue', () => {
  it('[CALL-35] [CALL-36] [CALL-16] [CALL-37] solutions come, change and go', async () => {
    const system = await added(ada.client, 'systems', { name: 'Billing', account_id: accountId })
    const id = await added(ada.client, 'solutions', {
      name: 'Portal',
      description: '',
      owner_id: null,
      created_by: ada.userId,
      status: 'active',
      account_id: accountId,
      use_cases: ['Pay', ' Pay '],
      users: ['Everyone'],
      related_systems: [system],
    })
    const change = await ada.client
      .from('solutions')
      .update({ name: 'Portal', users: [], related_systems: [], updated_at: new Date().toISOString() })
      .eq('id', id)
    expect(change.error).toBeNull()
    const list = await ada.client.from('solutions').select('*').eq('account_id', accountId).order('name')
    expect(list.data).toMatchObject([{ id, use_cases: ['Pay'], users: [], related_systems: [] }])
    expect((await ada.client.from('solutions').delete().eq('id', id)).error).toBeNull()
  })

  it('[CALL-38] [CALL-39] [CALL-40] [CALL-17] [CALL-18] agents and automations come and change', async () => {
    const who = { account_id: accountId, created_by: ada.userId, description: '' }
    await added(ada.client, 'agents', { ...who, name: 'Helper', platform: 'OpenAI', status: 'inactive' })
    const id = await added(ada.client, 'automations', {
      ...who,
      name: 'Invoices',
      source: 'Zapier',
      status: 'inactive',
      webhook_url: 'https://hooks.zapier.com/1',
    })
    await ada.client.from('automations').update({ status: 'active' }).eq('id', id)
    for (const table of ['agents', 'automations']) {
      const list = await ada.client
        .from(table)
        .select('*')
        .eq('account_id', accountId)
        .order('created_at', { ascending: false })
      expect(list.data).toHaveLength(1)
    }
    const { data: counts } = await ada.client.rpc('get_dashboard_counts')
    expect(counts).toMatchObject({ agents: 1, automations: 1 })
  })

  it('[GAP-33] a solution is read with its automations and agents', async () => {
    const solution_id = await added(ada.client, 'solutions', { name: 'Shop' })
    const agent_id = await added(ada.client, 'agents', { name: 'Clerk', platform: 'Custom' })
    expect((await ada.client.from('solution_agents').insert({ solution_id, agent_id })).error).toBeNull()
    const { data } = await ada.client
      .from('solutions')
      .select('name, agents(name, platform), automations(name)')
      .eq('id', solution_id)
      .single()
    expect(data).toEqual({ name: 'Shop', agents: [{ name: 'Clerk', platform: 'Custom' }], automations: [] })
    const { data: effects } = await ada.client.rpc('get_deletion_effects', {
      kind_param: 'agent',
      id_param: agent_id,
    })
    expect(effects).toEqual([{ affected: 'solutions', count: 1, names: ['Shop'] }])
  })

  it('[CALL-58] [CALL-29] [CALL-30] [CALL-59] [CALL-60] articles are read with their author', async () => {
    const id = await added(ada.client, 'knowledge_articles', {
      account_id: accountId,
      author_id: ada.userId,
      title: 'First days',
      excerpt: 'Whom to meet',
      content: 'Coffee first.',
      category: 'HR',
    })
    await ada.client.from('knowledge_articles').update({ title: 'First weeks' }).eq('id', id)
    const list = await ada.client
      .from('knowledge_articles')
      .select('*, author:profiles(name, avatar)')
      .eq('account_id', accountId)
      .order('updated_at', { ascending: false })
    expect(list.error).toBeNull()
    expect(list.data).toMatchObject([
      { id, title: 'First weeks', author: { name: 'Ada Admin', avatar: null } },
    ])
    expect((await ada.client.from('knowledge_articles').select('*').eq('id', id).single()).error).toBeNull()
    expect((await ada.client.from('knowledge_articles').delete().eq('id', id)).error).toBeNull()
  })

  it('[OPEN-23] [SEC-42] an eleventh article in an hour is answered 429, in words', async () => {
    const posts = Array.from({ length: 11 }, (_, n) => ({ title: `Post ${n}` }))
    const { error, status } = await ada.client.from('knowledge_articles').insert(posts)
    expect({ status, message: error?.message }).toEqual({
      status: 429,
      message: 'You can publish up to 10 posts per hour. Please try again later.',
    })
  })

  it('[GAP-32] the search answers whom it belongs to', async () => {
    const find = async ({ client }: SignedIn) =>
      (await client.rpc('search_workspace', { query: 'helper' })).data
    expect(await find(ada)).toMatchObject({
      counts: { agent: 1 },
      results: [{ title: 'Helper', link: '/agents' }],
    })
    expect(await find(rex)).toMatchObject({ counts: { agent: 0 }, results: [] })
    const { error, status } = await cairn.browser().rpc('search_workspace', { query: 'helper' })
    expect({ status, code: error?.code }).toEqual({ status: 401, code: '42501' })
  })
})
