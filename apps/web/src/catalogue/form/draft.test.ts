import { describe, expect, test } from 'vitest'
import { enteredIn, withEntered } from './draft.ts'

const start = { name: 'Payroll', fields: { vendor: 'Acme', department: 'Sales', cost_per_month: 5 } }

describe('a draft', () => {
  test('has the entered values, value by value', () => {
    expect(enteredIn(start, start)).toEqual({})
    expect(enteredIn({ ...start, name: 'Wages' }, start)).toEqual({ name: 'Wages' })
    const form = { ...start, fields: { vendor: 'Mine', department: 'Sales' } }
    expect(enteredIn(form, start)).toEqual({ fields: { vendor: 'Mine', cost_per_month: null } })
  })

  test('keeps values that others have changed meanwhile', () => {
    const entered = { name: 'Wages', fields: { vendor: 'Mine', cost_per_month: null } }
    const now = { name: 'Payroll', fields: { vendor: 'Acme', department: 'Theirs', cost_per_month: 5 } }
    expect(withEntered(now, entered)).toEqual({
      name: 'Wages',
      fields: { vendor: 'Mine', department: 'Theirs' },
    })
    expect(withEntered(now, { name: 'Wages' })).toEqual({ ...now, name: 'Wages' })
  })

  test('restores from an older build the values that the form can still hold', () => {
    const form = { name: 'Payroll', tags: ['t1'], webhookUrl: null }
    const draft = { name: 'Wages', tags: 5, webhookUrl: 'https://hooks.example' }
    expect(withEntered(form, draft)).toEqual({
      name: 'Wages',
      tags: ['t1'],
      webhookUrl: 'https://hooks.example',
    })
  })
})
