import { describe, expect, test } from 'vitest'
import { fakeService, json, ME } from '../fake-service.ts'

const service = fakeService()

const PAGE_ROWS = 30

const row = (number: number) => ({
  id: `n${number}`,
  number,
  kind: 'owner_assigned',
  actor_id: ME,
  actor_name: 'Ada Example',
  actor_avatar: null,
  record_kind: 'system',
  record_id: 's1',
  record_name: 'Billing',
  payload: {},
  created_at: '2026-01-02T03:04:05Z',
  read_at: null,
})
/** The newest first, from the given number down. */
const rows = (from: number, count: number) => Array.from({ length: count }, (_, index) => row(from - index))

describe('[OPEN-02] the notifications', () => {
  test('come in pages, each after the last of the one before', async () => {
    service.answer('POST /rest/v1/rpc/get_my_notifications', () => json(rows(99, PAGE_ROWS + 1)))
    const { notifications } = await service.openSignedIn()
    const first = await notifications.page({ unreadOnly: false, after: null })
    expect(first.items).toHaveLength(PAGE_ROWS)
    expect(first.next).toEqual({ number: 70, id: 'n70' })
    service.answer('POST /rest/v1/rpc/get_my_notifications', () => json(rows(69, 2)))
    const second = await notifications.page({ unreadOnly: true, after: first.next })
    expect(second).toMatchObject({ items: [{ id: 'n69' }, { id: 'n68' }], next: null })
    expect(service.sent().map(({ body }) => body)).toEqual([
      { result_limit: PAGE_ROWS + 1, unread_only: false },
      { result_limit: PAGE_ROWS + 1, unread_only: true, before_number: 70, before_id: 'n70' },
    ])
  })

  test('say what each kind has, and nothing of what it does not have', async () => {
    service.answer('POST /rest/v1/rpc/get_my_notifications', () =>
      json([
        { ...row(3), kind: 'record_changed', payload: { fields: ['name'] } },
        {
          ...row(2),
          kind: 'level_changed',
          record_kind: null,
          record_id: null,
          record_name: null,
          payload: { new_permission: 'admin' },
        },
        {
          ...row(1),
          kind: 'member_joined',
          actor_id: null,
          actor_name: null,
          payload: { name: 'Bo Sample' },
        },
      ]),
    )
    const { notifications } = await service.openSignedIn()
    const { items } = await notifications.page({ unreadOnly: false, after: null })
    expect(items).toMatchObject([
      { fields: ['name'], level: null, newcomer: null, record: { kind: 'system', name: 'Billing' } },
      { fields: [], level: 'admin', record: null, isRead: false },
      { actor: null, newcomer: 'Bo Sample' },
    ])
  })

  test('are marked one by one or all', async () => {
    service.answer('PATCH /rest/v1/notifications', () => new Response(null, { status: 204 }))
    service.answer('POST /rest/v1/rpc/mark_all_notifications_read', () => json(3))
    const { notifications } = await service.openSignedIn()
    await notifications.markRead('n1')
    await notifications.markAllRead()
    expect(service.calls()).toEqual([
      'PATCH /rest/v1/notifications?id=eq.n1',
      'POST /rest/v1/rpc/mark_all_notifications_read',
    ])
  })
})
