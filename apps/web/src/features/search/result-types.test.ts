import i18n, { type TFunction } from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { resultPath } from './result-path.ts'
import { SEARCH_TABS, tabLabel, tabOf, typeLabel } from './result-types.ts'

let t: TFunction
beforeAll(async () => {
  t = await i18n.init({ lng: 'en', resources: {}, keySeparator: false, nsSeparator: false })
})

describe('a search result', () => {
  test('[SRCH-07, GAP-32] has a tab for its type, the specified ones first', () => {
    expect(SEARCH_TABS.map((tab) => tabLabel(tab, t))).toEqual([
      'All',
      'Knowledge',
      'Process',
      'Q&A',
      'System',
      'Solution',
      'Agent',
      'Automation',
      'Person',
    ])
  })

  test('[SRCH-14] names its type', () => {
    const types = ['knowledge', 'process', 'qa', 'system'] as const
    expect(types.map((type) => typeLabel(type, t))).toEqual(['Knowledge Base', 'Process', 'Q&A', 'System'])
  })

  test('is on the tab that the address names, and on the one of all types for an unknown word', () => {
    expect(tabOf(new URLSearchParams('tab=qa'))).toBe('qa')
    expect(tabOf(new URLSearchParams('tab=everything'))).toBe('all')
    expect(tabOf(new URLSearchParams(''))).toBe('all')
  })

  test('[SRCH-09, 10, 11, 12, 13, GAP-32] leads to the details where they have an address', () => {
    const path = (type: Parameters<typeof resultPath>[0]['type'], link: string) =>
      resultPath({ type, id: 'a1', link })
    expect(path('knowledge', '/knowledge/a1')).toBe('/knowledge/a1')
    expect(path('process', '/processes')).toBe('/processes')
    expect(path('qa', '/questions')).toBe('/questions')
    expect(path('system', '/systems')).toBe('/systems?id=a1')
    expect(path('solution', '/solutions')).toBe('/solutions?id=a1')
    expect(path('agent', '/agents')).toBe('/agents?id=a1')
    expect(path('automation', '/automations')).toBe('/automations?id=a1')
    expect(path('person', '/team/a1')).toBe('/team/a1')
  })
})
