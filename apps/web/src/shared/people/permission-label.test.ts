import i18n, { type TFunction } from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { permissionDescription, permissionLabel } from './permission-label.ts'

let t: TFunction
beforeAll(async () => {
  t = await i18n.init({ lng: 'en', resources: {}, keySeparator: false, nsSeparator: false })
})

test('[OPEN-09] each permission level has its name, and says what it allows', () => {
  const levels = ['viewer', 'user', 'manager', 'admin'] as const
  expect(levels.map((level) => [permissionLabel(level, t), permissionDescription(level, t)])).toEqual([
    ['Viewer', 'Can view content but cannot make changes.'],
    ['User', 'Can view and create content.'],
    ['Manager', 'Can view, create, and manage content and users.'],
    ['Admin', 'Has full access to all features.'],
  ])
})
