import { expect, it } from 'vitest'
import { SETTINGS_TABS, settingsTabOf } from './settings-tab.ts'

it('[SET-03] has seven tabs, in their order', () => {
  expect(SETTINGS_TABS).toEqual([
    'notifications',
    'security',
    'appearance',
    'connections',
    'features',
    'fields',
    'tags',
    'licenses',
  ])
})

it('[SET-01] shows the tab that the address asks for', () => {
  for (const tab of SETTINGS_TABS) expect(settingsTabOf(new URLSearchParams({ tab }))).toBe(tab)
})

it('[SET-02] shows the notifications where the address asks for nothing that there is', () => {
  expect(settingsTabOf(new URLSearchParams())).toBe('notifications')
  expect(settingsTabOf(new URLSearchParams('tab=__proto__'))).toBe('notifications')
})
