import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, ID } from '../support/cast.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  await stage.admin.unsafe(`
    delete from public.heartbeats;
    update public.systems set status = 'maintenance' where id = '${ID.ledger}';
    update public.automations
    set status = 'active', created_at = now() - interval '90 days',
      last_run = case when id = '${ID.invoices}' then now() - interval '31 days' end
    where account_id = '${ID.acme}'`)
})
afterAll(() => stage?.close())

interface Reason {
  total: number
  kinds: string[]
  items: { kind: string; id: string; name: string }[]
}

async function attention(actor: Actor, limit = 3, before = 'select 1') {
  const [row] = await stage.as(actor, async (tx) => {
    await tx.unsafe(before)
    return tx<
      { answer: { registered_systems: number; newcomers: number; reasons: Record<string, Reason> } }[]
    >`
      select public.get_attention(${limit}) as answer`
  })
  if (!row) throw new Error('It answers with one row.')
  return row.answer
}

const names = (reason: Reason | undefined) => reason?.items.map(({ name }) => name)

describe('get_attention', () => {
  it('[DIS-31] says how many systems there are, whatever their status', async () => {
    expect((await attention('viewer')).registered_systems).toBe(3)
    expect((await attention('rival')).registered_systems).toBe(1)
    expect((await attention('unplaced')).registered_systems).toBe(0)
  })

  it('names what the caller owns, and systems in maintenance', async () => {
    const { reasons } = await attention('user')
    expect(reasons['mine']).toEqual({
      total: 1,
      kinds: ['system'],
      items: [{ kind: 'system', id: ID.archive, name: 'Archive' }],
    })
    expect(names(reasons['maintenance'])).toEqual(['Ledger'])
  })

  it('names what has no owner to managers, to its creator, and to no viewer', async () => {
    expect((await attention('manager')).reasons['ownerless']?.total).toBeGreaterThan(5)
    expect(names((await attention('user', 10)).reasons['ownerless'])).toContain('Billing')
    expect(names((await attention('user', 10)).reasons['ownerless'])).not.toContain('Ledger')
    expect(Object.keys((await attention('viewer')).reasons)).toEqual(['maintenance'])
  })

  it('leaves out what somebody invited owns, as long as the invitation is open', async () => {
    const billing = async (actor: Actor, before: string) =>
      names((await attention(actor, 10, before)).reasons['ownerless'])?.includes('Billing')
    const invited = `update public.systems set invited_owner_id = '${ID.invitation}' where id = '${ID.billing}'`
    const expired = `${invited};
      set local role service_role;
      update public.pending_invitations set expires_at = now() - interval '1 second' where id = '${ID.invitation}';
      set local role authenticated`
    for (const actor of ['user', 'admin'] as const) {
      expect(await billing(actor, invited)).not.toBe(true)
      expect(await billing(actor, expired)).toBe(true)
    }
  })

  it('names active automations that have not run for 30 days, or never since they are there', async () => {
    expect(names((await attention('manager')).reasons['late'])).toEqual(['Invoices', 'Reminders'])
    expect(names((await attention('user')).reasons['late'])).toEqual(['Invoices'])
    const ran = 'update public.automations set description = description'
    await stage.admin`update public.automations set last_run = now() where id = ${ID.reminders}`
    expect(names((await attention('manager', 3, ran)).reasons['late'])).toEqual(['Invoices'])
  })

  describe('with heartbeats', () => {
    const late = async (actor: Actor, beat: Record<string, string | null>) => {
      const row = {
        account_id: ID.acme,
        kind: 'automation',
        record_id: ID.invoices,
        token_hash: 'x',
        ...beat,
      }
      await stage.admin`insert into public.heartbeats ${stage.admin(row)}`
      const { late } = (await attention(actor)).reasons
      await stage.admin`delete from public.heartbeats`
      return names(late) ?? []
    }
    const daily = { expects: 'interval', every_seconds: '86400' }
    const now = new Date().toISOString()

    it.each(['late', 'failing'])('names automations and agents that are %s', async (trouble) => {
      const helper = { kind: 'agent', record_id: ID.helper, trouble, trouble_since: now, ...daily }
      expect(await late('manager', helper)).toEqual(['Helper', 'Invoices'])
      expect(await late('user', helper)).toEqual(['Helper', 'Invoices'])
      expect(await late('viewer', helper)).toEqual([])
      expect(await late('rival', helper)).toEqual([])
    })

    it('leaves out what is expected and not late, or paused', async () => {
      expect(await late('manager', { ...daily })).toEqual([])
      expect(await late('manager', { ...daily, paused_at: now })).toEqual([])
      expect(await late('manager', { ...daily, token_hash: null })).toEqual(['Invoices'])
    })

    it('counts 30 days from the last report, where nothing is expected', async () => {
      const old = new Date(Date.now() - 31 * 86_400_000).toISOString()
      expect(await late('manager', { last_at: now })).toEqual([])
      expect(await late('manager', { last_at: old })).toEqual(['Invoices'])
      expect(await late('manager', {})).toEqual(['Invoices'])
    })
  })

  it('names what was handed to the caller and waits for their answer, and to nobody else', async () => {
    const handed = `
      set local role service_role;
      insert into public.handovers (account_id, kind, record_id, part, giver_name, receiver_id)
      values ('${ID.acme}', 'system', '${ID.ledger}', 'expert', 'Ana Example', '${ID.viewer}');
      set local role authenticated`
    expect(names((await attention('viewer', 3, handed)).reasons['handover'])).toEqual(['Ledger'])
    expect((await attention('manager', 3, handed)).reasons['handover']).toBeUndefined()
  })

  it('counts who waits to be admitted, for admins alone', async () => {
    const waiting = async (actor: Actor) => (await attention(actor)).newcomers
    expect(await waiting('admin')).toBe(0)
    await stage.admin`
      insert into private.waiting_newcomers (user_id, account_id) values (${ID.unplaced}, ${ID.acme})`
    expect([await waiting('admin'), await waiting('manager'), await waiting('viewer')]).toEqual([1, 0, 0])
    await stage.admin`delete from private.waiting_newcomers`
  })

  it('shows what the caller owns before what others do', async () => {
    const own = `update public.systems set status = 'maintenance', owner_id = '${ID.manager}' where id = '${ID.billing}';
      update public.systems set status = 'maintenance' where id = '${ID.archive}'`
    expect(names((await attention('manager', 3, own)).reasons['maintenance'])).toEqual([
      'Billing',
      'Archive',
      'Ledger',
    ])
  })

  it('shows as many as are asked for, and counts all of them', async () => {
    const many = `insert into public.systems (name, owner_id) select 'Many ' || n, '${ID.manager}' from generate_series(1, 120) n`
    const { mine } = (await attention('manager', 2, many)).reasons
    expect(mine?.total).toBe(120)
    expect(mine?.items).toHaveLength(2)
    const without = `insert into public.systems (name) select 'Many ' || n from generate_series(1, 120) n`
    const before = (await attention('manager')).reasons['ownerless']?.total ?? 0
    expect((await attention('manager', 2, without)).reasons['ownerless']?.total).toBe(before + 120)
    expect((await attention('user', 2, without)).reasons['ownerless']?.total).toBeGreaterThan(120)
  })

  it('leaves out what is switched off, and what is another account’s', async () => {
    const off = `insert into public.app_features (feature_name, enabled) values ('systems', false), ('automations', false)`
    const { reasons } = await attention('admin', 10, off)
    expect(Object.keys(reasons)).toEqual(['ownerless'])
    expect(reasons['ownerless']?.kinds).toEqual(['agent', 'solution'])
    expect(
      names((await attention('rival', 10)).reasons['ownerless'])?.every((name) => name.startsWith('Secret')),
    ).toBe(true)
    expect(await stage.outcome('anonymous', 'select public.get_attention()')).toEqual({ refused: '42501' })
  })
})
