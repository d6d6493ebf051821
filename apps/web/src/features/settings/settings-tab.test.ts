import type { PermissionLevel } from '@cairn/workspace/port/permission-level'
import { expect, it } from 'vitest'
import { SETTINGS_TABS, settingsTabOf, settingsTabsOf } from './settings-tab.ts'

const member = (permissionLevel: PermissionLevel) => settingsTabsOf({ kind: 'member', permissionLevel })

it('[SET-03] has its tabs in their order, those of webhooks and the archive for admins alone', () => {
  expect(member('admin')).toEqual([
    'notifications',
    'security',
    'appearance',
    'connections',
    'assistants',
    'features',
    'fields',
    'tags',
    'tokens',
    'webhooks',
    'archive',
    'licenses',
  ])
  for (const permissionLevel of ['viewer', 'user', 'manager'] as const)
    expect(member(permissionLevel)).toEqual(
      SETTINGS_TABS.filter((tab) => tab !== 'archive' && tab !== 'webhooks'),
    )
})

it('shows guests what webhooks look like', () => {
  expect(settingsTabsOf({ kind: 'guest', permissionLevel: 'viewer' })).toEqual(
    SETTINGS_TABS.filter((tab) => tab !== 'archive'),
  )
})

it('[SET-01] shows the tab that the address asks for', () => {
  for (const tab of SETTINGS_TABS)
    expect(settingsTabOf(new URLSearchParams({ tab }), SETTINGS_TABS)).toBe(tab)
})

it('[SET-02] shows the notifications where the address asks for nothing that there is', () => {
  expect(settingsTabOf(new URLSearchParams(), SETTINGS_TABS)).toBe('notifications')
  expect(settingsTabOf(new URLSearchParams('tab=__proto__'), SETTINGS_TABS)).toBe('notifications')
  const tabs = member('manager')
  expect(settingsTabOf(new URLSearchParams('tab=archive'), tabs)).toBe('notifications')
})
