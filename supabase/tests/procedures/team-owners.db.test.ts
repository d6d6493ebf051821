import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ID } from '../support/cast.ts'
import { remove } from '../support/handovers.ts'
import { OWN } from '../support/own-rows.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

type Tx = postgres.TransactionSql

const give = (tx: Tx, system: string, team: string = OWN.team) =>
  tx`update public.systems set team_id = ${team} where id = ${system}`

const ownersOf = async (tx: Tx, system: string) => {
  const [row] = await tx`select owner_id, team_id from public.systems where id = ${system}`
  return { ...row }
}

/** How many systems have which gap. */
const gaps = async (tx: Tx) => {
  const [row] = await tx`select public.get_gaps() -> 'system' as system`
  return row?.['system']
}

const withoutOwner = async (tx: Tx) => {
  const [row] = await tx`select public.find_records('system', without_owner => true) as page`
  return row?.['page'].total
}

describe('a team that owns a record', () => {
  it('takes the place of a member, and gives it back to the next one who is named', async () => {
    await stage.as('manager', async (tx) => {
      await give(tx, ID.archive)
      expect(await ownersOf(tx, ID.archive)).toEqual({ owner_id: null, team_id: OWN.team })
      await tx`update public.systems set owner_id = ${ID.viewer} where id = ${ID.archive}`
      expect(await ownersOf(tx, ID.archive)).toEqual({ owner_id: ID.viewer, team_id: null })
    })
  })

  it.each([
    ['a member beside it', { owner: ID.user, team: OWN.team }, { detail: 'record.team_or_person' }],
    ['a team of another account', { owner: null, team: OWN.rivalTeam }, { code: '23503' }],
  ])('is refused with %s', async (_, { owner, team }, refusal) => {
    const add = (tx: Tx) =>
      tx`insert into public.systems (name, owner_id, team_id) values ('Both', ${owner}, ${team})`
    await expect(stage.as('manager', add)).rejects.toMatchObject(refusal)
  })

  it('stands in the history by its name, and its people are told', async () => {
    const [line] = await stage.as('manager', async (tx) => {
      await give(tx, ID.ledger)
      return tx`select before, after, to_json(concerned) as concerned from public.record_history
        where record_id = ${ID.ledger} and field = 'owner_id'`
    })
    expect(line).toMatchObject({ before: null, after: { id: OWN.team, name: 'Team Finance', team: true } })
    expect(line?.['concerned'].toSorted()).toEqual([ID.user, ID.colleague])
  })

  it('lets its members of level user change the record', async () => {
    await stage.admin`update public.systems set team_id = ${OWN.team} where id = ${ID.ledger}`
    const change = (tx: Tx) => tx`update public.systems set description = 'x' where id = ${ID.ledger}`
    expect((await stage.as('user', change)).count).toBe(1)
    await stage.admin`delete from public.team_members where team_id = ${OWN.team} and user_id = ${ID.user}`
    expect((await stage.as('user', change)).count).toBe(0)
    await stage.admin`insert into public.team_members (account_id, team_id, user_id)
      values (${ID.acme}, ${OWN.team}, ${ID.user})`
    await stage.admin`update public.teams set lead_id = ${ID.user} where id = ${OWN.team}`
    await stage.admin`update public.systems set team_id = null where id = ${ID.ledger}`
  })

  it('is no gap, until its last member has left it', async () => {
    await stage.as('manager', async (tx) => {
      const [before, listed] = [await gaps(tx), await withoutOwner(tx)]
      await give(tx, ID.ledger)
      expect(await gaps(tx)).toMatchObject({ no_owner: before.no_owner - 1 })
      expect(await withoutOwner(tx)).toBe(listed - 1)
      await tx`delete from public.team_members where team_id = ${OWN.team}`
      expect(await gaps(tx)).toMatchObject({ no_owner: before.no_owner })
      expect(await withoutOwner(tx)).toBe(listed)
    })
  })

  it('is found by lists, groups and conditions', async () => {
    await stage.as('viewer', async (tx) => {
      const count = async (how: string) => {
        const [row] = await tx.unsafe(`select public.find_records('system', ${how}) ->> 'total' as total`)
        return Number(row?.['total'])
      }
      expect(await count(`owners => '{${OWN.team}}'`)).toBe(0)
    })
    const found = await stage.as('manager', async (tx) => {
      await give(tx, ID.ledger)
      const [row] = await tx`select
        public.find_records('system', owners => ${`{${OWN.team}}`}::uuid[]) ->> 'total' as listed,
        public.find_records('system', conditions => ${JSON.stringify({
          match: 'all',
          conditions: [{ field: 'owner', operator: 'is', values: [OWN.team] }],
        })}::text::jsonb) ->> 'total' as by_condition`
      return { ...row }
    })
    expect(found).toEqual({ listed: '1', by_condition: '1' })
  })

  it('comes back with a record from the bin, or is gone with its team', async () => {
    const restored = (deletesTeam: boolean) =>
      stage.as('manager', async (tx) => {
        await give(tx, ID.archive)
        await tx`select public.delete_records('system', ${`{${ID.archive}}`}::uuid[])`
        if (deletesTeam) await tx`select public.delete_team(${OWN.team})`
        await tx`select public.restore_from_bin(${`{${ID.archive}}`}::uuid[])`
        return ownersOf(tx, ID.archive)
      })
    expect(await restored(false)).toEqual({ owner_id: null, team_id: OWN.team })
    expect(await restored(true)).toEqual({ owner_id: null, team_id: null })
  })
})

