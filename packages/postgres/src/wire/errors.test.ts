import postgres from 'postgres'
import { expect, it } from 'vitest'
import { asUnavailable, DatabaseUnavailable } from './errors.ts'

const refusedIn = (file: string) =>
  Object.assign(new postgres.PostgresError(''), {
    code: '42501',
    file,
    message: 'could not extend file "base/5/18454": Read-only file system',
  })

it('a file that Postgres may not write is the failure of the database, not of the caller', () => {
  const cause = refusedIn('md.c')
  expect(asUnavailable(cause)).toEqual(new DatabaseUnavailable('The database takes no writes.', { cause }))
})

it.each(['aclchk.c', 'execMain.c', 'pl_exec.c'])(
  'a right that the caller lacks stays theirs (%s)',
  (file) => {
    const cause = refusedIn(file)
    expect(asUnavailable(cause)).toBe(cause)
  },
)

it('a disk that fails is to be tried again', () => {
  const cause = Object.assign(new postgres.PostgresError(''), {
    code: '58030',
    file: 'md.c',
    message: 'could not read block 3 in file "base/5/18454": Input/output error',
  })
  expect(asUnavailable(cause)).toEqual(new DatabaseUnavailable('The disk of the database fails.', { cause }))
})

it.each(['58P01', '58000', 'XX000', 'XX001'])('%s is a database that is not whole', (code) => {
  const cause = Object.assign(new postgres.PostgresError(''), { code, file: 'fd.c' })
  expect(asUnavailable(cause)).toEqual(new DatabaseUnavailable('The database is not whole.', { cause }))
})
