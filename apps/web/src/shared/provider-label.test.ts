import { describe, expect, it } from 'vitest'
import { providerLabel } from './provider-label.ts'

describe('the name of a provider', () => {
  it.each([
    ['google', 'Google'],
    ['azure', 'Microsoft'],
    ['github', 'GitHub'],
    ['works_login', 'Works login'],
    ['custom:harbour', 'Harbour'],
    ['constructor', 'Constructor'],
  ])('%s reads %s', (provider, label) => {
    expect(providerLabel(provider)).toBe(label)
  })
})
