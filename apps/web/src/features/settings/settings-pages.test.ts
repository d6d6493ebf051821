import type { PermissionLevel } from '@cairn/workspace/port/permission-level'
import { expect, it } from 'vitest'
import { missingRank, pathOfTab, settingsMenuOf, settingsPageOf } from './settings-pages.ts'

const menuOf = (permissionLevel: PermissionLevel) =>
  Object.fromEntries(settingsMenuOf({ kind: 'member', permissionLevel }))
const YOU = ['profile', 'notifications', 'security', 'tokens', 'connected-apps']

it('[SET-03] offers an admin every page, in three groups', () => {
  expect(menuOf('admin')).toEqual({
    you: YOU,
    account: ['general', 'people', 'invitations', 'fields', 'tags', 'features', 'archive', 'licenses'],
    integrations: ['connections', 'assistants', 'webhooks', 'api', 'sources', 'monitoring'],
  })
})

it('offers the other levels the pages on which they can change something', () => {
  expect(menuOf('manager')).toEqual({
    you: YOU,
    account: ['tags'],
    integrations: ['connections', 'assistants', 'api', 'sources'],
  })
  expect(menuOf('user')).toEqual({ you: YOU, integrations: ['connections', 'assistants', 'api'] })
  expect(menuOf('viewer')).toEqual({ you: YOU, integrations: ['assistants', 'api'] })
})

it('shows guests what they could set up, and nothing of other people', () => {
  const guest = { kind: 'guest', permissionLevel: 'viewer' } as const
  expect(Object.fromEntries(settingsMenuOf(guest))).toEqual({
    you: YOU,
    account: ['general', 'fields', 'tags', 'features', 'licenses'],
    integrations: ['connections', 'assistants', 'webhooks', 'api'],
  })
  expect(missingRank('archive', guest)).toBe('admin')
})

it('[SET-02] shows the notifications where the address names no page', () => {
  expect(settingsPageOf(undefined)).toBe('notifications')
  expect(settingsPageOf('webhooks')).toBe('webhooks')
  expect(settingsPageOf('__proto__')).toBeNull()
})

it('[SET-01] leads an address with a tab to its page, with all else that it says', () => {
  const leadsTo = (search: string, hash = '') => pathOfTab({ search, hash })
  for (const tab of ['notifications', 'security', 'connections', 'features', 'licenses', 'tokens'])
    expect(leadsTo(`?tab=${tab}`)).toEqual({ pathname: `/settings/${tab}`, search: '', hash: '' })
  expect(leadsTo('?tab=appearance')?.pathname).toBe('/settings/general')
  expect(leadsTo('?tab=security&view=log', '#top')).toEqual({
    pathname: '/settings/security',
    search: 'view=log',
    hash: '#top',
  })
  expect(leadsTo('?tab=nothing')?.pathname).toBe('/settings/notifications')
  expect(leadsTo('?view=log')).toBeNull()
})