describe('a team that owns 3,000 records', () => {
  const arrange = (tx: Tx) =>
    tx`insert into public.systems (name, team_id) select 'Many ' || n, ${OWN.team} from generate_series(1, 3000) as n`

  it('passes them on at once when it is merged, and each says so in its history', async () => {
    await stage.as('manager', async (tx) => {
      await arrange(tx)
      const [into] = await tx<{ id: string }[]>`select public.save_team('Team Legal', '{}'::uuid[]) as id`
      const [merged] = await tx`select public.delete_team(${OWN.team}, ${into?.id ?? ''}) as count`
      expect(merged).toEqual({ count: 3000 })
      const [lines] = await tx`select count(*)::int from public.record_history
        where field = 'owner_id' and after ->> 'name' = 'Team Legal' and before ->> 'name' = 'Team Finance'`
      expect(lines).toEqual({ count: 3000 })
    })
  })

  it('leaves them to a member, or without an owner, when it is deleted', async () => {
    const left = (receiver: string | null) =>
      stage.as('manager', async (tx) => {
        await arrange(tx)
        await tx`select public.delete_team(${OWN.team}, null, ${receiver}::uuid)`
        return (
          await tx`select from public.systems where owner_id is not distinct from ${receiver}::uuid
          and name like 'Many %'`
        ).count
      })
    expect(await left(ID.viewer)).toBe(3000)
    expect(await left(null)).toBe(3000)
    await expect(left(ID.rival)).rejects.toMatchObject({ detail: 'member.unknown' })
  })
})

describe('a handover to a team', () => {
  const named = { kind: 'system', id: ID.archive, part: 'owner' }
  const arrange = (tx: Tx) =>
    tx`update public.systems set owner_id = ${ID.colleague} where id in (${ID.archive}, ${ID.ledger})`

  it.each<[string, object]>([
    [
      'of single records',
      {
        records: [
          { ...named, team: OWN.team },
          { ...named, id: ID.ledger, team: OWN.team },
        ],
      },
    ],
    ['of the rest', { rest: { team: OWN.team } }],
  ])('%s makes it their owner at once, asks nobody, and stands in the history', async (_, wishes) => {
    await stage.as('admin', async (tx) => {
      await arrange(tx)
      await remove(tx, ID.colleague, wishes)
      for (const id of [ID.archive, ID.ledger])
        expect(await ownersOf(tx, id)).toEqual({ owner_id: null, team_id: OWN.team })
      expect(
        await tx`select from public.handovers where receiver_id is null and part = 'owner' and record_id = ${ID.ledger}`,
      ).toHaveLength(0)
      const [line] = await tx`
        select after from public.record_history where field = 'handover' and record_id = ${ID.ledger}`
      expect(line?.['after']).toMatchObject({
        part: 'owner',
        receiver: { id: OWN.team, name: 'Team Finance', team: true },
      })
      const [act] =
        await tx`select action, records >= 2 as many from public.acts where value = ${ID.colleague}`
      expect({ ...act }).toEqual({ action: 'handover', many: true })
    })
  })

  it.each<[string, object, object]>([
    ['a team of another account', { rest: { team: OWN.rivalTeam } }, { code: 'PT404', detail: 'team.gone' }],
    [
      'a team beside a member',
      { records: [{ ...named, team: OWN.team, receiver: ID.user }] },
      { code: '22023', detail: 'handover.shape' },
    ],
  ])('refuses %s', async (_, wishes, refusal) => {
    await expect(
      stage.as('admin', async (tx) => {
        await arrange(tx)
        await remove(tx, ID.colleague, wishes)
      }),
    ).rejects.toMatchObject(refusal)
  })
})
