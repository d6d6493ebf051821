import { newSystem, SYSTEM } from '@cairn/workspace/contract/examples'
import { EVERY_RECORD } from '@cairn/workspace/port/records/records'
import { describe, expect, test } from 'vitest'
import { ACCOUNT, columnsOf, counted, fakeService, json, ME, rowOf, selectOf } from '../fake-service.ts'

const input = newSystem({ name: 'Billing', description: '', ownerId: null })

const row = (name: string) => ({
  ...rowOf(SYSTEM),
  id: `id-${name}`,
  name,
  description: null,
  details: null,
  created_at: '2026-01-02T03:04:05Z',
  updated_at: '2026-01-02T03:04:05Z',
})
const COLUMNS = selectOf(row('any'))

const service = fakeService()

describe('the systems', () => {
  const systemsOf = (path: string) => service.calls().filter((call) => call.startsWith(path))

  test('[CALL-15][SYS-11] reads the first of the account by name, and how many there are', async () => {
    service.answer('GET /rest/v1/systems', () => counted([row('Archive'), row('Billing')], 1200))
    const { systems } = await service.openSignedIn()
    const { items, total } = await systems.list()
    expect(items.map(({ name }) => name)).toEqual(['Archive', 'Billing'])
    expect(total).toBe(1200)
    expect(systemsOf('GET /rest/v1/systems')).toEqual([
      `GET /rest/v1/systems?select=${COLUMNS}&account_id=eq.${ACCOUNT}&order=name.asc&limit=100`,
    ])
  })

  test('asks the database for what it filters and orders, from a row on', async () => {
    service.answer('POST /rest/v1/rpc/find_records', () => json({ total: 101, items: [row('Billing')] }))
    const { systems } = await service.openSignedIn()
    expect(
      await systems.find({ ...EVERY_RECORD, text: '50%', order: { by: 'owner', descending: true } }, 100),
    ).toMatchObject({
      items: [{ name: 'Billing' }],
      total: 101,
    })
    await systems.find(EVERY_RECORD, 0)
    await systems.find({ ...EVERY_RECORD, statuses: ['deprecated'], owners: [ME, null, 'nobody'] }, 0)
    expect(service.sent().map(({ body }) => body)).toEqual([
      { kind: 'system', query: '50%', sort: 'owner', descending: true, skip: 100 },
      { kind: 'system', query: '', sort: 'usual', descending: false, skip: 0 },
      {
        ...{ kind: 'system', query: '', sort: 'usual', descending: false, skip: 0 },
        ...{ statuses: ['deprecated'], owners: [ME], without_owner: true },
      },
    ])
  })

  test('reads single ones by id, and asks for nothing that is no id', async () => {
    service.answer('GET /rest/v1/systems', () => json([row('Billing')]))
    const { systems } = await service.openSignedIn()
    expect(await systems.byIds(['anything'])).toEqual([])
    expect(systemsOf('GET')).toEqual([])
    expect(await systems.byIds([ACCOUNT, 'anything'])).toMatchObject([{ name: 'Billing' }])
    expect(systemsOf('GET')).toEqual([
      `GET /rest/v1/systems?select=${COLUMNS}&id=in.(${ACCOUNT})&order=name.asc`,
    ])
  })

  test('[CALL-32][SYS-18][DATA-24][DATA-25] adds one as active, created by the caller', async () => {
    service.answer('POST /rest/v1/systems', () => json(row('Billing'), 201))
    const { systems } = await service.openSignedIn()
    const added = await systems.add(input)
    expect(added).toMatchObject({
      name: 'Billing',
      description: '',
      details: {},
      createdAt: new Date('2026-01-02T03:04:05Z'),
    })
    expect(service.sent().at(-1)?.body).toEqual({
      ...columnsOf(input),
      name: 'Billing',
      description: '',
      owner_id: null,
      created_by: ME,
      status: 'active',
      account_id: ACCOUNT,
    })
  })

  test('[CALL-33][GAP-12] changes one by id, its status included', async () => {
    service.answer('PATCH /rest/v1/systems', () => json([row('Billing')]))
    const { systems } = await service.openSignedIn()
    const change = { ...input, description: 'new', ownerId: ME, status: 'deprecated' as const }
    expect(await systems.update('s1', change, '2026-01-02T03:04:05.678901+00:00')).toMatchObject({
      kind: 'saved',
    })
    expect(service.sent()).toMatchObject([
      {
        call: `PATCH /rest/v1/systems?id=eq.s1&updated_at=eq.2026-01-02T03:04:05.678901+00:00&select=${COLUMNS}`,
        body: {
          name: 'Billing',
          description: 'new',
          owner_id: ME,
          status: 'deprecated',
          updated_at: expect.any(String),
        },
      },
    ])
  })

  test('tells one that others have changed or deleted from one that may not be changed', async () => {
    service.answer('PATCH /rest/v1/systems', () => json([]))
    const { systems } = await service.openSignedIn()
    const change = { ...input, status: 'active' as const }
    const update = () => systems.update('s1', change, row('Billing').updated_at)
    service.answer('GET /rest/v1/systems', () =>
      json([{ ...row('Billing'), updated_at: '2026-01-03T00:00:00Z' }]),
    )
    expect(await update()).toMatchObject({ kind: 'changed', current: { name: 'Billing' } })
    service.answer('GET /rest/v1/systems', () => json([]))
    expect(await update()).toEqual({ kind: 'gone' })
    service.answer('GET /rest/v1/systems', () => json([row('Billing')]))
    await expect(update()).rejects.toMatchObject({ kind: 'not-found' })
  })

  test('[CALL-34] deletes one by id, and notices when nothing was deleted', async () => {
    service.answer('DELETE /rest/v1/systems', () => json([]))
    const { systems } = await service.openSignedIn()
    await expect(systems.remove('s1')).rejects.toMatchObject({ kind: 'not-found' })
    expect(service.calls()).toEqual(['DELETE /rest/v1/systems?id=eq.s1&select=id'])
  })

  test('[CALL-32] send nothing of fields, tags and links where none were entered', async () => {
    service.answer('POST /rest/v1/systems', () => json(row('Billing'), 201))
    const { systems } = await service.openSignedIn()
    await systems.add({ ...input, fields: {}, tags: [], links: [] })
    const given = { fields: { vendor: 'SAP', 'own.seats': 7 }, tags: ['t1'], links: [] }
    await systems.add({ ...input, ...given })
    const [bare, full] = service.sent().flatMap(({ call, body }) => (call.startsWith('POST') ? [body] : []))
    for (const column of ['vendor', 'own', 'tags', 'links']) expect(bare).not.toHaveProperty(column)
    expect(full).toMatchObject({ vendor: 'SAP', own: { seats: 7 }, tags: ['t1'] })
    expect(full).not.toHaveProperty('links')
  })

  test('names the conflict of a taken name', async () => {
    service.answer('POST /rest/v1/systems', () =>
      json({ code: '23505', message: 'duplicate key value' }, 409),
    )
    const { systems } = await service.openSignedIn()
    await expect(systems.add(input)).rejects.toMatchObject({
      kind: 'conflict',
      message: 'A system with this name already exists.',
    })
  })

  test('[CALL-19][CALL-41][CALL-42] reads, adds and removes experts', async () => {
    service.answer('GET /rest/v1/system_experts', () => json([{ expert_id: 'p1' }]))
    service.answer('POST /rest/v1/system_experts', () => new Response(null, { status: 201 }))
    service.answer('DELETE /rest/v1/system_experts', () => json({ expert_id: 'p1' }))
    const { systems } = await service.openSignedIn()
    expect(await systems.experts('s1')).toEqual(['p1'])
    await systems.addExpert('s1', 'p2')
    await systems.removeExpert('s1', 'p1')
    expect(service.sent().filter(({ call }) => call.includes('system_experts'))).toEqual([
      { call: 'GET /rest/v1/system_experts?select=expert_id&system_id=eq.s1', body: null },
      { call: 'POST /rest/v1/system_experts', body: { system_id: 's1', expert_id: 'p2', assigned_by: ME } },
      { call: 'DELETE /rest/v1/system_experts?system_id=eq.s1&expert_id=eq.p1&select=expert_id', body: null },
    ])
  })
})
