import type { PostgresFailure } from '@cairn/postgres/wire/errors'
import { describe, expect, it } from 'vitest'
import { fromPostgres } from '../src/errors/postgres-errors.ts'

const failure = (code: string, rest: Partial<PostgresFailure> = {}): PostgresFailure => ({
  code,
  message: 'm',
  detail: 'd',
  hint: 'h',
  constraint: null,
  table: null,
  schema: null,
  context: null,
  isRaised: false,
  ...rest,
})

describe('a refusal of Postgres', () => {
  it.each([
    ['08006', 503],
    ['09000', 500],
    ['0L000', 403],
    ['0P000', 403],
    ['21000', 500],
    ['22012', 400],
    ['22023', 400],
    ['22P02', 400],
    ['23502', 400],
    ['23503', 409],
    ['23505', 409],
    ['23514', 400],
    ['25006', 405],
    ['25001', 500],
    ['28000', 403],
    ['2D000', 500],
    ['38000', 500],
    ['39000', 500],
    ['3B000', 500],
    ['40001', 503],
    ['40P01', 503],
    ['40002', 500],
    ['42501', 403],
    ['42601', 400],
    ['42703', 400],
    ['42883', 404],
    ['42P01', 404],
    ['42P17', 500],
    ['44000', 400],
    ['53400', 500],
    ['53100', 503],
    ['54001', 400],
    ['55006', 500],
    ['57014', 500],
    ['57P01', 503],
    ['58000', 503],
    ['F0000', 500],
    ['HV000', 500],
    ['P0001', 400],
    ['P0002', 500],
    ['XX000', 503],
    ['PT404', 404],
    ['PT099', 500],
    ['LA001', 400],
  ])('%s is answered with %i', (code, status) => {
    expect(fromPostgres(failure(code), 'authenticated', null).status).toBe(status)
  })

  it('for want of rights asks the anonymous to sign in', () => {
    const error = fromPostgres(failure('42501'), 'anon', null)
    expect(error).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } })
  })

  it('keeps what it says, but for values of rows and the insides of the server', () => {
    expect(JSON.parse(fromPostgres(failure('22012'), 'anon', null).toJson())).toEqual({
      code: '22012',
      message: 'm',
      details: 'd',
      hint: 'h',
    })
    expect(fromPostgres(failure('23505', { context: 'PL/pgSQL function f()' }), 'anon', null)).toMatchObject({
      message: 'm',
      details: null,
      hint: 'h',
    })
    const raised = failure('23503', { context: 'PL/pgSQL function f()', isRaised: true })
    expect(fromPostgres(raised, 'anon', null)).toMatchObject({ details: 'd' })
    for (const code of ['XX000', '58P01', 'F0000']) {
      expect(fromPostgres(failure(code), 'anon', null)).toMatchObject({
        message: 'The database could not answer',
        details: null,
        hint: null,
      })
    }
  })

  it('keeps its cause for the log', () => {
    const cause = new Error('from the driver')
    expect(fromPostgres(failure('XX000'), 'anon', cause).cause).toBe(cause)
  })
})
