import { describe, expect, it } from 'vitest'
import {
  NEW_PASSWORD,
  PASSWORD_REQUIREMENTS,
  passwordStrength,
  SIGN_UP_PASSWORD,
  toneOf,
} from './password-strength.ts'

const metBy = (password: string) => passwordStrength(password, SIGN_UP_PASSWORD).met

describe('password strength', () => {
  it('[AUTH-35] [AUTH-41] gives each of five requirements 20 points', () => {
    expect(PASSWORD_REQUIREMENTS).toHaveLength(5)
    const scores = ['', 'a', 'aB', 'aB1', 'aB1!', 'aB1!aB1!'].map(
      (password) => passwordStrength(password, SIGN_UP_PASSWORD).score,
    )
    expect(scores).toEqual([0, 20, 40, 60, 80, 100])
  })

  it('[AUTH-36] asks for 8 characters, counted as people count them', () => {
    expect(metBy('1234567')).not.toContain('length')
    expect(metBy('12345678')).toContain('length')
    expect(metBy('🗿🗿🗿🗿')).not.toContain('length')
  })

  it('[AUTH-37] [AUTH-38] [AUTH-39] finds letters of either case and figures', () => {
    expect(metBy('A')).toEqual(['uppercase'])
    expect(metBy('a')).toEqual(['lowercase'])
    expect(metBy('7')).toEqual(['number'])
    expect(metBy('É')).toEqual(['uppercase'])
  })

  it('[AUTH-40] counts everything that is neither letter nor figure as special', () => {
    for (const character of ['!', ' ', '-', '_', '€', '🗿'])
      expect(metBy(character), character).toEqual(['special'])
    for (const character of ['a', 'ß', '7']) expect(metBy(character), character).not.toContain('special')
  })

  it('[AUTH-42] is red below 40, orange from 40, yellow from 60 and green from 80', () => {
    const tones = [0, 39, 40, 59, 60, 79, 80, 100].map(toneOf)
    expect(tones).toEqual(['red', 'red', 'orange', 'orange', 'yellow', 'yellow', 'green', 'green'])
  })

  it('[DIS-01] [DIS-02] measures a later password by its stricter rule', () => {
    expect(passwordStrength('Correct-Horse', NEW_PASSWORD).met).toEqual(['length', 'uppercase', 'lowercase'])
    expect(passwordStrength('Horse-9!', NEW_PASSWORD).score).toBe(80)
    expect(passwordStrength('Correct-Horse-9!', NEW_PASSWORD).score).toBe(100)
  })
})
