import { FEATURE_NAMES } from '@cairn/workspace/port/features'
import i18n, { type TFunction } from 'i18next'
import { beforeAll, expect, it } from 'vitest'
import { featureLabel } from './feature-label.ts'

let t: TFunction
beforeAll(async () => {
  t = await i18n.init({ lng: 'en', resources: {}, keySeparator: false, nsSeparator: false })
})

it('[SET-24, DIS-11, DIS-12] the features have their names of the settings, in their order', () => {
  expect(FEATURE_NAMES.map((name) => featureLabel(name, t))).toEqual([
    'Systems',
    'Automations',
    'AI Agents',
    'Solutions',
    'Knowledge Base',
    'Q&A Forum',
  ])
})
