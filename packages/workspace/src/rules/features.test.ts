import { describe, expect, test } from 'vitest'
import { DEFAULT_FEATURES, featureRows, featureSwitches, isTemporary } from './features.ts'

describe('the feature switches', () => {
  test('[SET-23, 25, 26, 32] are six, as usual until somebody stores them', () => {
    const rows = featureRows(new Map())
    expect(rows.map(({ name, enabled }) => [name, enabled])).toEqual([
      ['systems', true],
      ['automations', true],
      ['agents', true],
      ['solutions', true],
      ['knowledge_base', false],
      ['q_and_a', false],
    ])
    expect(rows.every(isTemporary)).toBe(true)
  })

  test('[SET-29, 30] follow the stored rows, but for what is not there yet', () => {
    const rows = featureRows(
      new Map([
        ['agents', { id: 'a1', enabled: false }],
        ['q_and_a', { id: 'q1', enabled: true }],
        ['processes', { id: 'p1', enabled: true }],
      ]),
    )
    expect(rows).toContainEqual({ id: 'a1', name: 'agents', enabled: false })
    expect(rows).toContainEqual({ id: 'q1', name: 'q_and_a', enabled: false })
    expect(rows.filter((row) => !isTemporary(row))).toHaveLength(2)
    expect(featureSwitches(rows)).toEqual({ ...DEFAULT_FEATURES, agents: false })
  })
})
