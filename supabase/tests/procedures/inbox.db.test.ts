import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, confirmPerson, ID } from '../support/cast.ts'
import { OWN } from '../support/own-rows.ts'
import { openStage, outcomeOf, type Stage } from '../support/stage.ts'

const NEWCOMER = '00000000-0000-4000-8000-0000000000d1'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  await stage.admin.unsafe(`
    update public.automations set owner_id = '${ID.user}' where id = '${ID.invoices}';
    update public.heartbeats set trouble = 'failing', trouble_since = '2026-01-02T03:04:05Z'
    where record_id in ('${ID.invoices}', '${ID.rivalAutomation}');
    update public.systems set renews_on = current_date + 12 where id in ('${ID.billing}', '${ID.ledger}');
    update public.systems set renews_on = current_date + 61 where id = '${ID.archive}'`)
  await confirmPerson(stage.auth, {
    id: NEWCOMER,
    email: 'nia@acme.test',
    metadata: { name: 'Nia Newcomer' },
  })
  await stage.admin`insert into private.waiting_newcomers (account_id, user_id) values (${ID.acme}, ${NEWCOMER})`
})
afterAll(() => stage?.close())

interface Line {
  reason: string
  kind: string | null
  record_id: string | null
  record_name: string | null
  person: string | null
  amount: number
  details: Record<string, unknown>
}

async function inbox(actor: Actor, before = 'select 1', limit = 100) {
  const [row] = await stage.as(actor, async (tx) => {
    await tx.unsafe(before)
    return tx<
      { answer: { total: number; lines: Line[]; snoozed: Line[] } }[]
    >`select public.get_inbox(${limit}) as answer`
  })
  if (!row) throw new Error('It answers with one row.')
  return row.answer
}

const reasons = ({ lines }: { lines: Line[] }) =>
  lines.map(({ reason, record_name: record, person }) => `${reason} ${record ?? person ?? ''}`.trim())

describe('get_inbox', () => {
  it('names what waits for the owner, the most urgent first', async () => {
    const { total, lines } = await inbox('user')
    expect(reasons({ lines })).toEqual([
      'handover Archive',
      'suggestion Billing',
      'late Invoices',
      'renewal Billing',
    ])
    expect(total).toBe(4)
    expect(lines).toMatchObject([
      { kind: 'system', record_id: ID.archive, person: 'Fay Former', amount: 1, details: { part: 'owner' } },
      { kind: 'system', record_id: ID.billing, details: { field: 'vendor', before: '', after: 'Acme' } },
      { kind: 'automation', since: '2026-01-02T03:04:05+00:00', details: { trouble: 'failing' } },
      { details: { renews_on: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) } },
    ])
  })

  it('counts all lines where it returns fewer', async () => {
    const { total, lines } = await inbox('user', 'select 1', 1)
    expect(total).toBe(4)
    expect(reasons({ lines })).toEqual(['handover Archive'])
  })

  it('makes one line of an act that handed over several records', async () => {
    const { lines } = await inbox(
      'user',
      `set local role service_role;
      insert into public.handovers (account_id, kind, record_id, part, giver_id, giver_name, receiver_id, act)
      select account_id, 'system', '${ID.billing}', 'expert', giver_id, giver_name, receiver_id, act
      from public.handovers where receiver_id = '${ID.user}';
      set local role authenticated`,
    )
    expect(lines.filter(({ reason }) => reason === 'handover')).toMatchObject([{ amount: 2, details: {} }])
  })

  it('shows admins newcomers, found records and unknown callers, and nobody else', async () => {
    expect(reasons(await inbox('admin'))).toEqual(['newcomer Nia Newcomer', 'found', 'caller'])
    expect(reasons(await inbox('manager'))).toEqual([])
    expect(reasons(await inbox('viewer'))).toEqual([])
  })

  it('shows nothing of another account, and nothing to people without one', async () => {
    expect(reasons(await inbox('rival'))).toEqual([
      'handover Secret plans',
      'suggestion Secret plans',
      'late Secret automation',
      'found',
      'caller',
    ])
    expect(await inbox('unplaced')).toEqual({ total: 0, lines: [], snoozed: [] })
  })

  it('leaves out records whose feature is off, and records of an invited owner', async () => {
    const off = await inbox(
      'user',
      `set local role service_role;
      insert into public.app_features (account_id, feature_name, enabled) values ('${ID.acme}', 'automations', false)
      on conflict (account_id, feature_name) do update set enabled = false;
      update public.systems set invited_owner_id = '${ID.invitation}' where id = '${ID.billing}';
      set local role authenticated`,
    )
    expect(reasons(off)).toEqual(['handover Archive'])
  })
})

