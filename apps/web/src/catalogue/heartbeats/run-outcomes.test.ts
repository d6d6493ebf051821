import { HEARTBEAT_STATES, RUN_OUTCOMES } from '@cairn/workspace/port/records/heartbeats'
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { startTranslations } from '@/i18n/setup.ts'
import { HEARTBEAT_LOOKS } from './heartbeat-state.tsx'
import { OUTCOME_LOOKS, runWords } from './run-outcomes.ts'

beforeAll(startTranslations)

const NOW_MS = Date.parse('2026-11-27T12:00:00Z')
const run = { number: 12, outcome: 'success', at: new Date(NOW_MS - 3 * 60_000), seconds: 4 } as const

test('a run is said in a line', () => {
  expect(runWords(run, NOW_MS, 'en', i18next.t)).toBe('Run 12: Success, 3 minutes ago, took 4 sec')
})

test('a run that still goes on has no duration', () => {
  const running = { ...run, outcome: 'running', at: new Date(NOW_MS), seconds: null } as const
  expect(runWords(running, NOW_MS, 'en', i18next.t)).toBe('Run 12: Running, Just now')
})

test('each state and each outcome has its own word and icon', () => {
  const looksOf = (looks: readonly { label: string; icon: object }[]) => [
    new Set(looks.map(({ label }) => label)).size,
    new Set(looks.map(({ icon }) => icon)).size,
  ]
  expect(looksOf(HEARTBEAT_STATES.map((state) => HEARTBEAT_LOOKS[state]))).toEqual([6, 6])
  expect(looksOf(RUN_OUTCOMES.map((outcome) => OUTCOME_LOOKS[outcome]))).toEqual([5, 5])
})
