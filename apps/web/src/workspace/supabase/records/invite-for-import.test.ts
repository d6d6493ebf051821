import type { UnknownPerson } from '@cairn/workspace/port/imports'
import type { InvitationsPart } from '@cairn/workspace/port/invitations'
import { PeopleNotInvited } from '@cairn/workspace/port/people-not-invited'
import { expect, test } from 'vitest'
import { inviteForImport } from './invite-for-import.ts'

const person = (word: string, invite: string): UnknownPerson => ({
  ...{ word, rows: 1, isOwner: true, isRemembered: false },
  choice: { invite, level: 'user' },
})

/** A server with rules of its own; notes whom it has invited. */
function server(rules: { known?: string[]; refused?: string[]; unsent?: string[] } = {}) {
  const invited: string[] = []
  const mostAtOnce = (people: readonly unknown[]) => {
    if (people.length < 1 || people.length > 100) throw new Error('You can invite 1 to 100 people at once.')
  }
  const of = (emails: readonly string[], some: string[] = []) =>
    emails.filter((email) => some.includes(email)).map((email) => ({ email, message: `Not ${email}.` }))
  const sending: Pick<InvitationsPart, 'problemsOf' | 'sendMany'> = {
    async problemsOf(emails) {
      mostAtOnce(emails)
      return of(emails, rules.known)
    },
    async sendMany({ people }) {
      mostAtOnce(people)
      const emails = people.map(({ email }) => email)
      const problems = of(emails, rules.refused)
      if (problems.length > 0) return { invited: [], problems, unsent: [] }
      const unsent = of(emails, rules.unsent)
      const sent = emails.filter((email) => !rules.unsent?.includes(email))
      invited.push(...sent)
      return { invited: sent, problems, unsent }
    },
  }
  return { sending, invited }
}

test('hundreds are invited in parts, each once', async () => {
  const { sending, invited } = server({ known: ['n7@a.test'] })
  const people = Array.from({ length: 250 }, (_, n) => person(`Person ${n}`, `n${n}@a.test`))
  await inviteForImport([...people, person('Nina', 'n0@a.test')], sending)
  expect(invited).toHaveLength(249)
  expect(new Set(invited).size).toBe(249)
})

test('sends no request when nobody is invited', async () => {
  const { sending } = server()
  await inviteForImport([{ word: 'Bob', rows: 2, isOwner: true, isRemembered: false, choice: null }], sending)
})

test('names the people who may not be invited or whose mail was not sent, and invites the others', async () => {
  const { sending, invited } = server({ refused: ['b@gone.test'], unsent: ['c@a.test'] })
  const people = [person('A', 'a@a.test'), person('B', 'b@gone.test'), person('C', 'c@a.test')]
  const failure = await inviteForImport(people, sending).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(PeopleNotInvited)
  expect(failure).toMatchObject({
    people: [
      { email: 'b@gone.test', message: 'Not b@gone.test.' },
      { email: 'c@a.test', message: 'Not c@a.test.' },
    ],
  })
  expect(invited).toEqual(['a@a.test'])
})
