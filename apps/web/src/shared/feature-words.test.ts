import { FEATURE_NAMES } from '@cairn/workspace/port/features'
import { expect, it } from 'vitest'
import { FEATURE_WORDS } from './feature-words.ts'

it('[SET-24, DIS-11, DIS-12] the features have their names of the settings, in their order', () => {
  expect(FEATURE_NAMES.map((name) => FEATURE_WORDS[name].label)).toEqual([
    'Systems',
    'Automations',
    'AI Agents',
    'Solutions',
    'Knowledge Base',
    'Q&A Forum',
  ])
})
