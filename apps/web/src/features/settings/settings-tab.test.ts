import { expect, it } from 'vitest'
import { SETTINGS_TABS, settingsTabOf, settingsTabsOf } from './settings-tab.ts'

it('[SET-03] has its tabs in their order, that of the archive for admins alone', () => {
  expect(settingsTabsOf({ permissionLevel: 'admin' })).toEqual([
    'notifications',
    'security',
    'appearance',
    'connections',
    'assistants',
    'features',
    'fields',
    'tags',
    'tokens',
    'archive',
    'licenses',
  ])
  for (const permissionLevel of ['viewer', 'user', 'manager'] as const)
    expect(settingsTabsOf({ permissionLevel })).toEqual(SETTINGS_TABS.filter((tab) => tab !== 'archive'))
})

it('[SET-01] shows the tab that the address asks for', () => {
  for (const tab of SETTINGS_TABS)
    expect(settingsTabOf(new URLSearchParams({ tab }), SETTINGS_TABS)).toBe(tab)
})

it('[SET-02] shows the notifications where the address asks for nothing that there is', () => {
  expect(settingsTabOf(new URLSearchParams(), SETTINGS_TABS)).toBe('notifications')
  expect(settingsTabOf(new URLSearchParams('tab=__proto__'), SETTINGS_TABS)).toBe('notifications')
  const tabs = settingsTabsOf({ permissionLevel: 'manager' })
  expect(settingsTabOf(new URLSearchParams('tab=archive'), tabs)).toBe('notifications')
})
