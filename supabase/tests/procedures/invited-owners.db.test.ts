import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Actor, ID } from '../support/cast.ts'
import { become, openStage, outcomeOf, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

type Tx = postgres.TransactionSql

const KINDS = [
  { kind: 'system', table: 'systems', mine: ID.billing },
  { kind: 'solution', table: 'solutions', mine: ID.portal },
  { kind: 'agent', table: 'agents', mine: ID.helper },
  { kind: 'automation', table: 'automations', mine: ID.invoices },
] as const

const LOU = { id: ID.invitationOfUnplaced, name: 'Lou', invited: true }

/** Makes `unplaced`, who is invited, the owner of a record of each kind. */
async function giveToLou(tx: Tx): Promise<void> {
  for (const { table, mine } of KINDS)
    await tx.unsafe(
      `update public.${table} set invited_owner_id = '${ID.invitationOfUnplaced}' where id = '${mine}'`,
    )
}

/** Owner and invited owner of the records, as the present actor reads them. */
async function ownersOf(tx: Tx): Promise<unknown[]> {
  const owners: unknown[] = []
  for (const { table, mine } of KINDS) {
    const [row] = await tx.unsafe(
      `select owner_id, invited_owner_id from public.${table} where id = '${mine}'`,
    )
    owners.push([row?.['owner_id'], row?.['invited_owner_id']])
  }
  return owners
}

/** The lines about a record's owner in the history, oldest first. */
async function toldOf(tx: Tx, record: string): Promise<unknown[]> {
  const lines = await tx`
    select before, after, changed_by from public.record_history
    where record_id = ${record} and field = 'owner_id' order by changed_at`
  return lines.map(({ before, after, changed_by }) => [before, after, changed_by])
}

const nobody = KINDS.map(() => [null, null])
const invited = (id: string) => KINDS.map(() => [null, id])

describe('an invited person who owns records', () => {
  it('has them as soon as they join, which the history says by name', async () => {
    const [token] = await stage.admin`select private.invitation_token(${ID.invitationOfUnplaced}) as token`
    const seen = await stage.as('user', async (tx) => {
      await giveToLou(tx)
      const before = await ownersOf(tx)
      await become(tx, 'unplaced')
      await tx`select public.accept_invitation(${String(token?.['token'])}, 'lou@gmail.com')`
      const told = []
      for (const { mine } of KINDS) told.push(await toldOf(tx, mine))
      return { before, after: await ownersOf(tx), told }
    })
    expect(seen.before).toEqual(invited(ID.invitationOfUnplaced))
    expect(seen.after).toEqual(KINDS.map(() => [ID.unplaced, null]))
    expect(seen.told).toEqual(
      KINDS.map(() => [
        [null, LOU, ID.user],
        [LOU, ID.unplaced, ID.unplaced],
      ]),
    )
  })

  it('owns nothing any more when the invitation is revoked, whoever revoked it being named', async () => {
    const seen = await stage.as('admin', async (tx) => {
      await giveToLou(tx)
      await tx`update public.pending_invitations set declined_at = now() where id = ${ID.invitationOfUnplaced}`
      return { owners: await ownersOf(tx), told: await toldOf(tx, ID.helper) }
    })
    expect(seen.owners).toEqual(nobody)
    expect(seen.told).toEqual([
      [null, LOU, ID.admin],
      [LOU, null, ID.admin],
    ])
  })

  it.each([
    ['taken back', 'select public.withdraw_invitation($1)'],
    ['cleaned up as expired', 'select public.cleanup_expired_invitations_enhanced()'],
  ])('owns nothing any more when the invitation is %s', async (how, statement) => {
    const seen = await stage.as('admin', async (tx) => {
      await giveToLou(tx)
      await tx`set local role service_role`
      if (how !== 'taken back')
        await tx`update public.pending_invitations set expires_at = now() - interval '1 hour' where id = ${LOU.id}`
      await become(tx, 'admin')
      await tx.unsafe(statement, statement.includes('$1') ? [LOU.id] : [])
      return { owners: await ownersOf(tx), told: await toldOf(tx, ID.portal) }
    })
    expect(seen.owners).toEqual(nobody)
    expect(seen.told).toEqual([
      [null, LOU, ID.admin],
      [LOU, null, ID.admin],
    ])
  })

  it('owns nothing any more when the admin who invited them may not invite any more', async () => {
    const owners = await stage.as('admin', async (tx) => {
      await giveToLou(tx)
      await become(tx, { id: ID.deputy })
      await tx`select public.secure_update_user_permission(${ID.admin}, 'manager', ${ID.acme})`
      return ownersOf(tx)
    })
    expect(owners).toEqual(nobody)
  })

  it('is distinguished in the history from a person of the same name', async () => {
    await stage.as('service', async (tx) => {
      await tx`update public.pending_invitations set name = 'Lou' where id = ${ID.invitation}`
      for (const invitation of [ID.invitationOfUnplaced, ID.invitation])
        await tx`update public.systems set invited_owner_id = ${invitation} where id = ${ID.billing}`
      expect(await toldOf(tx, ID.billing)).toEqual([
        [null, LOU, null],
        [LOU, { ...LOU, id: ID.invitation }, null],
      ])
    })
  })

  it('goes on owning with a new link, of which the history says nothing', async () => {
    const seen = await stage.as('admin', async (tx) => {
      await giveToLou(tx)
      const [row] = await tx`select public.renew_invitation(${LOU.id}) ->> 'id' as id`
      return { id: String(row?.['id']), owners: await ownersOf(tx), told: await toldOf(tx, ID.billing) }
    })
    expect(seen.id).not.toBe(LOU.id)
    expect(seen.owners).toEqual(invited(seen.id))
    expect(seen.told).toEqual([[null, LOU, ID.admin]])
  })

  it('loses a record that gets a member as its owner, and takes it from one', async () => {
    const owners = await stage.as('admin', async (tx) => {
      await giveToLou(tx)
      await tx`update public.systems set owner_id = ${ID.user} where id = ${ID.billing}`
      const [given] = await ownersOf(tx)
      await tx`update public.systems set invited_owner_id = ${ID.invitation} where id = ${ID.billing}`
      return [given, (await ownersOf(tx))[0]]
    })
    expect(owners).toEqual([
      [ID.user, null],
      [null, ID.invitation],
    ])
  })

  it('is never owner beside a member', async () => {
    const both = `insert into public.systems (name, owner_id, invited_owner_id)
      values ('Both', '${ID.user}', '${ID.invitation}')`
    expect(await stage.outcome('admin', both)).toEqual({ refused: '23514' })
  })
})

describe('an invitation that is over', () => {
  it.each([
    ['accepted', 'accepted_at = now()'],
    ['revoked', 'declined_at = now()'],
    ['expired', `expires_at = now() - interval '1 second'`],
  ])('makes nobody an owner (%s)', async (_state, end) => {
    for (const statement of [
      `update public.systems set invited_owner_id = '${LOU.id}' where id = '${ID.billing}'`,
      `insert into public.systems (name, invited_owner_id) values ('New', '${LOU.id}')`,
    ]) {
      const outcome = await stage.as('service', async (tx) => {
        await tx.unsafe(`update public.pending_invitations set ${end} where id = '${LOU.id}'`)
        await become(tx, 'user')
        return outcomeOf(tx.unsafe(statement))
      })
      expect(outcome).toEqual({ refused: '23503' })
    }
  })

  it('comes back with no record that the server puts back', async () => {
    const owner = await stage.as('service', async (tx) => {
      await tx`update public.pending_invitations set declined_at = now() where id = ${LOU.id}`
      const [row] = await tx`
        insert into public.systems (account_id, name, invited_owner_id) values (${ID.acme}, 'Back', ${LOU.id})
        returning invited_owner_id`
      return row?.['invited_owner_id']
    })
    expect(owner).toBeNull()
  })
})

it('gives nothing more to a person who is just joining, without a deadlock', async () => {
  const give = `update public.systems set invited_owner_id = '${LOU.id}' where id = '${ID.billing}'`
  const outcome = await stage.admin
    .begin(async (tx) => {
      await tx`select from public.pending_invitations where id = ${LOU.id} for update`
      const refused = await stage.outcome('user', give)
      throw new Error(JSON.stringify(refused))
    })
    .catch((error: unknown) => (error instanceof Error ? JSON.parse(error.message) : null))
  expect(outcome).toEqual({ refused: '23503' })
  expect(await stage.outcome('user', give)).toBe(1)
})

describe('find_records', () => {
  const found = async (tx: Tx, filter: string) => {
    const [row] = await tx.unsafe(`select public.find_records('system', ${filter}) -> 'items' as items`)
    return z
      .array(z.looseObject({ id: z.string() }))
      .parse(row?.['items'])
      .map(({ id }) => id)
  }
  const ofLou = `owners => '{${LOU.id}}'`

  it('finds the records of an invited owner, which are not without an owner until the invitation ends', async () => {
    const seen = await stage.as('admin', async (tx) => {
      await giveToLou(tx)
      const before = [await found(tx, ofLou), await found(tx, 'without_owner => true')]
      await tx`update public.pending_invitations set declined_at = now() where id = ${LOU.id}`
      return { before, after: [await found(tx, ofLou), await found(tx, 'without_owner => true')] }
    })
    expect(seen.before).toEqual([[ID.billing], [ID.ledger]])
    expect(seen.after).toEqual([[], [ID.billing, ID.ledger]])
  })
})

describe('an account that is deleted', () => {
  it('deletes inviters, invited people and their records with it', async () => {
    const left = await stage.as('user', async (tx) => {
      await giveToLou(tx)
      await become(tx, 'service')
      await tx`delete from public.accounts where id = ${ID.acme}`
      return tx`
        select from public.systems where account_id = ${ID.acme}
        union all select from public.pending_invitations where account_id = ${ID.acme}
        union all select from public.record_history where account_id = ${ID.acme}`
    })
    expect(left).toHaveLength(0)
  })
})

describe('get_invited_people', () => {
  const namesFor = (tx: Tx) =>
    tx`select id, name from public.get_invited_people()`.then((rows) => rows.map((row) => ({ ...row })))

  it('names all invited people to members who may give records, and to viewers those who own some', async () => {
    const seen = await stage.as('user', async (tx) => {
      await giveToLou(tx)
      const forUser = await namesFor(tx)
      await become(tx, 'viewer')
      return { forUser, forViewer: await namesFor(tx) }
    })
    const lou = { id: LOU.id, name: 'Lou' }
    expect(seen.forUser).toEqual([{ id: ID.invitation, name: 'Ivy Invited' }, lou])
    expect(seen.forViewer).toEqual([lou])
  })

  it.each<[Actor, unknown[]]>([
    ['rival', [{ id: ID.rivalInvitation, name: 'Zed' }]],
    ['unplaced', []],
    ['former', []],
  ])('names nobody of another account to %s', async (actor, expected) => {
    expect(await stage.as(actor, namesFor)).toEqual(expected)
  })
})