const snooze = (reason: string, line: string, until: string) =>
  `select public.snooze_in_inbox('${reason}', '${line}', ${until});`
const muteReason = (reason: string, muted = true) => `select public.mute_in_inbox(${muted}, '${reason}');`
const muteRecord = (kind: string, id: string, muted = true) =>
  `select public.mute_in_inbox(${muted}, kind_param => '${kind}', record_param => '${id}');`

describe('snooze_in_inbox', () => {
  const suggestion = (until: string) => snooze('suggestion', OWN.suggestion, until)

  it('takes a line out until its moment, and shows it among the snoozed ones', async () => {
    const answer = await inbox('user', suggestion(`now() + interval '1 day'`))
    expect(reasons(answer)).toEqual(['handover Archive', 'late Invoices', 'renewal Billing'])
    expect(answer.total).toBe(3)
    expect(answer.snoozed).toMatchObject([
      { reason: 'suggestion', record_name: 'Billing', snoozed_until: expect.any(String) },
    ])
  })

  it('shows the line again once the moment has come, or when it is brought back', async () => {
    const late = `${suggestion(`now() + interval '1 day'`)}
      set local role service_role; update public.inbox_snoozes set until = now(); set local role authenticated;`
    const back = suggestion(`now() + interval '1 day'`) + suggestion('null')
    for (const before of [late, back]) {
      const { total, snoozed } = await inbox('user', before)
      expect({ total, snoozed }).toEqual({ total: 4, snoozed: [] })
    }
  })

  it('puts the later moment in place of the earlier one', async () => {
    const { snoozed } = await inbox(
      'user',
      suggestion(`now() + interval '1 day'`) + suggestion(`now() + interval '7 days'`),
    )
    expect(snoozed).toHaveLength(1)
  })

  it.each([
    ['a moment that is over', suggestion(`now() - interval '1 second'`), '22023'],
    ['a moment in more than a year', suggestion(`now() + interval '367 days'`), '22023'],
    ['a line that does not wait', snooze('late', ID.archive, `now() + interval '1 day'`), 'PT404'],
  ])('refuses %s', async (_, statement, refused) => {
    expect(await outcomeOf(stage.as('user', (tx) => tx.unsafe(statement)))).toEqual({ refused })
  })
})

describe('mute_in_inbox', () => {
  it('leaves out the lines of a reason, until it is unmuted', async () => {
    expect(reasons(await inbox('user', muteReason('renewal') + muteReason('handover')))).toEqual([
      'suggestion Billing',
      'late Invoices',
    ])
    const { total } = await inbox('user', muteReason('renewal') + muteReason('renewal', false))
    expect(total).toBe(4)
  })

  it('leaves out all lines of a record but its handover, until it is unmuted', async () => {
    const billing = muteRecord('system', ID.billing)
    expect(reasons(await inbox('user', billing))).toEqual(['handover Archive', 'late Invoices'])
    expect(reasons(await inbox('user', muteRecord('system', ID.archive)))).toContain('handover Archive')
    const { total } = await inbox('user', billing + muteRecord('system', ID.billing, false))
    expect(total).toBe(4)
  })

  it('names the muted reasons and records, but none that is in the bin', async () => {
    const mutes = await stage.as('user', async (tx) => {
      await tx.unsafe(
        muteReason('late') +
          muteReason('late') +
          muteRecord('system', ID.billing) +
          muteRecord('automation', ID.invoices) +
          `delete from public.automations where id = '${ID.invoices}'`,
      )
      return tx<{ reason: string | null; record_name: string | null }[]>`
        select reason, record_name from public.get_inbox_mutes()`
    })
    expect([...mutes]).toEqual([
      { reason: 'newcomer', record_name: null },
      { reason: 'late', record_name: null },
      { reason: null, record_name: 'Billing' },
    ])
  })

  it.each([
    ['a reason that there is not', muteReason('weather'), '22023'],
    ['nothing', 'select public.mute_in_inbox(true)', '22023'],
    ['a record of another account', muteRecord('system', ID.rivalSystem), 'PT404'],
  ])('refuses %s', async (_, statement, refused) => {
    expect(await outcomeOf(stage.as('user', (tx) => tx.unsafe(statement)))).toEqual({ refused })
  })
})
