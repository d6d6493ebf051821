import { describe, expect, it } from 'vitest'
import { dataFailure } from './failures.ts'

const refusedWith = (details: unknown) =>
  dataFailure({ code: '23514', message: 'Seats is required.', details, hint: null }, 400).refusal

describe('a refusal of the database', () => {
  it('has the code and the parameters of its details', () => {
    expect(refusedWith('name.length')).toEqual({ code: 'name.length', parameters: {} })
    expect(refusedWith('field.required {"field": "Seats"}')).toEqual({
      code: 'field.required',
      parameters: { field: 'Seats' },
    })
  })

  it('is none where the hint belongs to what a person reads', () => {
    const error = {
      code: 'LA001',
      message: 'An account needs an admin.',
      details: 'account.needs_admin',
      hint: 'Make another member an admin first.',
    }
    expect(dataFailure(error, 400)).toMatchObject({
      message: 'An account needs an admin. Make another member an admin first.',
      refusal: null,
    })
  })

  it.each([null, '', 'Key (name)=(a) already exists.', 'field.required {"field": ', 'field.required 7'])(
    'is none where the details are %j',
    (details) => {
      expect(refusedWith(details)).toBeNull()
    },
  )
})
