import i18n, { type TFunction } from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { disabledFeatureOf } from './disabled-feature.ts'

let t: TFunction
beforeAll(async () => {
  t = await i18n.init({ lng: 'en', resources: {}, keySeparator: false, nsSeparator: false })
})

describe('disabledFeatureOf', () => {
  it('[SHELL-24] takes the feature that the navigation carries', () => {
    expect(disabledFeatureOf('/anything', { disabledFeature: 'Agents' }, t)).toBe('Agents')
  })

  it('[SHELL-25] [SHELL-27] [DIS-07] [DIS-24] finds it in the address', () => {
    expect(disabledFeatureOf('/knowledge/7', null, t)).toBe('Knowledge Base')
    expect(disabledFeatureOf('/questions/7/edit', null, t)).toBe('Q&A')
    expect(disabledFeatureOf('/systems/7', null, t)).toBe('Systems')
    expect(disabledFeatureOf('/processes/new', null, t)).toBe('Processes')
  })

  it('[SHELL-28] finds none in any other path', () => {
    expect(disabledFeatureOf('/nowhere', null, t)).toBeNull()
    expect(disabledFeatureOf('/x/systems', { disabledFeature: 7 }, t)).toBeNull()
  })
})
